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
  /** Connects as the owner of the tables, to the template: a database that test
   * files clone, migrated and empty. */
  owner: DatabaseConnection;
  /** The same as the role that shops serve as. */
  app: DatabaseConnection;
  /** Where databases are made from. */
  maintenanceDatabase: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: TestServer;
  }
}

/** Readies a PostgreSQL for the whole test run: the one of `TEST_DATABASE_URL`, in databases and roles of
 * this run's own, or a throwaway one in a folder of its own. */
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
  // Only a superuser may end the vacuuming of a database that is to be dropped.
  const settings = { max_connections: '200', autovacuum: 'off' };
  const { connection, appConnection, stop } = await startThrowawayPostgres('toolyard', settings);
  return { owner: connection, app: appConnection, maintenanceDatabase: 'postgres', stop };
}

async function makeTemplate({ owner, app }: TestServer): Promise<void> {
  const database = openDatabase(owner, { onIdleError: () => undefined });
  try {
    await migrate(database.db);
    // What comes round by itself, every five minutes say, would come into tests that count jobs,
    // and nobody works it off there.
    await prepareJobs(database, { ...knownJobs, periodic: [] }, createLog('silent'));
    await grantToAppRole(database.db, app.user);
  } finally {
    await database.close();
  }
}
