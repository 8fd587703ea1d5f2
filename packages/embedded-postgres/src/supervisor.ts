import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Ended, RunAs } from './run-as.ts';

/** Runs a command and ends it when the pipe from Node (its standard input) closes, which the kernel does
 * however Node dies. Signals from a terminal or service manager are left to Node: nothing here handles them.
 * The command reads Node's data through descriptor 3 and writes to standard error; standard output carries
 * the command's process id. A supervisor that has ended by itself leaves nothing behind. */
const supervisorScript = `
trap '' HUP INT TERM
signal=$1; shift
exec 4<&0 </dev/null
"$@" <&3 >&2 3<&- 4<&- &
job=$!
echo "$job"
exec >/dev/null 3<&-
(while read -r _; do :; done <&4; kill -s "$signal" "$job") 2>/dev/null &
watcher=$!
exec 4<&-
wait "$job"; status=$?
kill -s KILL "$watcher" 2>/dev/null
wait "$watcher" 2>/dev/null
exit "$status"
`;

/** The command, its user, and the signal (`INT`, `TERM`) that ends it when Node has died. */
export type SupervisedCommand = {
  command: string;
  args: string[];
  runAs: RunAs | undefined;
  stopSignal: 'INT' | 'TERM';
  env?: Record<string, string>;
};

/** A command under its supervisor. Neither keeps Node's event loop alive. */
export type Supervised = {
  /** Process id of the command itself, not of the supervisor. */
  pid: number;
  /** Resolves with the exit code once the command has ended. */
  exited: Promise<number | null>;
  /** Requests the command to end, as the death of Node would. */
  end(): void;
};

/** Starts a long-running command in its own session; its output goes to the open file `logFd`. @throws the
 * system error if the supervisor cannot be started */
export async function startSupervised(supervised: SupervisedCommand, logFd: number): Promise<Supervised> {
  const child = spawnSupervisor(supervised, logFd, '');
  const exited = exitOf(child);
  const pid = Number(await Promise.race([textOf(child.stdout), exited.then(() => '')]));
  child.unref();
  for (const pipe of child.stdio) if (pipe instanceof Socket) pipe.unref();
  return {
    pid,
    exited,
    end: () => {
      child.ref();
      child.stdin?.end();
    },
  };
}

/** Runs a command to its end with `input` as its standard input; it ends early if Node dies. */
export async function runSupervised(supervised: SupervisedCommand, input = ''): Promise<Ended> {
  const child = spawnSupervisor(supervised, 'pipe', input);
  const [code, output] = await Promise.all([exitOf(child), textOf(child.stderr), textOf(child.stdout)]);
  return { code, output };
}

function spawnSupervisor(supervised: SupervisedCommand, log: number | 'pipe', input: string): ChildProcess {
  const args = [
    '-c',
    supervisorScript,
    'postgres-supervisor',
    supervised.stopSignal,
    supervised.command,
    ...supervised.args,
  ];
  const child = spawn('/bin/sh', args, {
    ...supervised.runAs,
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...supervised.env },
    stdio: ['pipe', 'pipe', log, 'pipe'],
  });
  // A command that ends before it has read all its input reports that by its exit code.
  for (const pipe of child.stdio) pipe?.on('error', () => undefined);
  const feed = child.stdio[3];
  if (feed instanceof Socket) feed.end(input);
  return child;
}

function exitOf(child: ChildProcess): Promise<number | null> {
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  exited.catch(() => undefined);
  return exited;
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += chunk;
  return text;
}
