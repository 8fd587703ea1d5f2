import type { TestProject } from 'vitest/node';
import { startThrowawayPostgres } from '#embedded-postgres/testing';
import type { DatabaseConnection } from '#platform/database/connection.ts';
import { readDatabaseUrl } from '#platform/database/connection.ts';
import { openDatabase } from '#platform/database/database.ts';
import { grantToAppRole, migrate } from '#platform/database/migrate.ts';
import { prepareJobs } from '#platform/jobs/prepare-jobs.ts';
import { createLog } from '#platform/log.ts';
import { knownJobs } from '#server/shop/job-handlers.ts';
import { borrowDatabaseServer } from './borrowed-server.ts';

/** The PostgreSQL of a test run. */
export type TestServer = {
  /** Connects as the tables' owner to the template: a migrated, empty database that test files clone. */
  owner: DatabaseConnection;
  /** The same, as the role that shops serve as. */
  app: DatabaseConnection;
  /** The database from which others are created. */
  maintenanceDatabase: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: TestServer;
  }
}

/** Prepares a PostgreSQL for the whole test run: the one of `TEST_DATABASE_URL`, with databases and roles for
 * this run only, or a throwaway one in its own folder. */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: url } = process.env;
  const { stop, ...server } = url ? await borrowDatabaseServer(readDatabaseUrl(url)) : await startThrowaway();
  await makeTemplate(server).catch(async (error) => {
    await stop();
    throw error;
  });
  project.provide('databaseServer', server);
  return stop;
}

async function startThrowaway(): Promise<TestServer & { stop(): Promise<void> }> {
  // Only a superuser may end an autovacuum that blocks dropping a database.
  const settings = { max_connections: '200', autovacuum: 'off' };
  const { connection, appConnection, stop } = await startThrowawayPostgres('toolyard', settings);
  return { owner: connection, app: appConnection, maintenanceDatabase: 'postgres', stop };
}

async function makeTemplate({ owner, app }: TestServer): Promise<void> {
  const database = openDatabase(owner, { onIdleError: () => undefined });
  try {
    await migrate(database.db);
    // Periodic jobs (some every five minutes) would appear in tests that count jobs, with no worker to run
    // them.
    await prepareJobs(database, { ...knownJobs, periodic: [] }, createLog('silent'));
    await grantToAppRole(database.db, app.user);
  } finally {
    await database.close();
  }
}
