import type { DatabaseConnection } from '#platform/database/connection.ts';
import { openPostgresFamily } from '#tests/faults/support/postgres-family.ts';
import { runAsSuperuser } from '#tests/faults/support/postgres-parts.ts';
import { openMovingAddress } from '#tests/support/moving-address.ts';
import { until } from '#tests/support/until.ts';

/** A primary with a synchronous standby, and an address that leads to the primary. */
export type PostgresCluster = {
  /** Through the address, as the owner of the tables. */
  connection: DatabaseConnection;
  /** Through the address, as the role that the shop uses. */
  appConnection: DatabaseConnection;
  /** Runs one statement as the superuser of the current primary or the standby. */
  runOn(which: 'primary' | 'standby', statement: string): Promise<Record<string, unknown>[]>;
  /** Kills the primary, or freezes it as if its machine were gone; then promotes the
   * standby and moves the address. */
  failOver(how: 'killed' | 'silent'): Promise<void>;
  drop(): Promise<void>;
};

/** Fast; committed data still survives every process. */
const settings = { fsync: 'off', wal_retrieve_retry_interval: '100' };

/** Starts both, without tables, in temporary folders that `drop` removes. */
export async function startPostgresCluster(): Promise<PostgresCluster> {
  const family = await openPostgresFamily(settings);
  await (await family.start('primary')).stop();
  await family.copyAsStandby('primary', 'standby');
  const primary = await family.start('primary', { synchronous_standby_names: 'standby' });
  const address = await openMovingAddress(primary.connection);
  const { host, port } = primary.connection;
  const standby = await family.start('standby', {
    primary_conninfo: `host=${host} port=${port} user=postgres application_name=standby`,
  });
  const servers = { primary, standby };
  let isFailedOver = false;
  let isSilent = false;
  const moved = { host: '127.0.0.1', port: address.port };
  const runOn: PostgresCluster['runOn'] = (which, statement) =>
    runAsSuperuser(servers[which === 'primary' && isFailedOver ? 'standby' : which].connection, statement);
  await until('the standby to be waited for', async () => {
    const rows = await runOn('primary', `select from pg_stat_replication where sync_state = 'sync'`);
    return rows.length === 1;
  });
  return {
    connection: { ...primary.connection, ...moved },
    appConnection: { ...primary.appConnection, ...moved },
    runOn,
    async failOver(how) {
      await family.signal('primary', how === 'killed' ? 'SIGKILL' : 'SIGSTOP');
      // Immediately, so that the shop's own watchdog does not restart it.
      if (how === 'killed') await primary.stop();
      else isSilent = true;
      isFailedOver = true;
      await runOn('primary', 'select pg_promote()');
      address.moveTo(standby.connection, how === 'killed' ? 'cut off' : 'left in silence');
    },
    async drop() {
      if (isSilent) await family.signal('primary', 'SIGCONT');
      await address.close();
      // In this order no server waits for another.
      for (const server of [standby, primary]) await server.stop();
      await family.remove();
    },
  };
}
