import type { DatabaseConnection } from '#platform/database/connection.ts';
import { openPostgresFamily } from './postgres-family.ts';
import { makeTables, runAsSuperuser } from './postgres-parts.ts';
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

/** Starts both, in temporary folders that `drop` removes. The replica begins as
 * a copy of the primary at rest. */
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
