import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { clusterOf, type DatabaseFolder, type Say } from './database-folder.ts';
import { diskFull, EmbeddedPostgresError, errorCode, explainFileError, gaveUpOnFullDisk } from './failure.ts';
import { postmasterFileOf, readPostmasterFile, servesCluster } from './postmaster-file.ts';
import { prepareSocketFolder, socketPort } from './socket-folder.ts';
import { type Supervised, startSupervised } from './supervisor.ts';

/** Interval at which a change of state is polled, in milliseconds. */
const pollMs = 10;
/** After this time the wait is reported, so that a silent start does not look stuck. */
const patienceMs = 3_000;
/** A fast shutdown writes what is in memory to disk; after this time PostgreSQL is killed, which recovery
 * repairs. */
const shutdownLimitMs = 60_000;
/** Maximum time that the processes of a killed postmaster take to notice. */
const orphansLimitMs = 30_000;
const longestLogBytes = 1024 * 1024;

/** A PostgreSQL that accepts connections in `socketFolder`. */
export type Postmaster = Supervised & { socketFolder: string };

/** Starts PostgreSQL on its cluster and waits until it accepts connections, recovery after a crash included.
 * First ends one that still serves the cluster, which only a killed program leaves behind. The folder's lock
 * must be held. @param settings PostgreSQL settings by name, passed on its command line @throws
 * EmbeddedPostgresError with PostgreSQL's own reason if it does not start */
export async function startPostmaster(
  folder: DatabaseFolder,
  binaries: Binaries,
  settings: Record<string, string>,
  say: Say,
): Promise<Postmaster> {
  const deadline = Date.now() + orphansLimitMs;
  for (;;) {
    await endLeftover(clusterOf(folder.path), say);
    const result = await attempt(folder, binaries, settings, say);
    if (typeof result !== 'string') return result;
    const orphansRemain = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/.test(
      result,
    );
    if (!orphansRemain || Date.now() > deadline) throw await whyNotStarted(folder.path, result);
    await pause(pollMs);
  }
}

/** Ends the PostgreSQL that serves the cluster, if any, and resolves once it has ended. */
export async function endLeftover(data: string, say: Say): Promise<void> {
  const pid = (await readPostmasterFile(data))?.pid;
  if (pid === undefined || !(await servesCluster(pid, data))) return;
  signal(pid, 'SIGINT');
  if (await goneWithin(pid, data, patienceMs)) return;
  say(`Waiting for an earlier PostgreSQL (process ${pid}) to shut down.`);
  if (await goneWithin(pid, data, shutdownLimitMs)) return;
  signal(pid, 'SIGQUIT');
  if (await goneWithin(pid, data, patienceMs)) return;
  throw new EmbeddedPostgresError(
    `An earlier PostgreSQL (process ${pid}) does not shut down. Kill it, then start again.`,
  );
}

/** One attempt: the running PostgreSQL, or its output before it gave up. */
async function attempt(
  folder: DatabaseFolder,
  binaries: Binaries,
  settings: Record<string, string>,
  say: Say,
): Promise<Postmaster | string> {
  const data = clusterOf(folder.path);
  const stalePid = await forgetUnreadableFile(data);
  const socketFolder = await prepareSocketFolder(folder);
  const all = {
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    ...settings,
  };
  const log = await openLog(folder);
  const supervised = await startSupervised(
    {
      command: binaries.postgres,
      args: ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      runAs: folder.runAs,
      stopSignal: 'INT',
      // If another process now has the dead postmaster's id, PostgreSQL would not start. This marks that id
      // as harmless, and keeps PostgreSQL's own check for survivors, which deleting postmaster.pid would
      // disable.
      env: stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) },
    },
    log.fd,
  ).finally(() => log.close());
  if (await becameReady(supervised, data, say)) return { ...supervised, socketFolder };
  return (await readFile(log.path)).subarray(log.startsAt).toString();
}

async function becameReady(supervised: Supervised, data: string, say: Say): Promise<boolean> {
  const sayAt = Date.now() + patienceMs;
  let said = false;
  for (;;) {
    const file = await readPostmasterFile(data);
    if (file?.pid === supervised.pid && file.ready) return true;
    if (await Promise.race([supervised.exited.then(() => true), pause(pollMs, false)])) return false;
    if (!said && Date.now() > sayAt) {
      say('PostgreSQL is still starting: after a crash it first recovers what was committed.');
      said = true;
    }
  }
}

/** Returns the process id in `postmaster.pid`; removes a file truncated by a crash, on which PostgreSQL would
 * fail. */
async function forgetUnreadableFile(data: string): Promise<number | undefined> {
  const file = await readPostmasterFile(data);
  if (!file) await rm(postmasterFileOf(data), { force: true });
  return file?.pid;
}

async function openLog({ path: folder, runAs }: DatabaseFolder) {
  const path = join(folder, 'postgresql.log');
  try {
    const found = await stat(path).catch(() => undefined);
    if (found && found.size > longestLogBytes) await rename(path, `${path}.1`);
    const file = await open(path, 'a', 0o600);
    if (runAs) await file.chown(runAs.uid, runAs.gid);
    return { path, fd: file.fd, startsAt: (await file.stat()).size, close: () => file.close() };
  } catch (error) {
    throw explainFileError(error, folder);
  }
}

async function goneWithin(pid: number, data: string, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (await servesCluster(pid, data)) {
    if (Date.now() > deadline) return false;
    await pause(pollMs);
  }
  return true;
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

async function whyNotStarted(folder: string, output: string): Promise<EmbeddedPostgresError> {
  if (await gaveUpOnFullDisk(output, folder)) return diskFull(folder);
  const reason =
    output.split('\n').findLast((line) => /FATAL|PANIC/.test(line)) ?? output.trim().split('\n').at(-1);
  const locale = /locale/.test(output)
    ? ' Install that locale on this machine, or start where it was made.'
    : '';
  return new EmbeddedPostgresError(
    `PostgreSQL did not start: ${reason || 'it gave no reason'}.${locale} Its log is in ${join(folder, 'postgresql.log')}.`,
  );
}
