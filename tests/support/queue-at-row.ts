import { sql } from 'kysely';
import type { TestShop } from './test-shop.ts';

/** Makes calls wait one after the other for rows locked by `select … for update`; once all of them wait, they
 * continue in that order. Returns their results. */
export async function queueAtRow<Result>(
  t: TestShop,
  lock: string,
  calls: (() => Promise<Result>)[],
): Promise<Result[]> {
  const waiting: Promise<Result>[] = [];
  await t.shop.db.transaction().execute(async (tx) => {
    await sql.raw(lock).execute(tx);
    for (const call of calls) {
      const before = await countWaiting(t);
      waiting.push(call());
      while ((await countWaiting(t)) === before) await new Promise((resolve) => setImmediate(resolve));
    }
  });
  return Promise.all(waiting);
}

/** The same, for the row of an order. */
export function queueAtOrder<Result>(
  t: TestShop,
  orderId: string,
  calls: (() => Promise<Result>)[],
): Promise<Result[]> {
  return queueAtRow(t, `select from orders where id = '${orderId}' for update`, calls);
}

async function countWaiting(t: TestShop): Promise<number> {
  const [row] = await t.asOwner(
    "select count(*)::integer as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return Number(row?.waiting);
}
