import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type DatabaseConnection, toClientConfig } from '#platform/database/connection.ts';

/** A migrated, empty database for one test. */
export type FreshDatabase = {
  /** Connects as the tables' owner. */
  connection: DatabaseConnection;
  /** Connects as the role that the shop's processes use. */
  appConnection: DatabaseConnection;
  /** Runs one statement as the tables' owner. */
  asOwner(statement: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
};

/** Clones the template on the test run's server; `template0` gives a database without tables. */
export async function createFreshDatabase(template?: string): Promise<FreshDatabase> {
  const { owner, app, maintenanceDatabase } = inject('databaseServer');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  // For a database this small, copying files is faster.
  await onDatabase(
    maintenanceDatabase,
    `create database ${database} template ${template ?? owner.database} strategy file_copy`,
  );
  return {
    connection: { ...owner, database },
    appConnection: { ...app, database },
    asOwner: (statement) => onDatabase(database, statement),
    async drop() {
      await onDatabase(maintenanceDatabase, `drop database ${database} with (force)`);
    },
  };
}

/** Runs one statement as the owner. Databases are created from outside the template, which must have no
 * connections. */
async function onDatabase(database: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(toClientConfig({ ...inject('databaseServer').owner, database }));
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
