/** @module-tag sweep */
import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { lockTables } from '#platform/database/migrate.ts';
import { createLog } from '#platform/log.ts';
import { prepareTables, tellProgress } from '#server/shop/prepare-tables.ts';
import { createFreshDatabase } from '#tests/support/fresh-database.ts';
import { until } from '#tests/support/until.ts';

test('creates the tables once when several processes start on an empty database', async () => {
  const database = await createFreshDatabase('template0');
  onTestFinished(database.drop);
  const { connection: owner, appConnection: connection } = database;
  const server = { owner, connection, appRole: connection.user, summary: '', stop: async () => undefined };
  const changed: string[][] = [];
  const start = () =>
    prepareTables(server, createLog('silent'), {
      beforeChange: async (pending) => void changed.push(pending),
    });
  await Promise.all([start(), start(), start(), start()]);
  // The later ones found nothing left to change.
  expect(changed).toEqual([]);
  const files = await readdir(new URL('../../database/migrations', import.meta.url));
  const applied = await database.asOwner('select name from kysely_migration order by name');
  expect(applied.map(({ name }) => `${name}.sql`)).toEqual(files.sort());
});

/** A database that lacks its newest migrations. */
async function makeOlder(wanted = '0057-deleted-tools') {
  const database = await createFreshDatabase('template0');
  onTestFinished(database.drop);
  const { connection, appConnection } = database;
  const server = {
    ...{ owner: connection, connection, appRole: appConnection.user },
    ...{ summary: '', stop: async () => undefined },
  };
  await prepareTables(server, createLog('silent'), { wanted });
  const newest = await database.asOwner('select max(name) as name from kysely_migration');
  return { database, server, newest };
}

test('does not change the tables while another version still serves them', async () => {
  const { database, server, newest } = await makeOlder();
  const serving = openDatabase(database.connection, { onIdleError: () => undefined });
  await sql`select 1`.execute(serving.db);
  const heard: string[][] = [];
  const beforeChange = async (pending: string[]) => void heard.push(pending);
  await expect(prepareTables(server, createLog('silent'), { beforeChange })).rejects.toThrow(
    /^This version changes the database \(0058-.* and \d+ more\), and a shop of another version still runs on it: process \d+ \(toolyard\), since .*\. Stop every process of the shop/,
  );
  expect(heard).toEqual([]);
  expect(await database.asOwner('select max(name) as name from kysely_migration')).toEqual(newest);
  await serving.close();
  await prepareTables(server, createLog('silent'));
});

test('reports whose lock a start waits for, and ends it; the tables stay unchanged', async () => {
  const { database, server, newest } = await makeOlder();
  const other = openDatabase(database.connection, { name: 'a person', onIdleError: () => undefined });
  const said: string[] = [];
  await other.db.transaction().execute(async (tx) => {
    await sql`lock table orders`.execute(tx);
    await expect(
      prepareTables(server, createLog('silent'), { say: (line) => said.push(line), lockSeconds: 3 }),
    ).rejects.toThrow(
      /^The tables could not be changed: for 3 seconds a lock on them was held by process \d+ \(a person\), since .*pg_terminate_backend\(\d+\)/,
    );
  });
  await other.close();
  expect(said).toEqual([expect.stringMatching(/^Waiting for a lock on the tables, .* \(a person\)/)]);
  expect(await database.asOwner('select max(name) as name from kysely_migration')).toEqual(newest);
});

/** The newest migration before those that leave the version before able to serve. */
const LAST_ALONE = '0115-account-exports';

test('changes the tables beside a shop that can go on with them, and gives way to its transactions', async () => {
  const { database, server } = await makeOlder(LAST_ALONE);
  const serving = openDatabase(database.connection, { onIdleError: () => undefined });
  const said: string[] = [];
  const started = Promise.withResolvers<void>();
  let change = Promise.resolve();
  await serving.db.transaction().execute(async (tx) => {
    await sql`select from identity.session, identity.passkey`.execute(tx);
    change = prepareTables(server, createLog('silent'), {
      say: (line) => {
        said.push(line);
        started.resolve();
      },
    });
    await started.promise;
    // It waits for this transaction, which can nevertheless take the lock that it has asked for before.
    await sql`lock table identity.passkey in share row exclusive mode`.execute(tx);
  });
  await change;
  await serving.close();
  expect(said).toEqual([expect.stringMatching(/^Waiting for a lock on the tables, .*\(toolyard\), since/)]);
  const [newest] = await database.asOwner('select max(name) as name from kysely_migration');
  expect(String(newest?.name) > LAST_ALONE).toBe(true);
});

