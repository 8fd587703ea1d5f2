import type { TestShop } from '#tests/support/test-shop.ts';

/** Lets calls come to an order's row one after the other while it is locked: in their order each goes on, once all of them
 * wait. Answers what each came to. */
export async function queueAtOrder<Result>(
  t: TestShop,
  orderId: string,
  calls: (() => Promise<Result>)[],
): Promise<Result[]> {
  const waiting: Promise<Result>[] = [];
  await t.shop.db.transaction().execute(async (tx) => {
    await tx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute();
    for (const call of calls) {
      const before = await countWaiting(t);
      waiting.push(call());
      while ((await countWaiting(t)) === before) await new Promise((resolve) => setImmediate(resolve));
    }
  });
  return Promise.all(waiting);
}

async function countWaiting(t: TestShop): Promise<number> {
  const [row] = await t.asOwner(
    "select count(*)::integer as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return Number(row?.waiting);
}
