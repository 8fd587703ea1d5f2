/** @module-tag sweep */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { createFreshDatabase } from '#tests/support/fresh-database.ts';

/** A table of two rows, over a single connection. */
async function openTable() {
  const { connection, drop } = await createFreshDatabase('template0');
  onTestFinished(drop);
  const { db, pool, close } = openDatabase(connection, { maxConnections: 1, onIdleError: () => undefined });
  onTestFinished(close);
  await pool.query('create temporary table hammers as select n as id from generate_series(1, 2) n');
  const kept = async () => {
    const { rows } = await pool.query('select statement from pg_prepared_statements');
    return rows.map(({ statement }) => statement);
  };
  return { db, pool, kept };
}

test('caches the plan only of a statement that finds rows by keys in a transaction', async () => {
  const { db, kept } = await openTable();
  const ask = (id: number) => sql<{ id: number }>`select id from hammers where id = ${id}`;
  expect((await ask(1).execute(db)).rows).toEqual([{ id: 1 }]);
  expect(await kept()).toEqual([]);
  await db.transaction().execute(async (tx) => {
    for (const id of [1, 2]) expect((await ask(id).execute(tx)).rows).toEqual([{ id }]);
  });
  expect(await kept()).toEqual(['select id from hammers where id = $1']);
  await ask(2).execute(db);
  await db.transaction().execute((tx) => ask(2).execute(tx));
  expect(await kept()).toHaveLength(1);
});

test('survives a column added by a newer release in statements that select all columns', async () => {
  const { db, pool, kept } = await openTable();
  const askForAll = () =>
    db.transaction().execute(async (tx) => {
      const found = await sql`select * from hammers where id = ${1}`.execute(tx);
      const also = await sql`select "h".* from hammers as h where id = ${1}`.execute(tx);
      const changed = await sql`update hammers set id = ${2} where id = ${2} returning *`.execute(tx);
      return [found, also, changed].map(({ rows }) => rows);
    });
  expect(await askForAll()).toEqual([[{ id: 1 }], [{ id: 1 }], [{ id: 2 }]]);
  await pool.query('alter table hammers add column grams int');
  expect(await askForAll()).toEqual([
    [{ id: 1, grams: null }],
    [{ id: 1, grams: null }],
    [{ id: 2, grams: null }],
  ]);
  expect(await kept()).toEqual([]);
});

test('caches a limited number of statements, and none with many values', async () => {
  const { db, kept } = await openTable();
  await db.transaction().execute(async (tx) => {
    const many = sql.join(Array.from({ length: 100 }, (_, n) => n));
    await sql`select id from hammers where id in (${many})`.execute(tx);
  });
  expect(await kept()).toEqual([]);
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < 1_100; n += 1) {
      const { rows } = await sql<{
        id: number;
      }>`select id, ${sql.lit(n)}::int from hammers where id = ${1}`.execute(tx);
      expect(rows).toHaveLength(1);
    }
  });
  expect((await kept()).length).toBeLessThanOrEqual(1_000);
});
