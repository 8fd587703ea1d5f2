import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseConnection } from '#platform/database/connection.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/start-embedded-postgres.ts';
import { makeTables, runAsSuperuser, signalPostgres, trustOnSockets } from './postgres-parts.ts';
import type { FleetDatabase } from './shop-fleet.ts';

/** A replica that streams what the primary writes. */
export type Replica = {
  /** Connects as the role that shops serve as. */
  appConnection: DatabaseConnection;
  /** Runs one statement as the superuser, beside the shop's database. */
  run(statement: string): Promise<Record<string, unknown>[]>;
  /** Shuts it down, which ends its connections. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Lets it answer nothing any more, with every connection open; and lets it go on. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
};

/** A primary with the shop's tables, and a replica of it. */
export type ReplicatedPostgres = FleetDatabase & { replica: Replica };

/** Quick, but a commit is written before it is told of, as in a shop. */
const settings = { fsync: 'off' };

const quiet = () => undefined;

/** Starts both, in temporary folders that `drop` removes. The replica begins as a copy of the primary at rest. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const base = await mkdtemp(join(tmpdir(), 'toolyard-replicated-'));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  await chmod(base, 0o755);
  const rules = await trustOnSockets(base);
  const start = (name: string, more: Record<string, string> = {}) =>
    startEmbeddedPostgres({
      dataDir: join(base, name),
      say: quiet,
      settings: { ...settings, hba_file: rules, ...more },
    });
  const empty = await start('primary');
  await makeTables(empty);
  await empty.stop();
  await cp(join(base, 'primary'), join(base, 'replica'), { recursive: true, preserveTimestamps: true });
  await writeFile(join(base, 'replica', 'postgres', 'data', 'standby.signal'), '');
  const primary = await start('primary');
  const { host, port } = primary.connection;
  const signalReplica = (signal: NodeJS.Signals) => signalPostgres(join(base, 'replica'), signal);
  const startReplica = () =>
    start('replica', {
      primary_conninfo: `host=${host} port=${port} user=postgres`,
      wal_retrieve_retry_interval: '100',
      max_standby_streaming_delay: '0',
    });
  let replica = await startReplica();
  return {
    connection: primary.connection,
    appConnection: primary.appConnection,
    replica: {
      appConnection: replica.appConnection,
      run: (statement) => runAsSuperuser(replica.connection, statement),
      stop: () => replica.stop(),
      async start() {
        replica = await startReplica();
      },
      freeze: () => signalReplica('SIGSTOP'),
      thaw: () => signalReplica('SIGCONT'),
    },
    async drop() {
      await replica.stop();
      await primary.stop();
      await rm(base, { recursive: true, force: true });
    },
  };
}
