import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseConnection } from '#platform/database/connection.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/start-embedded-postgres.ts';
import { runAsSuperuser, signalPostgres, trustOnSockets } from '#tests/faults/support/postgres-parts.ts';
import { openMovingAddress } from '#tests/support/moving-address.ts';
import { until } from '#tests/support/until.ts';

/** A primary with a synchronous standby and an asynchronous replica, and an address that leads to the primary. */
export type PostgresCluster = {
  /** Through the address, as the owner of the tables. */
  connection: DatabaseConnection;
  /** Through the address, as the role that the shop serves as. */
  appConnection: DatabaseConnection;
  /** The asynchronous replica's own socket, as the role that the shop serves as. */
  replica: DatabaseConnection;
  /** Runs one statement as the superuser of the present primary, the standby or the replica. */
  runOn(which: 'primary' | 'standby' | 'replica', statement: string): Promise<Record<string, unknown>[]>;
  /** Kills the primary, or freezes it as if its machine were gone; then promotes the standby and moves the address. */
  failOver(how: 'killed' | 'silent'): Promise<void>;
  drop(): Promise<void>;
};

/** Quick; what is committed still outlives every process. */
const settings = { fsync: 'off', wal_retrieve_retry_interval: '100' };

const quiet = () => undefined;

/** Starts all three, without tables, in temporary folders that `drop` removes. */
export async function startPostgresCluster(): Promise<PostgresCluster> {
  const base = await mkdtemp(join(tmpdir(), 'toolyard-cluster-'));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  await chmod(base, 0o755);
  const rules = await trustOnSockets(base);
  const start = (name: string, more: Record<string, string> = {}) =>
    startEmbeddedPostgres({
      dataDir: join(base, name),
      say: quiet,
      settings: { ...settings, hba_file: rules, ...more },
    });
  await (await start('primary')).stop();
  for (const name of ['standby', 'replica']) {
    await cp(join(base, 'primary'), join(base, name), { recursive: true, preserveTimestamps: true });
    await writeFile(join(base, name, 'postgres', 'data', 'standby.signal'), '');
  }
  const primary = await start('primary', { synchronous_standby_names: 'standby' });
  const address = await openMovingAddress(primary.connection);
  const follow = (host: string, port: number, name: string) => ({
    primary_conninfo: `host=${host} port=${port} user=postgres application_name=${name}`,
  });
  const standby = await start('standby', follow(primary.connection.host, primary.connection.port, 'standby'));
  const replica = await start('replica', follow('127.0.0.1', address.port, 'replica'));
  const servers = { primary, standby, replica };
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
    replica: replica.appConnection,
    runOn,
    async failOver(how) {
      await signalPostgres(join(base, 'primary'), how === 'killed' ? 'SIGKILL' : 'SIGSTOP');
      // In the same breath, so that the shop's own watch over it does not start it again.
      if (how === 'killed') await primary.stop();
      else isSilent = true;
      isFailedOver = true;
      await runOn('primary', 'select pg_promote()');
      address.moveTo(standby.connection, how === 'killed' ? 'cut off' : 'left in silence');
    },
    async drop() {
      if (isSilent) await signalPostgres(join(base, 'primary'), 'SIGCONT');
      await address.close();
      // First those who wait for nobody.
      for (const server of [replica, standby, primary]) await server.stop();
      await rm(base, { recursive: true, force: true });
    },
  };
}
