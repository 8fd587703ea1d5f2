import type { DatabaseConnection } from '#platform/database/connection.ts';
import { openPostgresFamily } from './postgres-family.ts';
import { makeTables, runAsSuperuser } from './postgres-parts.ts';
import type { FleetDatabase } from './shop-fleet.ts';

/** A replica that streams from the primary. */
export type Replica = {
  /** Connects as the role that the shop's processes use. */
  appConnection: DatabaseConnection;
  /** Runs one statement as the superuser, outside the shop's database. */
  run(statement: string): Promise<Record<string, unknown>[]>;
  /** Shuts it down, which ends its connections. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it answering while its connections stay open; and resumes it. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
};

/** A primary with the shop's tables, and a replica of it. */
export type ReplicatedPostgres = FleetDatabase & { replica: Replica };

/** Fast, but a commit is written before it is acknowledged, as in a shop. */
const settings = { fsync: 'off' };

/** Starts both, in temporary folders that `drop` removes. The replica starts as a copy of the stopped
 * primary. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const family = await openPostgresFamily(settings);
  const empty = await family.start('primary');
  await makeTables(empty);
  await empty.stop();
  await family.copyAsStandby('primary', 'replica');
  const primary = await family.start('primary');
  const { host, port } = primary.connection;
  const startReplica = () =>
    family.start('replica', {
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
      freeze: () => family.signal('replica', 'SIGSTOP'),
      thaw: () => family.signal('replica', 'SIGCONT'),
    },
    async drop() {
      await replica.stop();
      await primary.stop();
      await family.remove();
    },
  };
}
