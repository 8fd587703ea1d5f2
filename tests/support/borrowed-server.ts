import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type DatabaseConnection, toClientConfig } from '#platform/database/connection.ts';
import type { TestServer } from './database-server.ts';

/** Prepares a test run on a shared PostgreSQL: an owner, a serving role and a database, all with unique
 * names. `stop` removes them, and every database that the owner has created. @param connection a role that
 * may create databases and roles */
export async function borrowDatabaseServer(
  connection: DatabaseConnection,
): Promise<TestServer & { stop(): Promise<void> }> {
  const name = `toolyard_test_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(18).toString('base64url');
  const owner = { ...connection, user: name, password, database: name };
  const app = { ...owner, user: `${name}_app` };
  const client = new pg.Client(toClientConfig(connection));
  await client.connect();
  try {
    await client.query(`create role ${app.user} login password '${password}'`);
    await client.query(`create role ${owner.user} login createdb password '${password}'`);
    // As with the embedded PostgreSQL: the owner sees and ends the serving role's queries.
    await client.query(`grant ${app.user} to ${owner.user}`);
    await client.query(`grant ${owner.user} to current_user`);
    await client.query(
      `create database ${name} owner ${name} template template0 encoding 'UTF8' ${await localeOf(client)}`,
    );
  } finally {
    await client.end();
  }
  return {
    owner,
    app,
    maintenanceDatabase: connection.database,
    stop: () => dropRoles(connection, { owner: owner.user, app: app.user }),
  };
}

/** The embedded PostgreSQL's text order: by code point. The builtin provider has it since version 17. */
async function localeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::integer / 10000 as version`,
  );
  const isBuiltIn = (rows[0]?.version ?? 0) >= 17;
  return isBuiltIn ? `locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'` : `locale 'C.UTF-8'`;
}

async function dropRoles(
  connection: DatabaseConnection,
  roles: { owner: string; app: string },
): Promise<void> {
  const client = new pg.Client(toClientConfig(connection));
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where datdba = $1::regrole',
      [roles.owner],
    );
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`);
    await client.query(`drop role ${roles.owner}, ${roles.app}`);
  } finally {
    await client.end();
  }
}