test('after a refused lock asks for that one first, while it holds no other', async () => {
  const { database, server } = await makeOlder(LAST_ALONE);
  const other = openDatabase(database.connection, { onIdleError: () => undefined });
  let change = Promise.resolve();
  onTestFinished(async () => {
    await change.catch(() => undefined);
    await other.close();
  });
  await other.db.transaction().execute(async (tx) => {
    await sql`select from identity.session`.execute(tx);
    change = prepareTables(server, createLog('silent'));
    // Of the tables that change, it comes after another one at first.
    const isAskedAlone = async () => {
      const asked = await database.asOwner(`
        select relation::regclass::text as name, granted from pg_locks join pg_stat_activity using (pid)
        where application_name = 'toolyard start' and mode = 'AccessExclusiveLock' and locktype = 'relation'`);
      return JSON.stringify(asked) === '[{"name":"identity.session","granted":false}]';
    };
    // PostgreSQL ends a transaction that is idle for 15 seconds.
    await until('a wait for that table alone', isAskedAlone, 12_000);
  });
  await change;
});

test('holds no lock as long as PostgreSQL takes to look for deadlocks, however many others keep it waiting', async () => {
  const database = await createFreshDatabase('template0');
  const { db, close } = openDatabase(database.connection, {
    ...{ name: 'changing', maxConnections: 6, onIdleError: () => undefined },
  });
  onTestFinished(async () => {
    await close();
    await database.drop();
  });
  for (const name of ['first', 'second', 'third', 'fourth'])
    await sql`create table ${sql.table(name)} ()`.execute(db);
  const isAskedFor = async (name: string, granted: boolean) => {
    const asked = await database.asOwner(`
      select from pg_locks where relation = '${name}'::regclass and mode = 'AccessExclusiveLock' and granted = ${granted}`);
    return asked.length > 0;
  };
  const ready = new Set<string>();
  /** A transaction that ends 300 ms after the change has asked for its table. */
  const brief = (name: string) =>
    db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(name)} in share mode`.execute(tx);
      ready.add(name);
      await until(`a wait for ${name}`, () => isAskedFor(name, false).then((is) => is || given));
      await sql`select pg_sleep(0.3)`.execute(tx);
    });
  let given = false;
  const briefs = [brief('second'), brief('third')];
  await db.transaction().execute(async (waiting) => {
    await sql`lock table fourth in share mode`.execute(waiting);
    await until('the others to be there', async () => ready.size === 2);
    const change = db
      .transaction()
      .execute((tx) => lockTables(tx, [], ['first', 'second', 'third', 'fourth']))
      .catch((error: unknown) => error)
      .finally(() => {
        given = true;
      });
    await until('the first to be locked', () => isAskedFor('first', true));
    // Of two that wait for each other, PostgreSQL ends the one that has waited for a second.
    await sql`lock table first in share mode`.execute(waiting);
    expect(await change).toMatchObject({ code: '55P03', detail: expect.stringMatching(/second|third/) });
  });
  await Promise.all(briefs);
});

test('lets the serving role use at once what a migration makes', async () => {
  const { database, server } = await makeOlder(LAST_ALONE);
  const other = openDatabase(database.connection, { onIdleError: () => undefined });
  const serving = openDatabase(database.appConnection, { onIdleError: () => undefined });
  let change = Promise.resolve();
  onTestFinished(async () => {
    await change.catch(() => undefined);
    await other.close();
    await serving.close();
  });
  await other.db.transaction().execute(async (tx) => {
    // The start waits for this lock after the migrations, before it grants everything once more.
    await sql`select pg_advisory_xact_lock(hashtext('toolyard older jobs'))`.execute(tx);
    change = prepareTables(server, createLog('silent'));
    await until('the migrations', async () => {
      const [newest] = await database.asOwner('select max(name) as name from kysely_migration');
      return String(newest?.name) > LAST_ALONE;
    });
    // A sign-up runs a new trigger, which reads a new table.
    const account = { id: 'one', email: 'ada@example.com', name: 'Ada', emailVerified: true };
    await serving.db.insertInto('identity.user').values(account).execute();
  });
  await change;
});

test('tells which migration is under way after a second, and every five', async () => {
  const database = await createFreshDatabase('template0');
  onTestFinished(database.drop);
  const { db, close } = openDatabase(database.connection, { onIdleError: () => undefined });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const said: string[] = [];
  const progress = tellProgress(db, (line) => said.push(line));
  vi.advanceTimersByTime(3_000);
  progress.step('0002-two', ['0001-one', '0002-two']);
  vi.advanceTimersByTime(9_000);
  progress.stop();
  await until('both lines', async () => said.length >= 2);
  vi.advanceTimersByTime(9_000);
  await close();
  const line = expect.stringMatching(/^Changing the tables: 0002-two \(2 of 2\), for \d s so far …$/);
  expect(said).toEqual([line, line]);
});
