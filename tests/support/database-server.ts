import type { TestProject } from 'vitest/node';
import { grantToAppRole } from '#platform/database/app-role.ts';
import { type DatabaseConnection, openDatabase } from '#platform/database/database.ts';
import { startThrowawayPostgres } from '#platform/database/embedded-postgres/start-throwaway-postgres.ts';
import { migrate } from '#platform/database/migrate.ts';
import { prepareJobs } from '#platform/jobs/job-runner.ts';
import { createLog } from '#platform/log.ts';
import { quietJobs } from '#workflows/mails/mail-job.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The throwaway server's address; its database `TEMPLATE_DATABASE` is migrated and empty. */
    databaseServer: Exclude<DatabaseConnection, { connectionString: string }>;
    /** The same as the role that shops serve as. */
    appConnection: Exclude<DatabaseConnection, { connectionString: string }>;
  }
}

/** The migrated database that every test file clones. */
export const TEMPLATE_DATABASE = 'toolyard';

/** Starts a throwaway PostgreSQL for the whole test run, in a folder of its own. */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startThrowawayPostgres({ max_connections: '200' });
  const { db, pool, close } = openDatabase(postgres.connection, { onIdleError: () => undefined });
  await migrate(db);
  await prepareJobs(pool, quietJobs, createLog('silent'));
  await grantToAppRole(db, postgres.appConnection.user);
  await close();
  project.provide('appConnection', postgres.appConnection);
  project.provide('databaseServer', postgres.connection);
  return () => postgres.stop();
}
