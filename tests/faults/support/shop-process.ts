import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { projectFolder } from '#server/pages/build-pages.ts';
import { freePort } from '#tests/support/spawn-shop.ts';

/** A start beside others waits up to a minute for locks on the tables (decision 113). */
const READY_WITHIN_MS = 180_000;
const POLL_MS = 20;

/** How a process ended: with a code, or by a signal. */
export type Ending = { code: number | null; signal: NodeJS.Signals | null };

/** One process of the shop, as a supervisor runs it: the real server, on a port that stays the same over
 * restarts. */
export type ShopProcess = {
  origin: string;
  /** Starts or restarts it; resolves once it is ready. @throws with its output if it ends instead */
  start(): Promise<void>;
  /** Sends a signal and resolves once the process is gone. */
  end(signal: NodeJS.Signals): Promise<Ending>;
  /** Sends a signal and returns at once. */
  signal(signal: NodeJS.Signals): void;
  /** The process id of the running process. */
  pid(): number;
  /** Resolves when the running process ends, with how it ended. */
  ended(): Promise<Ending>;
  /** All output since the first start, both streams. */
  printed(): string;
};

/** Where and how a process runs. */
type Placed = { host?: string; inside?: string[]; script?: string[] };

/** Prepares a process of the shop with these settings; nothing runs until `start`. `host`: where it is
 * reached; `inside`: the command that runs it elsewhere, such as in another network; `script`: what Node
 * runs, with its arguments. */
export async function createShopProcess(
  environment: Record<string, string>,
  { host = '127.0.0.1', inside = [], script = ['src/server/server.ts'] }: Placed = {},
): Promise<ShopProcess> {
  const port = environment.PORT ?? String(await freePort());
  const origin = `http://${host}:${port}`;
  let output = '';
  let child: ChildProcess | undefined;
  let ended: Promise<Ending> = Promise.resolve({ code: null, signal: null });

  // A test run that ends early must not leave the shop running.
  process.on('exit', () => child?.kill('SIGKILL'));

  return {
    origin,
    async start() {
      child = spawnServer(
        [...inside, process.execPath, ...script],
        { ...environment, PORT: port },
        (text) => {
          output += text;
        },
      );
      ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
      await becomeReady(origin, ended, () => output);
    },
    signal: (signal) => void child?.kill(signal),
    end(signal) {
      child?.kill(signal);
      return ended;
    },
    pid() {
      if (child?.pid === undefined) throw new Error('the shop has not been started');
      return child.pid;
    },
    ended: () => ended,
    printed: () => output,
  };
}

function spawnServer(
  [command = '', ...args]: string[],
  environment: Record<string, string>,
  onOutput: (text: string) => void,
): ChildProcess {
  const child = spawn(command, args, {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', ...environment },
  });
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  return child;
}

async function becomeReady(origin: string, ended: Promise<Ending>, printed: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  const gone = ended.then(() => true);
  for (;;) {
    const status = await fetch(`${origin}/readyz`).then(
      (reply) => reply.status,
      () => undefined,
    );
    if (status === 200) return;
    if (await Promise.race([gone, pause(POLL_MS, false)])) {
      throw new Error(`The shop did not start:\n${printed()}`);
    }
    if (Date.now() > deadline) throw new Error(`The shop did not become ready:\n${printed()}`);
  }
}
