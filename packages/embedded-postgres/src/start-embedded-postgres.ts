import { prepareBinaries } from './binaries.ts';
import { appPassword, prepareCluster } from './cluster.ts';
import {
  clusterOf,
  prepareDatabaseFolder,
  prepareDataDir,
  type Say,
  sharedFolderOf,
} from './database-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { keepAlive } from './keep-alive.ts';
import { endLeftover, startPostmaster } from './postmaster.ts';
import { socketPort } from './socket-folder.ts';

/** Connection settings of the embedded PostgreSQL for `pg.Pool`; `host` is the folder of its Unix socket. */
export type EmbeddedConnection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

/** A running PostgreSQL that belongs to this process: it ends whenever and however the process does. */
export type EmbeddedPostgres = {
  /** Connects as the owner of the database. */
  connection: EmbeddedConnection;
  /** Connects as a role that has only the rights granted by the owner. */
  appConnection: EmbeddedConnection;
  /** Shuts PostgreSQL down (open transactions are rolled back); resolves once it has ended. */
  stop(): Promise<void>;
};

/** Modest memory use, for one program on one machine. Nothing here weakens durability. */
const modestSettings = {
  max_connections: '60',
  // PostgreSQL's own default; unused parts of it cost nothing.
  shared_buffers: '128MB',
  // For a disk without a moving head.
  random_page_cost: '1.1',
  max_wal_size: '256MB',
  jit: 'off',
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statements may contain private data; the program knows which one failed.
  log_min_error_statement: 'panic',
  // So may the details of an error, which quote the row.
  log_error_verbosity: 'terse',
};

/** Starts the program's own PostgreSQL in `dataDir`, creating the folder and the database if there are none,
 * and resolves once it accepts connections. It listens on a Unix socket only. As root, PostgreSQL runs as an
 * unprivileged user. @param options.name the owner's role, its database and, as root, a folder in /var/lib;
 * the second role is `NAME_app`. A plain lower-case word @param options.program the program's name for
 * people: names the lock, and its holder in messages @param options.say receives one line about a slow step
 * or a deviation from the usual @param options.settings PostgreSQL settings over the defaults; tests turn
 * `fsync` off @throws EmbeddedPostgresError with one line that says what is wrong and what to do */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  name: string;
  program: string;
  say: Say;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const { name, say } = options;
  const settings: Record<string, string> = { ...modestSettings, ...options.settings };
  const roles = { owner: name, app: `${name}_app` };
  const sharedFolder = sharedFolderOf(name);
  const dataDir = await prepareDataDir(options.dataDir);
  const folder = await prepareDatabaseFolder(dataDir, sharedFolder, say);
  const unlock = await lockFolder(folder, dataDir, options.program);
  try {
    const binaries = await prepareBinaries(folder.runAs, folder.runAs ? sharedFolder : dataDir, say);
    await endLeftover(clusterOf(folder.path), say);
    const durable = settings.fsync !== 'off';
    const password = await prepareCluster(folder, binaries, { roles, durable, say });
    const start = () => startPostmaster(folder, binaries, settings, say);
    const first = await start();
    const stopRunning = keepAlive(first, start, say);
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= stopRunning()
        .then(() => endLeftover(clusterOf(folder.path), say))
        .finally(unlock);
      return stopped;
    };
    const connection = { host: first.socketFolder, port: socketPort, user: name, password, database: name };
    const appConnection = { ...connection, user: roles.app, password: appPassword(roles, password) };
    return { connection, appConnection, stop };
  } catch (error) {
    unlock();
    throw error;
  }
}
