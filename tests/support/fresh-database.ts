import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseConnection } from '#platform/database/database.ts';
import { TEMPLATE_DATABASE } from './database-server.ts';

/** How to reach a database of the test run's server. */
type ServerConnection = Exclude<DatabaseConnection, { connectionString: string }>;

/** A migrated, empty database of a test's own. */
export type FreshDatabase = { connection: ServerConnection; drop(): Promise<void> };

/** Clones the template on the test run's throwaway server. */
export async function createFreshDatabase(): Promise<FreshDatabase> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${database} template ${TEMPLATE_DATABASE}`);
  return {
    connection: { ...inject('databaseServer'), database },
    drop: () => onServer(`drop database ${database} with (force)`),
  };
}

/** Runs one statement beside the template, which must have no connection while it is cloned. */
async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('databaseServer'), database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
