import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseConnection } from '#platform/database/database.ts';
import { TEMPLATE_DATABASE } from './database-server.ts';

/** How to reach a database of the test run's server. */
type ServerConnection = Exclude<DatabaseConnection, { connectionString: string }>;

/** A migrated, empty database of a test's own. */
export type FreshDatabase = {
  /** Connects as the owner of the tables. */
  connection: ServerConnection;
  /** Connects as the role that shops serve as. */
  appConnection: ServerConnection;
  /** Runs one statement as the owner. */
  asOwner(statement: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
};

/** Clones the template on the test run's throwaway server. */
export async function createFreshDatabase(): Promise<FreshDatabase> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await onDatabase('postgres', `create database ${database} template ${TEMPLATE_DATABASE}`);
  return {
    connection: { ...inject('databaseServer'), database },
    appConnection: { ...inject('appConnection'), database },
    asOwner: (statement) => onDatabase(database, statement),
    async drop() {
      await onDatabase('postgres', `drop database ${database} with (force)`);
    },
  };
}

/** Runs one statement as the owner. Databases are made from beside the template, which must have no connection then. */
async function onDatabase(database: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...inject('databaseServer'), database });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
