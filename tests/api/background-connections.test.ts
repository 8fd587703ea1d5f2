import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runInBackground } from '#platform/concurrency.ts';
import { BACKGROUND_CONNECTIONS } from '#platform/database/check-server.ts';
import { jobHandlers } from '#server/shop/job-handlers.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const POOL_SIZE = 2;

const t = setUpShop({ DATABASE_POOL_SIZE: String(POOL_SIZE), SHOP_RATE_LIMIT: 'off' });

/** Holds this many connections, as transactions would, until `during` ends. */
async function holding<Result>(count: number, during: () => Promise<Result>): Promise<Result> {
  const { promise: over, resolve: release } = Promise.withResolvers<void>();
  const begun = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const held = begun.map(({ resolve }) =>
    t.shop.db.transaction().execute(async (tx) => {
      await sql`select`.execute(tx);
      resolve();
      await over;
    }),
  );
  await Promise.all(begun.map(({ promise }) => promise));
  const result = during();
  await result.catch(() => undefined);
  release();
  await Promise.all(held);
  return result;
}

const runJob = () => jobHandlers(t.shop)['forget-old-webhooks']?.({}, { isLast: false });

test('serves visitors while background work has taken all of its connections', async () => {
  const { id } = await t.makeTool();
  let work: Promise<void> | undefined;
  let isDone = false;
  const { reply, wasDone } = await runInBackground(() =>
    holding(BACKGROUND_CONNECTIONS, async () => {
      work = runJob()?.then(() => {
        isDone = true;
      });
      return { reply: await t.call('GET', `/tool/${id}`), wasDone: isDone };
    }),
  );
  expect(reply.status).toBe(200);
  expect(wasDone).toBe(false);
  await work;
  expect(isDone).toBe(true);
});

test('goes on with background work while visitors have taken all of theirs', async () => {
  await holding(POOL_SIZE, async () => expect(await runJob()).toBeUndefined());
});
