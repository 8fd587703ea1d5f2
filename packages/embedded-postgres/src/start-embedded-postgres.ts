import { prepareBinaries } from './binaries.ts';
import { appRole, prepareCluster, shopRole } from './cluster.ts';
import { lockFolder } from './folder-lock.ts';
import { keepAlive } from './keep-alive.ts';
import { appPassword } from './password.ts';
import { clusterOf, prepareDataDir, preparePlace, sharedBase } from './place.ts';
import { endLeftover, startPostmaster } from './postmaster.ts';
import { socketPort } from './socket-folder.ts';

/** How to reach the embedded PostgreSQL, as `pg.Pool` takes it; `host` is the folder of its Unix socket. */
export type EmbeddedConnection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

/** A running PostgreSQL that belongs to this process: it ends when the process does, however that happens. */
export type EmbeddedPostgres = {
  /** Connects as the owner of the tables. */
  connection: EmbeddedConnection;
  /** Connects as the role that a shop serves as. */
  appConnection: EmbeddedConnection;
  /** Shuts PostgreSQL down (open transactions are rolled back); resolves once it is gone. */
  stop(): Promise<void>;
};

/** Modest in memory for a shop on one machine. Nothing here weakens durability. */
const modestSettings = {
  max_connections: '60',
  // PostgreSQL's own default; what is not used of it costs nothing.
  shared_buffers: '128MB',
  // A disk without a moving head.
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
  // Statements carry people's addresses; the shop's own log has the request that failed.
  log_min_error_statement: 'panic',
  // So do the details of an error, which quote the row.
  log_error_verbosity: 'terse',
};

/**
 * Starts the shop's own PostgreSQL in `dataDir`, making the folder and the database when there are none, and resolves once it
 * accepts connections. It listens on a Unix socket only. As root, PostgreSQL runs as an unprivileged user.
 * @param options.say takes one line about what takes long or goes another way than expected
 * @param options.settings PostgreSQL settings over the defaults; tests turn `fsync` off
 * @throws EmbeddedPostgresError with one line that says what is wrong and what to do
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  say: (line: string) => void;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const { say } = options;
  const settings: Record<string, string> = { ...modestSettings, ...options.settings };
  const dataDir = await prepareDataDir(options.dataDir);
  const place = await preparePlace(dataDir, say);
  const unlock = await lockFolder(place.folder, dataDir, place.runAs);
  try {
    const binaries = await prepareBinaries(place.runAs, place.runAs ? sharedBase : dataDir, say);
    await endLeftover(clusterOf(place.folder), say);
    const durable = settings.fsync !== 'off';
    const password = await prepareCluster(place, binaries, { durable, say });
    const first = await startPostmaster(place, binaries, settings, say);
    const connection = {
      host: first.socketFolder,
      port: socketPort,
      user: shopRole,
      password,
      database: shopRole,
    };
    const stopRunning = keepAlive(first, () => startPostmaster(place, binaries, settings, say), say);
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= stopRunning()
        .then(() => endLeftover(clusterOf(place.folder), say))
        .finally(unlock);
      return stopped;
    };
    const appConnection = { ...connection, user: appRole, password: appPassword(password) };
    return { connection, appConnection, stop };
  } catch (error) {
    unlock();
    throw error;
  }
}
