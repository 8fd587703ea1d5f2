import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A shop started by `npm start`, in its own process group. */
export type SpawnedShop = {
  origin: string;
  /** Everything printed so far, on both streams. */
  printed(): string;
  /** Sends a signal to the whole process group. */
  kill(signal: NodeJS.Signals): void;
  /** Sends SIGTERM to the one process that `npm start` started, as `kill $!` and supervisors do. */
  terminate(): void;
  /** Stops it as Ctrl-C does, without the two seconds that SIGTERM leaves for traffic to move elsewhere. */
  stop(): Promise<void>;
  /** The exit code once every process of the start has ended; null after a kill. */
  ended: Promise<number | null>;
};

/** Runs `npm start`, or another script of package.json, with the given settings, in this folder or
 * another one with a shop in it. */
export function spawnShop(
  environment: Record<string, string>,
  { script = 'start', args = [], folder = '.' }: { script?: string; args?: string[]; folder?: string } = {},
): { shop: ChildProcess } & Omit<SpawnedShop, 'origin'> {
  const shop = spawn('npm', ['run', '--silent', script, '--', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, SHOP_LOG_LEVEL: 'error', ...environment },
  });
  let output = '';
  shop.stdout.on('data', (chunk) => {
    output += chunk;
  });
  shop.stderr.on('data', (chunk) => {
    output += chunk;
  });
  // 'close' comes once every process holding the streams has ended, including the server under npm.
  const ended = once(shop, 'close').then(([code]) => code);
  const kill = (signal: NodeJS.Signals) => {
    if (shop.pid !== undefined) process.kill(-shop.pid, signal);
  };
  return {
    shop,
    printed: () => output,
    kill,
    terminate: () => {
      if (shop.pid !== undefined) process.kill(shop.pid, 'SIGTERM');
    },
    ended,
    async stop() {
      kill('SIGINT');
      await ended;
    },
  };
}

/** Runs a script of package.json to its end. */
export async function runScript(
  script: string,
  args: string[],
  environment: Record<string, string>,
): Promise<{ code: number | null; printed: string }> {
  const { ended, printed } = spawnShop(environment, { script, args });
  const code = await ended;
  return { code, printed: printed() };
}

/** Starts the shop on a free port and waits until it reports that it is open. @throws with what it printed if
 * it does not */
export async function startSpawnedShop(
  environment: Record<string, string>,
  where: { script?: string; folder?: string } = {},
): Promise<SpawnedShop> {
  const port = environment.PORT ?? String(await freePort());
  const { shop, ...spawned } = spawnShop({ ...environment, PORT: port }, where);
  const opened = new Promise<void>((resolve) => {
    shop.stdout?.on('data', () => {
      if (spawned.printed().includes('Toolyard is open at')) resolve();
    });
  });
  const ended = spawned.ended.then((code) => {
    throw new Error(`The shop did not start (${code}):\n${spawned.printed()}`);
  });
  await Promise.race([opened, ended]);
  ended.catch(() => undefined);
  return { ...spawned, origin: `http://localhost:${port}` };
}

/** A port that is free at this moment, below those that Linux gives to connections that go out (from
 * 32768 on): one of these could take it before its server does. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_768);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
