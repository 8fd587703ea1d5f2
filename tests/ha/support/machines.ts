import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot, unprivilegedUser } from '#embedded-postgres/testing';
import { signalIfThere } from '#tests/faults/support/postgres-parts.ts';
import { pathOf } from './programs.ts';

/** A machine of the test: a network namespace with an address of its own, and a folder. */
export type Machine = {
  name: string;
  address: string;
  folder: string;
  /** Runs a program there, never as root; its output goes to a log in the machine's folder. Another one of
   * the same name must have ended. */
  run(program: string, args: string[], environment: Record<string, string>): void;
  /** Ends one program with a signal. */
  end(program: string, signal: NodeJS.Signals): Promise<void>;
  /** Signals every process of the machine, or those of one name. */
  signalAll(signal: NodeJS.Signals, name?: string): void;
  /** Pulls its network cable, or plugs it in again. */
  setCable(isIn: boolean): void;
  /** The command that runs another one in its network. */
  inside: string[];
};

const BRIDGE = 'machines';

const ip = (...args: string[]) => execFileSync(pathOf('ip'), args, { encoding: 'utf8' });

/** The folder of the run, which `run.ts` has made and removes. */
export function runFolder(): string {
  const folder = process.env.HA_FOLDER;
  if (!folder) throw new Error('This suite makes networks: run it by npm run test:ha');
  return folder;
}

/** The file of a program's log, which outlives the run. */
export function logOf(place: string, program: string): string {
  return join(process.env.HA_LOGS ?? runFolder(), `${place}-${program}.log`);
}

/** Makes the network that all machines are in; this process is in it at `address`. */
export function makeNetwork(address: string): void {
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('address', 'add', `${address}/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
}

/** Makes a machine in the network. `diskBytes`: the size of its disk, by default that of the run's folder. */
export async function makeMachine(
  name: string,
  address: string,
  { diskBytes }: { diskBytes?: number } = {},
): Promise<Machine> {
  const cable = `to-${name}`;
  ip('netns', 'add', name);
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('link', 'set', cable, 'master', BRIDGE, 'up');
  const inside = [pathOf('nsenter'), `--net=/run/netns/${name}`];
  const here = (program: string, ...args: string[]) =>
    execFileSync(inside[0] ?? '', [...inside.slice(1), pathOf(program), ...args]);
  here('ip', 'address', 'add', `${address}/24`, 'dev', 'eth0');
  here('ip', 'link', 'set', 'eth0', 'up');
  here('ip', 'link', 'set', 'lo', 'up');
  here('sysctl', '-q', '-p', 'deploy/failover/sysctl.conf');
  const machine = await makeHere(name, { diskBytes, inside });
  const pids = () => ip('netns', 'pids', name).split('\n').filter(Boolean).map(Number);
  return {
    ...machine,
    address,
    signalAll(signal, only) {
      for (const pid of pids()) if (only === undefined || nameOf(pid) === only) signalIfThere(pid, signal);
    },
    setCable: (isIn) => void ip('link', 'set', cable, isIn ? 'up' : 'down'),
  };
}

/** A place to run programs in: the network of this process, or `inside` another one. */
export type Place = Pick<Machine, 'name' | 'folder' | 'inside' | 'run' | 'end'>;

/** Makes a place, with a folder of its own. */
export async function makeHere(
  name: string,
  { diskBytes, inside = [] }: { diskBytes?: number | undefined; inside?: string[] } = {},
): Promise<Place> {
  const user = isRoot() ? await unprivilegedUser() : undefined;
  const asUser = user
    ? [pathOf('nsenter'), '--setuid', String(user.uid), '--setgid', String(user.gid), '--']
    : [];
  const folder = join(runFolder(), name);
  mkdirSync(folder);
  if (diskBytes !== undefined)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'none', folder]);
  if (user) execFileSync('chown', [`${user.uid}:${user.gid}`, folder]);

  const running = new Map<string, { child: ChildProcess; gone: Promise<unknown> }>();
  return {
    name,
    folder,
    inside,
    run(program, args, environment) {
      const [command = '', ...rest] = [...inside, ...asUser, pathOf(program), ...args];
      const child = spawn(command, rest, {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', HOME: folder, ...environment },
      });
      const log = createWriteStream(logOf(name, program), { flags: 'a' });
      for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
      running.set(program, { child, gone: once(child, 'exit') });
    },
    async end(program, signal) {
      const process = running.get(program);
      process?.child.kill(signal);
      await process?.gone;
    },
  };
}

/** The name of a process, or undefined once it has ended. */
function nameOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return undefined;
  }
}
