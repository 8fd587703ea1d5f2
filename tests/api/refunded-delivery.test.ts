/** @module-tag sweep */
import { beforeAll, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { buyBasket } from '#tests/support/baskets.ts';
import { expectStatus, readOrder } from '#tests/support/buying.ts';
import { chargeAtHome, deliveryMethod } from '#tests/support/charges.ts';
import { cancelOrder, creditNotesOf, givenBack, refundOrder, refundsOf } from '#tests/support/refunding.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const ada = setUpForEach(() => t.makeUser());

// Every payment has 5.00 of delivery, and 10 % tax on top of delivery and goods.
beforeAll(() => chargeAtHome(t, deliveryMethod()));

/** Buys one unit each of this many tools at 10.00, 11.00 with tax, in one payment. */
async function buyTogether(count: number): Promise<Order[]> {
  const tools = await Promise.all(
    Array.from({ length: count }, () => t.makeTool({ priceCents: 1000, onHand: 5 })),
  );
  return buyBasket(t, ada, tools);
}

const ship = async ({ _id }: Order) =>
  expectStatus(await t.call('PUT', `/manageorders/${_id}`, { token: staff.token }), 200);

/** What the credit notes of a payment take back of its delivery: each as its delivery, or as its only
 * line. */
async function creditedDelivery(order: Order): Promise<number[]> {
  return (await creditNotesOf(t, order)).map(({ delivery, lines }) => {
    const [line] = lines;
    const part = delivery ?? (line?.name.startsWith('Shipping') ? line : { netCents: 0, taxCents: 0 });
    return part.netCents + part.taxCents;
  });
}

test.each(['in turn', 'at once'])(
  'the delivery of two orders that are canceled %s is refunded once, with the last',
  async (how) => {
    for (let round = 0; round < (how === 'at once' ? 4 : 1); round++) {
      const [one, two] = await buyTogether(2);
      if (!one || !two) throw new Error('no orders');
      expect([one.refundable, one.refundableDelivery, one.cancelRefund]).toEqual([16.5, 5.5, 11]);
      if (how === 'in turn') {
        expectStatus(await cancelOrder(t, ada, one._id), 200);
        expect((await readOrder(t, ada, two._id)).cancelRefund).toBe(16.5);
        expectStatus(await cancelOrder(t, ada, two._id), 200);
      } else {
        const replies = await Promise.all([one, two].map(({ _id }) => cancelOrder(t, ada, _id)));
        expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      }
      const made = (await Promise.all([one, two].map(({ _id }) => refundsOf(t, ada, _id)))).flat();
      expect(made.map(({ amount, delivery }) => [amount, delivery]).toSorted()).toEqual([
        [11, 0],
        [16.5, 5.5],
      ]);
      expect(await creditedDelivery(one)).toEqual([0, 550]);
      const after = await readOrder(t, ada, two._id);
      expect([after.refundable, after.refundableDelivery, after.cancelRefund]).toEqual([0, 0, null]);
      await t.runJobs();
      expect(await givenBack(t, one)).toEqual({ cents: 2750, times: 2 });
    }
  },
);

test('refunds a shipped order in full, with its delivery, and no more', async () => {
  const [order] = await buyTogether(1);
  if (!order) throw new Error('no order');
  await ship(order);
  expect(await readOrder(t, ada, order._id)).toMatchObject({ refundable: 16.5, cancelRefund: null });
  expect(await refundOrder(t, staff, order._id, { amount: 16.51 })).toMatchObject({
    status: 409,
    body: { error: { field: 'amount', current: 16.5 } },
  });
  const made = expectStatus(await refundOrder(t, staff, order._id, { amount: 16.5 }), 201);
  expect([made.amount, made.delivery]).toEqual([16.5, 5.5]);
  expect(await creditedDelivery(order)).toEqual([550]);
  await t.runJobs();
  expect(await givenBack(t, order)).toEqual({ cents: 1650, times: 1 });
  expect(await readOrder(t, ada, order._id)).toMatchObject({ refunded: 16.5, refundable: 0 });
});

test('refunds the delivery alone, once, and the rest on cancellation', async () => {
  const [one, two] = await buyTogether(2);
  if (!one || !two) throw new Error('no orders');
  const replies = await Promise.all(
    [one, two, one].map(({ _id }) => refundOrder(t, staff, _id, { delivery: true, reason: 'Late' })),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect(await creditedDelivery(one)).toEqual([550]);
  expect(await refundOrder(t, staff, one._id, { delivery: true })).toMatchObject({
    status: 409,
    body: { error: { field: 'delivery', message: 'There’s nothing left to refund for shipping' } },
  });
  for (const { _id } of [one, two]) expectStatus(await cancelOrder(t, ada, _id), 200);
  expect(await creditedDelivery(one)).toEqual([550, 0, 0]);
  await t.runJobs();
  expect(await givenBack(t, one)).toEqual({ cents: 2750, times: 3 });
});

test('refunds the delivery when one order is cancelled and the other shipped', async () => {
  const [one, two] = await buyTogether(2);
  if (!one || !two) throw new Error('no orders');
  expectStatus(await cancelOrder(t, ada, one._id), 200);
  await ship(two);
  expectStatus(await refundOrder(t, staff, two._id, { quantity: 1 }), 201);
  expect(await readOrder(t, ada, two._id)).toMatchObject({ refundable: 5.5, refundableDelivery: 5.5 });
  expectStatus(await refundOrder(t, staff, two._id, { delivery: true }), 201);
  await t.runJobs();
  expect(await givenBack(t, one)).toEqual({ cents: 2750, times: 3 });
});

test('lets the database refund no more delivery than was charged', async () => {
  const [order] = await buyTogether(1);
  if (!order) throw new Error('no order');
  await expect(
    t.asOwner(`
      update payments set refunded_cents = 551, refunded_delivery_cents = 551
      where intent_id = '${order.transactionId}'`),
  ).rejects.toThrow('payments_refunded_delivery_within_charged');
});

test.each([{ delivery: false }, { delivery: true, amount: 1 }, { delivery: true, quantity: 1 }])(
  'a refund is refused for %j',
  async (body) => {
    const [order] = await buyTogether(1);
    if (!order) throw new Error('no order');
    expect((await refundOrder(t, staff, order._id, body)).status).toBe(400);
    expect((await refundOrder(t, staff, order._id, { delivery: true, restock: true })).status).toBe(400);
    expect(await refundsOf(t, staff, order._id)).toEqual([]);
  },
);
