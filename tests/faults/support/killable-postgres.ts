import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '#embedded-postgres';
import { makePassableFolder } from '#embedded-postgres/testing';
import { makeTables, signalPostgres } from './postgres-parts.ts';
import type { FleetDatabase } from './shop-fleet.ts';

/** A PostgreSQL of a test's own, as durable as a shop's, that can be killed and started again. */
export type KillablePostgres = FleetDatabase & {
  /** Kills the postmaster and all its children at once, then starts it on what they left behind. */
  killAndRestart(): Promise<void>;
};

/** Starts one with the shop's tables in it. @param settings PostgreSQL settings over those of a shop */
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
    // What the test itself writes is flushed, whatever the server's setting.
    connection: { ...connection, options: '-c synchronous_commit=on' },
    appConnection,
    async killAndRestart() {
      await signalPostgres(dataDir, 'SIGKILL');
      // In the same breath, so that the shop's own watch over it does not start it again.
      await postgres.stop();
      postgres = await start();
    },
    async drop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
