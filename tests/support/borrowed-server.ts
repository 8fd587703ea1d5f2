import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type DatabaseConnection, toClientConfig } from '#platform/database/connection.ts';
import type { TestServer } from './database-server.ts';

/** Makes a place for one test run on a PostgreSQL that others use too: an owner, a role to
 * serve as and a database, all with names of their own. `stop` removes them, with every
 * database that the owner has made meanwhile.
 * @param connection a role that may create databases and roles */
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
    // As with the embedded PostgreSQL: the owner sees and ends what the serving role does.
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
    stop: () => giveBack(connection, { owner: owner.user, app: app.user }),
  };
}

/** The order of texts that the embedded PostgreSQL has: by code point. Its own
 * provider has that since version 17. */
async function localeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::integer / 10000 as version`,
  );
  const isBuiltIn = (rows[0]?.version ?? 0) >= 17;
  return isBuiltIn ? `locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'` : `locale 'C.UTF-8'`;
}

async function giveBack(
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
