/** @module-tag sweep */
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { findStockDifferences } from '#features/orders/stock-differences.ts';
import { openDatabase } from '#platform/database/database.ts';
import { insertOrders, insertUsers } from '#tests/screens/shops/past-trade.ts';
import { createFreshDatabase } from '#tests/support/fresh-database.ts';

test('generates past trade whose ledgers pass every check of the doctor', async () => {
  const database = await createFreshDatabase();
  onTestFinished(database.drop);
  const { db, close } = openDatabase(database.connection, {
    maxConnections: 2,
    onIdleError: () => undefined,
  });
  onTestFinished(close);
  const owner = new pg.Client(database.connection);
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query(`
    alter table tools drop constraint tools_img_fkey;
    insert into tools (id, name, description, img, price_cents, min_order_quantity, on_hand)
      select ('01900001-0000-7000-8000-00000000000' || nth)::uuid, 'Saw ' || nth, 'Cuts.', 'saw', 1000, 1, nth from generate_series(1, 3) nth;
    insert into stock_movements (tool_id, kind, quantity, available_after, cause, actor, at)
      select id, 'received', on_hand, on_hand, 'new_tool', 'start', now() from tools`);
  await insertUsers(owner, 5, 30);
  await insertOrders(owner, { count: 40, days: 30 });
  await insertOrders(owner, { count: 20, days: 20, buyer: await emailOf(owner) });
  const { rows } = await owner.query(`select count(*)::int as sold from stock_movements where kind = 'sold'`);
  expect(rows[0].sold).toBeGreaterThan(40);
  expect(await findStockDifferences(db, 3)).toEqual({ count: 0, tools: [] });
  const broken = await owner.query(`
    select tool_id from (select tool_id, available_after - quantity <> lag(available_after, 1, 0)
      over (partition by tool_id order by id) as is_broken from stock_movements) moves where is_broken`);
  expect(broken.rows).toEqual([]);
});

const emailOf = async (owner: pg.Client): Promise<string> =>
  (await owner.query('select email from users order by id limit 1')).rows[0].email;
