import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type DatabaseConnection, openDatabase } from '#platform/database/database.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/start-embedded-postgres.ts';
import { migrate } from '#platform/database/migrate.ts';
import { prepareJobs } from '#platform/jobs/job-runner.ts';
import { createLog } from '#platform/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The throwaway server's address; its database `TEMPLATE_DATABASE` is migrated and empty. */
    databaseServer: Exclude<DatabaseConnection, { connectionString: string }>;
  }
}

/** The migrated database that every test file clones. */
export const TEMPLATE_DATABASE = 'toolyard';

/** Starts a throwaway PostgreSQL for the whole test run, in a folder of its own. */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-tests-'));
  // Nothing here outlives the run, so writes need not reach the disk.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  };
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => undefined, settings });
  const { db, pool, close } = openDatabase(postgres.connection, { onIdleError: () => undefined });
  await migrate(db);
  await prepareJobs(pool, createLog('silent'));
  await close();
  project.provide('databaseServer', postgres.connection);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
