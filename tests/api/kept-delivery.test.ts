/** @module-tag sweep */
import { beforeAll, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { BillReply } from '#features/payments/contract.ts';
import { buyBasket } from '#tests/support/baskets.ts';
import { expectStatus, queuedMails, readOrder } from '#tests/support/buying.ts';
import { chargeAtHome, deliveryMethod } from '#tests/support/charges.ts';
import { cancelOrder, creditNotesOf, givenBack, refundOrder, refundsOf } from '#tests/support/refunding.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const ada = setUpForEach(() => t.makeUser());

// Delivery is 5.00 and free from 50.00; 10 % tax is added to it and to the goods.
beforeAll(() => chargeAtHome(t, deliveryMethod({ kind: 'free_over', freeFrom: 50 })));

/** Buys tools in one payment: one unit each at the given price, or the given number of units. */
async function buyTogether(...prices: (number | [cents: number, units: number])[]): Promise<Order[]> {
  const asked = prices.map((price) => (typeof price === 'number' ? ([price, 1] as const) : price));
  const tools = await Promise.all(
    asked.map(async ([priceCents, quantity]) => ({
      ...(await t.makeTool({ priceCents, onHand: 20 })),
      quantity,
    })),
  );
  return buyBasket(t, ada, tools);
}

const read = ({ _id }: Order) => readOrder(t, ada, _id);

const refundsFor = async (orders: Order[]) =>
  (await Promise.all(orders.map(({ _id }) => refundsOf(t, ada, _id))))
    .flat()
    .map(({ amount, delivery, keptDelivery }) => [amount, delivery, keptDelivery]);

const retainedDelivery = async ({ transactionId }: Order) =>
  (
    await t.asOwner(
      `select kept_delivery_cents::int as kept from payments where intent_id = '${transactionId}'`,
    )
  )[0];

test('retains delivery once when goods drop below the limit: announced, then left out of credit', async () => {
  const [big, small, other] = (await buyTogether(4000, 1000, 1000)) as [Order, Order, Order];
  expect([big.cancelRefund, big.deliveryToKeep]).toEqual([
    38.5,
    { below: 50, amount: 5.5, fromUnits: 1, ifCanceled: 5.5 },
  ]);
  expect([small.cancelRefund, small.deliveryToKeep]).toEqual([11, null]);
  expectStatus(await cancelOrder(t, ada, big._id, { refund: 38.5 }), 200);
  expect(await refundsFor([big])).toEqual([[38.5, 0, 5.5]]);
  expect(await retainedDelivery(big)).toEqual({ kept: 550 });
  expect(await read(small)).toMatchObject({
    cancelRefund: 11,
    deliveryToKeep: null,
    refundableDelivery: 5.5,
  });
  const [note] = await creditNotesOf(t, big);
  expect(note).toMatchObject({
    ...{ goodsCents: 4000, netCents: 3500, taxCents: 350, totalCents: 3850, delivery: null },
    taxes: [{ category: 'S', ratePpm: 100_000, basisCents: 3500, taxCents: 350 }],
    keptDelivery: { netCents: 500, taxCents: 50, taxRatePpm: 100_000, category: 'S' },
  });
  const bill = await t.call<BillReply>('GET', `/payments/${big.transactionId}/bill`, { token: ada.token });
  expect(bill.body).toMatchObject({ total: 66, keptDelivery: 5.5, refundDue: 38.5 });
  await t.runJobs();
  expect(await givenBack(t, big)).toEqual({ cents: 3850, times: 1 });
  expectStatus(await cancelOrder(t, ada, small._id), 200);
  expect(await refundsFor([small])).toEqual([[11, 0, 0]]);
  // Nothing was delivered in the end, so the retained delivery goes back too.
  expect((await read(other)).cancelRefund).toBe(16.5);
  expectStatus(await cancelOrder(t, ada, other._id), 200);
  expect(await refundsFor([other])).toEqual([[16.5, 5.5, 0]]);
  const notes = await creditNotesOf(t, big);
  expect(notes.map(({ totalCents }) => totalCents)).toEqual([3850, 1100, 1650]);
  expect(notes[2]?.delivery).toMatchObject({ netCents: 500, taxCents: 50 });
  await t.runJobs();
  expect(await givenBack(t, big)).toEqual({ cents: 6600, times: 3 });
});

test('refuses a cancellation at another refund than shown, with the right amount', async () => {
  const [big, small] = (await buyTogether(4500, 1000)) as [Order, Order];
  expect(await cancelOrder(t, ada, big._id, { refund: 49.5 })).toMatchObject({
    status: 409,
    body: { error: { code: 'price_changed', field: 'refund', current: 44 } },
  });
  expect(await cancelOrder(t, ada, small._id, { refund: Number.MAX_VALUE })).toMatchObject({ status: 409 });
  expect((await cancelOrder(t, ada, small._id, { refund: 'all' })).status).toBe(400);
  expect((await cancelOrder(t, ada, small._id, { keepDelivery: 'no' })).status).toBe(400);
  expect(await refundsFor([big, small])).toEqual([]);
  expectStatus(await cancelOrder(t, ada, small._id, { refund: 5.5 }), 200);
  // Nothing else is left, so the retained delivery goes back too.
  expect(await cancelOrder(t, ada, big._id, { refund: 49.5 })).toMatchObject({
    status: 409,
    body: { error: { current: 55 } },
  });
});

test('retains no more than is refunded, and the rest with the next line', async () => {
  const [first, second, last] = (await buyTogether(300, 400, 4500)) as [Order, Order, Order];
  expect(first).toMatchObject({ cancelRefund: 0, deliveryToKeep: { amount: 5.5, ifCanceled: 3.3 } });
  expectStatus(await cancelOrder(t, ada, second._id, { refund: 0 }), 200);
  expect(await queuedMails(t, second._id)).toContain('order-cancelled');
  expect(await refundsFor([second])).toEqual([[0, 0, 4.4]]);
  expect((await refundsOf(t, ada, second._id)).map(({ state }) => state)).toEqual(['done']);
  expect((await read(second)).refunded).toBe(0);
  expect(await read(first)).toMatchObject({ cancelRefund: 2.2, deliveryToKeep: { ifCanceled: 1.1 } });
  expectStatus(await cancelOrder(t, ada, first._id), 200);
  expect(await retainedDelivery(last)).toEqual({ kept: 550 });
  expectStatus(await cancelOrder(t, ada, last._id), 200);
  const notes = await creditNotesOf(t, last);
  expect(notes.map(({ totalCents, taxCents }) => [totalCents, taxCents])).toEqual([
    [0, 0],
    [220, 20],
    [5500, 500],
  ]);
  await t.runJobs();
  expect(await givenBack(t, last)).toEqual({ cents: 5720, times: 2 });
});

test('lets staff waive retained delivery for the shop’s fault, counting those goods as bought', async () => {
  const [big, small, last] = (await buyTogether(4000, 1000, 1000)) as [Order, Order, Order];
  expect(await cancelOrder(t, ada, big._id, { keepDelivery: false })).toMatchObject({
    status: 409,
    body: { error: { field: 'keepDelivery' } },
  });
  const fault = { reason: 'No more made', keepDelivery: false };
  expect((await cancelOrder(t, staff, big._id, { ...fault, refund: 38.5 })).status).toBe(409);
  expectStatus(await cancelOrder(t, staff, big._id, { ...fault, refund: 44 }), 200);
  expect(await read(small)).toMatchObject({ cancelRefund: 11, deliveryToKeep: null });
  expectStatus(await cancelOrder(t, ada, small._id), 200);
  expectStatus(await cancelOrder(t, ada, last._id), 200);
  expect(await refundsFor([big, small, last])).toEqual([
    [44, 0, 0],
    [11, 0, 0],
    [11, 0, 0],
  ]);
});

test('counts units refunded by staff too, unless they had left', async () => {
  const [saws, nails] = (await buyTogether([1000, 5], 400)) as [Order, Order];
  expect(saws.deliveryToKeep).toEqual({ below: 50, amount: 5.5, fromUnits: 1, ifCanceled: 5.5 });
  const part = { orders: [{ orderId: saws._id, quantity: 2 }] };
  expectStatus(await t.call('POST', '/parcels', { token: staff.token, body: part }), 201);
  const refund = expectStatus(await refundOrder(t, staff, saws._id, { quantity: 2 }), 201);
  expect([refund.amount, refund.keptDelivery]).toEqual([16.5, 5.5]);
  // The last unit was never sent; the sent ones are returned.
  expect(expectStatus(await refundOrder(t, staff, saws._id, { quantity: 3 }), 201)).toMatchObject({
    amount: 33,
    keptDelivery: 0,
  });
  expect(await read(nails)).toMatchObject({ cancelRefund: 4.4, deliveryToKeep: null });
  expect(await retainedDelivery(saws)).toEqual({ kept: 550 });
  // Retained delivery can be refunded like charged delivery.
  expect(expectStatus(await refundOrder(t, staff, nails._id, { delivery: true }), 201)).toMatchObject({
    amount: 5.5,
    delivery: 5.5,
  });
  expect(await retainedDelivery(saws)).toEqual({ kept: 550 });
});

test('retains no delivery for units that staff refund without it, nor for an amount', async () => {
  const [saws] = (await buyTogether([1000, 5], 400)) as [Order, Order];
  const fault = { quantity: 2, keepDelivery: false };
  expect(expectStatus(await refundOrder(t, staff, saws._id, fault), 201)).toMatchObject({
    amount: 22,
    keptDelivery: 0,
  });
  expect(expectStatus(await refundOrder(t, staff, saws._id, { amount: 11 }), 201).keptDelivery).toBe(0);
  expect(await retainedDelivery(saws)).toEqual({ kept: 0 });
});

test('retains delivery once for two simultaneous cancellations, and refunds it with the last', async () => {
  for (let round = 0; round < 3; round++) {
    const [one, two, last] = (await buyTogether(3000, 2000, 1000)) as [Order, Order, Order];
    const replies = await Promise.all([one, two].map(({ _id }) => cancelOrder(t, ada, _id)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const made = await refundsFor([one, two]);
    expect(made.map(([, , kept]) => kept).toSorted()).toEqual([0, 5.5]);
    expect(made.reduce((sum, [amount = 0]) => sum + amount, 0)).toBe(49.5);
    const rest = await Promise.all([last, last].map(({ _id }) => cancelOrder(t, ada, _id)));
    expect(rest.map(({ status }) => status)).toEqual([200, 200]);
    expect(await refundsFor([last])).toEqual([[16.5, 5.5, 0]]);
  }
});

test.each([
  ['more than delivery would have cost', 'kept_delivery_cents = 551', 'payments_kept_within_waived'],
  ['what no refund has kept', 'kept_delivery_cents = 100', 'payments_keep_what_refunds_do'],
  ['another amount than when it was paid', 'waived_from_cents = 1', 'charges_frozen'],
])('the database refuses a payment with %s', async (_what, set, constraint) => {
  const [order] = await buyTogether(4000, 1000);
  const change = t.asOwner(`update payments set ${set} where intent_id = '${order?.transactionId}'`);
  await expect(change).rejects.toSatisfy((error: { constraint?: string; message: string }) =>
    [error.constraint, error.message].some((words) => words?.includes(constraint)),
  );
});

test('charges delivery below the limit, and retains none of it', async () => {
  const [one, two] = (await buyTogether(2000, 1000)) as [Order, Order];
  expect(one).toMatchObject({ cancelRefund: 22, deliveryToKeep: null });
  expectStatus(await cancelOrder(t, ada, one._id), 200);
  expect((await read(two)).cancelRefund).toBe(16.5);
});
