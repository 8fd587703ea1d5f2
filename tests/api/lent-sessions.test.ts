import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ensureAdmin } from '#features/users/manage-users.ts';
import { times } from '#tests/support/at-once.ts';
import { buy, expectStatus, queuedMails, readStock } from '#tests/support/buying.ts';
import { givenBack, refundOrder } from '#tests/support/refunding.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const SESSIONS = 3;
const BUYERS = 8;

const t = setUpShop({}, { lentSessions: SESSIONS });

test('through a pool that lends its sessions, orders, payments, refunds, and jobs are as without one', async () => {
  const staff = await t.makeUser({ role: 'staff' });
  const { id: toolId } = await t.makeTool({ onHand: 100 });
  const orders = await times(BUYERS, async () => {
    const order = await buy(t, await t.makeUser(), toolId);
    expect(await refundOrder(t, staff, order._id, { amount: 1 })).toMatchObject({ status: 201 });
    return order;
  });
  expect(await readStock(t, toolId)).toEqual({ onHand: 100 - BUYERS, held: 0, sold: BUYERS });
  const [order] = orders;
  expect(await queuedMails(t, order?._id ?? '')).not.toEqual([]);
  await t.runJobs();
  expect(await queuedMails(t, order?._id ?? '')).toEqual([]);
  for (const each of orders) expect(await givenBack(t, each)).toEqual({ cents: 100, times: 1 });
});

test('through such a pool, many buyers return what has shipped at once', async () => {
  const staff = await t.makeUser({ role: 'staff' });
  const { id: toolId } = await t.makeTool({ onHand: 100 });
  await times(BUYERS, async () => {
    const buyer = await t.makeUser();
    const order = await buy(t, buyer, toolId);
    expectStatus(await t.call('PUT', `/manageorders/${order._id}`, { token: staff.token }), 200);
    const lines = [{ orderId: order._id, quantity: 1, reason: 'other' }];
    expectStatus(await t.call('POST', '/returns', { token: buyer.token, body: { lines } }), 201);
  });
});

test('no statement stays in a lent session, and no lock of one', async () => {
  const admins = await times(BUYERS, () => ensureAdmin(t.shop));
  expect(admins.filter((admin) => admin?.madeUpPassword)).toHaveLength(1);
  // As many at once as there are sessions: each is asked.
  const left = await times(SESSIONS, () =>
    t.shop.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ statements: string; locks: string }>`
        select (select count(*) from pg_prepared_statements) as statements,
          (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
          pg_sleep(0.2)`.execute(tx);
      return rows[0];
    }),
  );
  for (const each of left) expect(each).toMatchObject({ statements: 0, locks: 0 });
});
