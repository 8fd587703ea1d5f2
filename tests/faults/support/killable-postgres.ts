import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '#embedded-postgres';
import { makePassableFolder } from '#embedded-postgres/testing';
import { makeTables, signalPostgres } from './postgres-parts.ts';
import type { FleetDatabase } from './shop-fleet.ts';

/** A PostgreSQL for one test, as durable as a shop's, that can be killed and restarted. */
export type KillablePostgres = FleetDatabase & {
  /** Kills the postmaster and all its children at once, then starts it on their files. */
  killAndRestart(): Promise<void>;
};

/** Starts one with the shop's tables. @param settings PostgreSQL settings that override those of a shop */
export async function startKillablePostgres(
  settings: Record<string, string> = {},
): Promise<KillablePostgres> {
  const dataDir = await makePassableFolder();
  const names = { name: 'toolyard', program: 'test' };
  const start = () => startEmbeddedPostgres({ dataDir, ...names, say: () => undefined, settings });
  let postgres = await start();
  const { connection, appConnection } = postgres;
  await makeTables({ connection, appConnection });
  return {
    // The test's own writes are flushed, whatever the server's setting.
    connection: { ...connection, options: '-c synchronous_commit=on' },
    appConnection,
    async killAndRestart() {
      await signalPostgres(dataDir, 'SIGKILL');
      // Immediately, so that the shop's own watchdog does not restart it.
      await postgres.stop();
      postgres = await start();
    },
    async drop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
