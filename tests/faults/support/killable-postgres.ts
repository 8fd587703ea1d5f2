import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grantToAppRole } from '#platform/database/app-role.ts';
import { openDatabase } from '#platform/database/database.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/start-embedded-postgres.ts';
import { processesOf } from '#platform/database/embedded-postgres/testing.ts';
import { migrate } from '#platform/database/migrate.ts';
import { prepareJobs } from '#platform/jobs/job-runner.ts';
import { createLog } from '#platform/log.ts';
import { quietJobs } from '#workflows/mails/mail-job.ts';
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
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-killed-'));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  await chmod(dataDir, 0o711);
  const start = () => startEmbeddedPostgres({ dataDir, say: () => undefined, settings });
  let postgres = await start();
  const { connection, appConnection } = postgres;
  const { db, pool, close } = openDatabase(connection, { onIdleError: () => undefined });
  await migrate(db);
  await prepareJobs(pool, quietJobs, createLog('silent'));
  await grantToAppRole(db, appConnection.user);
  await close();
  return {
    // What the test itself writes is flushed, whatever the server's setting.
    connection: { ...connection, options: '-c synchronous_commit=on' },
    appConnection,
    async killAndRestart() {
      const processes = await processesOf(dataDir);
      for (const { pid, line } of processes) {
        if (!line.includes('toolyard-keeper')) process.kill(pid, 'SIGKILL');
      }
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
