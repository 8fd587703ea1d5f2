/** @module-tag sweep */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { buy, expectStatus, readOrder, readStock } from '#tests/support/buying.ts';
import { cancelOrder, refundOrder, refundsOf } from '#tests/support/refunding.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { roundsOf } from '#tests/support/test-form.ts';

const t = setUpShop();
const ada = setUp(() => t.makeUser());
const staff = setUp(() => t.makeUser({ role: 'staff' }));

test('lists, their filters, the export and the overview include refunds', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const before = (
    await t.call<{ sales: { amount: number; orders: number } }>('GET', '/overview', { token: admin.token })
  ).body.sales;
  const { id } = await t.makeTool({ priceCents: 1000 });
  const part = await buy(t, ada, id, 3);
  const whole = await buy(t, ada, id, 2);
  expectStatus(await refundOrder(t, staff, part._id, { quantity: 1 }), 201);
  expectStatus(await cancelOrder(t, ada, whole._id), 200);
  const { body: overview } = await t.call<{
    sales: { amount: number; orders: number };
    refundsDue: { count: number; amount: number };
    bestSellers: { _id: string; units: number; orders: number; amount: number }[];
  }>('GET', '/overview', { token: admin.token });
  expect(overview.sales.orders - before.orders).toBe(1);
  expect(overview.sales.amount - before.amount).toBeCloseTo(20, 5);
  expect(overview.bestSellers.find(({ _id }) => _id === id)).toMatchObject({
    units: 2,
    orders: 1,
    amount: 20,
  });
  expect(overview.refundsDue.count).toBeGreaterThanOrEqual(2);
  const columns = ['refunded', 'refundDue', 'refundedQuantity', 'returnedQuantity'];
  const exported = async () => {
    const path = `/exports/orders.csv?ids=${part._id},${whole._id}`;
    const { body: csv } = await t.call<string>('GET', path, { token: staff.token });
    const [names = [], ...rows] = csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    return rows.map((cells) => columns.map((name) => cells[names.indexOf(name)]));
  };
  expect(await exported()).toEqual([
    ['0.00', '10.00', '1', '0'],
    ['0.00', '20.00', '2', '2'],
  ]);
  await t.runJobs();
  const list = async (query: string) =>
    (await t.call<Order[]>('GET', `/manageorders?${query}`, { token: staff.token })).body.map(
      ({ _id }) => _id,
    );
  expect(await list('refunds=refunded')).toEqual(expect.arrayContaining([part._id, whole._id]));
  expect(await list('refunds=due')).not.toContain(part._id);
  expect(await list('status=cancelled&refunds=refunded')).toContain(whole._id);
  expect(await list('status=cancelled')).not.toContain(part._id);
  expect((await t.call('GET', '/manageorders?refunds=all', { token: staff.token })).status).toBe(400);
  expect(await exported()).toEqual([
    ['10.00', '0.00', '1', '0'],
    ['20.00', '0.00', '2', '2'],
  ]);
});

test('any sequence of partial refunds adds up and never exceeds the amount paid', async () => {
  const step = fc.oneof(
    fc.record({ amount: fc.integer({ min: 1, max: 1500 }) }),
    fc.record({ quantity: fc.integer({ min: 1, max: 4 }), restock: fc.boolean() }),
  );
  const asked = fc.record({
    priceCents: fc.integer({ min: 1, max: 999 }),
    quantity: fc.integer({ min: 1, max: 5 }),
    steps: fc.array(step, { minLength: 1, maxLength: 6 }),
    isCancelled: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ priceCents, quantity, steps, isCancelled }) => {
      const buyer = await t.makeUser();
      const { id } = await t.makeTool({ onHand: 20, priceCents });
      const order = await buy(t, buyer, id, quantity);
      let returned = 0;
      for (const one of steps) {
        const body = 'amount' in one ? { amount: one.amount / 100 } : one;
        const { status } = await refundOrder(t, staff, order._id, body);
        expect([201, 409]).toContain(status);
        if (status === 201 && 'restock' in one && one.restock) returned += one.quantity;
      }
      if (isCancelled) expectStatus(await cancelOrder(t, buyer, order._id), 200);
      const made = await refundsOf(t, staff, order._id);
      const cents = made.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
      const { refundDue, refundable, refundedQuantity } = await readOrder(t, buyer, order._id);
      expect(cents).toBeLessThanOrEqual(priceCents * quantity);
      expect(Math.round(refundDue * 100)).toBe(cents);
      expect(Math.round(refundable * 100)).toBe(priceCents * quantity - cents);
      if (isCancelled) expect(cents).toBe(priceCents * quantity);
      const { onHand } = await readStock(t, id);
      const unitsLeft =
        quantity - made.reduce((sum, one) => sum + (one.reason === null ? 0 : (one.quantity ?? 0)), 0);
      expect(onHand).toBe(20 - quantity + returned + (isCancelled ? unitsLeft : 0));
      expect(refundedQuantity).toBeLessThanOrEqual(quantity);
    }),
    { numRuns: roundsOf(8) },
  );
  await t.runJobs();
  const { rows } = {
    rows: await t.asOwner(`
    select payments.id from payments
    where refunded_cents <> (select coalesce(sum(amount_cents), 0) from refunds where payment_id = payments.id)
      or refunded_cents <> (select coalesce(sum(amount), 0) from sandbox_cards.refunds where intent_id = payments.intent_id and status <> 'failed')
        and not exists (select from refunds where payment_id = payments.id and refunds.state <> 'done')`),
  };
  expect(rows).toEqual([]);
});
