import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { orderBody } from '#tests/support/buying.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import { until } from '#tests/support/until.ts';

const POOL_SIZE = 2;
const IN_LINE = POOL_SIZE * 8;
const TOO_MANY = 44;

const t = setUpShop({ DATABASE_POOL_SIZE: String(POOL_SIZE), SHOP_RATE_LIMIT: 'off' });

/** Takes every connection of the pool until `during` ends. */
async function withoutConnections<Result>(during: () => Promise<Result>): Promise<Result> {
  const { promise: over, resolve: release } = Promise.withResolvers<void>();
  const taken = Array.from({ length: POOL_SIZE }, () => Promise.withResolvers<void>());
  const transactions = taken.map(({ resolve }) =>
    t.shop.db.transaction().execute(async (tx) => {
      await tx.selectFrom('tools').select('id').execute();
      resolve();
      await over;
    }),
  );
  await Promise.all(taken.map(({ promise }) => promise));
  try {
    return await during();
  } finally {
    release();
    await Promise.all(transactions);
  }
}

test('refuses requests beyond the queue at once while every connection is taken', async () => {
  const { promise: refusedEnough, resolve } = Promise.withResolvers<void>();
  let refusals = 0;
  const { id } = await t.makeTool();
  const replies = await withoutConnections(async () => {
    const all = Array.from({ length: IN_LINE + TOO_MANY }, async () => {
      const reply = await t.call('GET', `/tool/${id}`);
      if (reply.status === 503) refusals += 1;
      if (refusals === TOO_MANY) resolve();
      return reply;
    });
    // The others wait in the queue until the connections are released.
    await refusedEnough;
    return all;
  });
  const all = await Promise.all(replies);
  const refused = all.filter(({ status }) => status === 503);
  expect(refused).toHaveLength(TOO_MANY);
  expect(refused[0]?.body).toMatchObject({ error: { code: 'unavailable' } });
  expect(refused.every(({ headers }) => headers.get('retry-after') === '2')).toBe(true);
  expect(all.filter(({ status }) => status === 200)).toHaveLength(IN_LINE);
});

test('changes nothing when the connection is lost during a write, and succeeds on retry', async () => {
  const buyer = await t.makeUser();
  const tool = await t.makeTool();
  const place = () => t.call('POST', '/orders', { token: buyer.token, body: orderBody(tool.id) });
  const endWaiting = () =>
    t.asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
  const lost = await t.shop.db.transaction().execute(async (tx) => {
    await sql`lock table orders in access exclusive mode`.execute(tx);
    const placing = place();
    await until('the order to wait for the table', async () => (await endWaiting()).length > 0);
    return placing;
  });
  expect(lost.status).toBe(503);
  expect(lost.headers.get('retry-after')).toBe('2');
  const placed = await t.asOwner('select count(*)::int as orders from orders');
  expect(placed).toEqual([{ orders: 0 }]);
  expect((await place()).status).toBe(201);
});
