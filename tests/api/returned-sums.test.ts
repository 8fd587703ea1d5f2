import { beforeEach, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { settleProviderDispute } from '#features/refunds/disputes/settle-dispute.ts';
import { lockForReturn, openReturn } from '#features/returns/open-return.ts';
import { buyBasket } from '#tests/support/baskets.ts';
import { buy, expectStatus, readOrder } from '#tests/support/buying.ts';
import { deliveryMethod, forgetRules, regionOf, setDelivery, setTax } from '#tests/support/charges.ts';
import { makeVerifiedPerson } from '#tests/support/person-traces.ts';
import { creditNotesOf, givenBack, refundOrder, refundsOf } from '#tests/support/refunding.ts';
import {
  accepted,
  approvedReturn,
  askReturn,
  buyShipped,
  changeReturn,
  lineOf,
} from '#tests/support/returning.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const buyer = setUp(() => t.makeUser());
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const admin = setUp(() => t.makeUser({ role: 'admin' }));

beforeEach(() => forgetRules(t, admin));

/** Charges tax on top of prices, and delivery. */
async function charge({ rate, delivery = 0 }: { rate: number; delivery?: number }): Promise<void> {
  const home = regionOf('US');
  const methods = [deliveryMethod({ price: delivery })];
  await setDelivery(t, admin, { shopCountry: 'US', regions: [home], methods });
  await setTax(t, admin, { rates: [{ region: home._id, category: null, rate, exemptsBusinesses: false }] });
}

const ship = async ({ _id }: Order) =>
  expectStatus(await t.call('PUT', `/manageorders/${_id}`, { token: staff.token }), 200);

const receive = (returnId: string, order: Order, units: number, more: object = {}) =>
  changeReturn(t, staff, returnId, { state: 'received', lines: [accepted(order, units)], ...more });

test('net 100, discount 10, 20 % tax: 108.00 comes back, at the price paid', async () => {
  await charge({ rate: 20 });
  const { id } = await t.makeTool({ priceCents: 1000, onHand: 100 });
  const price_breaks = [{ quantity: 10, price: 9 }];
  const body = { version: 1, price_breaks };
  expectStatus(await t.call('PATCH', `/tool/${id}`, { token: admin.token, body }), 200);
  const [order] = await buyBasket(t, buyer, [{ id, quantity: 10 }]);
  if (!order) throw new Error('no order');
  await ship(order);
  // Prices and rates of today are not those of the purchase.
  expectStatus(
    await t.call('PATCH', `/tool/${id}`, { token: admin.token, body: { version: 2, price: 70 } }),
    200,
  );
  await setTax(t, admin, { rates: [] });
  const { _id } = await approvedReturn(t, { buyer, staff }, order, 10);
  expect(expectStatus(await receive(_id, order, 10), 200).lines).toMatchObject([{ refunded: 108 }]);
  await t.runJobs();
  expect(await givenBack(t, order)).toEqual({ cents: 10_800, times: 1 });
  expect(await creditNotesOf(t, order)).toMatchObject([
    { netCents: 9000, taxCents: 1800, totalCents: 10_800 },
  ]);
});

test('a whole return with its delivery gives 18.15, the delivery’s tax too; without, 12.10', async () => {
  await charge({ rate: 21, delivery: 5 });
  for (const [delivery, cents] of [
    [true, 1815],
    [false, 1210],
    [undefined, 1210],
  ] as const) {
    const [order] = await buyBasket(t, buyer, [await t.makeTool({ priceCents: 1000 })]);
    if (!order) throw new Error('no order');
    await ship(order);
    const { _id } = await approvedReturn(t, { buyer, staff }, order);
    expectStatus(await receive(_id, order, 1, { ...(delivery !== undefined && { delivery }) }), 200);
    await t.runJobs();
    expect(await givenBack(t, order)).toEqual({ cents, times: 1 });
  }
});

test('a withdrawal gives the delivery back with the last unit of the purchase, unless staff say otherwise', async () => {
  await charge({ rate: 21, delivery: 5 });
  const tools = await Promise.all([1, 2].map(() => t.makeTool({ priceCents: 1000, onHand: 5 })));
  const [one, two] = await buyBasket(t, buyer, tools);
  if (!one || !two) throw new Error('no orders');
  await ship(one);
  await ship(two);
  const withdraw = ({ _id: orderId }: Order) =>
    t.shop.db.transaction().execute(async (tx) => {
      const lines = [{ orderId, quantity: 1, reason: 'withdrawal' as const }];
      const parts = await lockForReturn(tx, lines, () => true);
      return openReturn(t.shop, tx, parts, { kind: 'withdrawal', declared_name: 'Ada' });
    });
  for (const [order, refunded] of [
    [one, 12.1],
    [two, 18.15],
  ] as const) {
    const { id } = await withdraw(order);
    expectStatus(await changeReturn(t, staff, id, { state: 'approved' }), 200);
    expect(expectStatus(await receive(id, order, 1), 200)).toMatchObject({
      kind: 'withdrawal',
      declaredName: 'Ada',
      lines: [{ refunded }],
    });
  }
  await t.runJobs();
  expect(await givenBack(t, one)).toEqual({ cents: 3025, times: 2 });
});

test('a second return of the same order works, and the last unit gets what is left', async () => {
  const order = await buyShipped(t, buyer, 3, 333);
  for (const refunded of [3.33, 3.33, 3.33]) {
    const { _id } = await approvedReturn(t, { buyer, staff }, order);
    expect(expectStatus(await receive(_id, order, 1), 200).lines).toMatchObject([{ refunded }]);
  }
  await t.runJobs();
  expect(await givenBack(t, order)).toEqual({ cents: 999, times: 3 });
  expect((await askReturn(t, buyer, [lineOf(order)])).status).toBe(409);
});

test('the provider gets the refund’s amount, not the sum of lines: what is deducted stays with the shop', async () => {
  const order = await buyShipped(t, buyer, 2, 10_000);
  const first = await approvedReturn(t, { buyer, staff }, order);
  const worn = accepted(order, 1, { deduct: 30, rejectedReason: 'Worn' });
  expectStatus(await changeReturn(t, staff, first._id, { state: 'received', lines: [worn] }), 200);
  await t.runJobs();
  expect(await givenBack(t, order)).toEqual({ cents: 7000, times: 1 });
  // The other unit does not get what was deducted from this one, whichever way it is refunded.
  const second = await approvedReturn(t, { buyer, staff }, order);
  expectStatus(await receive(second._id, order, 1), 200);
  await t.runJobs();
  expect(await givenBack(t, order)).toEqual({ cents: 17_000, times: 2 });
  const other = await buyShipped(t, buyer, 2, 10_000);
  const { _id } = await approvedReturn(t, { buyer, staff }, other);
  const line = accepted(other, 1, { deduct: 30, rejectedReason: 'Worn' });
  expectStatus(await changeReturn(t, staff, _id, { state: 'received', lines: [line] }), 200);
  expect(expectStatus(await refundOrder(t, staff, other._id, { quantity: 1 }), 201).amount).toBe(100);
  // What staff give of it later is an amount.
  expect(expectStatus(await refundOrder(t, staff, other._id, { amount: 30 }), 201).amount).toBe(30);
});

test('a unit whose whole price is deducted, or was refunded before, comes back without a refund', async () => {
  const order = await buyShipped(t, buyer, 1, 1000);
  const { _id } = await approvedReturn(t, { buyer, staff }, order);
  const worthless = accepted(order, 1, { deduct: 10, rejectedReason: 'Broken', restock: 1 });
  expect(
    expectStatus(await changeReturn(t, staff, _id, { state: 'received', lines: [worthless] }), 200),
  ).toMatchObject({ state: 'received', lines: [{ refunded: 0, deducted: 10, restocked: 1 }] });
  expect(await refundsOf(t, buyer, order._id)).toEqual([]);
  const given = await buyShipped(t, buyer, 1, 1000);
  const open = await approvedReturn(t, { buyer, staff }, given);
  expectStatus(await refundOrder(t, staff, given._id, { amount: 10 }), 201);
  expectStatus(await receive(open._id, given, 1), 200);
  expect(await readOrder(t, buyer, given._id)).toMatchObject({ refundedQuantity: 1, returningQuantity: 0 });
  await t.runJobs();
  expect(await givenBack(t, given)).toEqual({ cents: 1000, times: 1 });
});

test('a return of an order under dispute waits until that is decided', async () => {
  const order = await buyShipped(t, buyer, 2, 1000);
  const cards = t.shop.sandboxCards;
  const dispute = await cards?.openDispute(order.transactionId ?? '');
  if (!cards || !dispute) throw new Error('nothing disputed');
  await settleProviderDispute(t.shop, dispute.id);
  const { _id } = await approvedReturn(t, { buyer, staff }, order, 2);
  expect(await receive(_id, order, 1)).toMatchObject({
    status: 409,
    body: { error: { code: 'order_disputed' } },
  });
  expect(await readOrder(t, buyer, order._id)).toMatchObject({ returningQuantity: 2, refundedQuantity: 0 });
  // What is not accepted moves no money.
  const bad = { orderId: order._id, received: 1, accepted: 0, rejectedReason: 'Rust' };
  expectStatus(await changeReturn(t, staff, _id, { state: 'received', lines: [bad] }), 200);
  await cards.closeDispute(dispute.id, 'won');
  await settleProviderDispute(t.shop, dispute.id);
  expect(expectStatus(await receive(_id, order, 1), 200)).toMatchObject({ state: 'received' });
  await t.runJobs();
  expect(await givenBack(t, order)).toEqual({ cents: 1000, times: 1 });
});

test('a return goes on, and another is opened by the order’s number, after its buyer has left', async () => {
  const person = await makeVerifiedPerson(t);
  const order = await buyShipped(t, person, 2, 1000);
  t.clock.advance(10_000);
  await t.runJobs();
  const { _id, number } = await approvedReturn(t, { buyer: person, staff }, order);
  expectStatus(await t.call('DELETE', '/account', { token: person.token }), 200);
  expect(expectStatus(await receive(_id, order, 1), 200)).toMatchObject({ number, state: 'received' });
  const [found] = expectStatus(
    await t.call<Order[]>('GET', `/manageorders?q=${order.number}`, { token: staff.token }),
    200,
  );
  const again = expectStatus(await askReturn(t, staff, [lineOf(found ?? order)]), 201);
  expectStatus(await changeReturn(t, staff, again._id, { state: 'approved' }), 200);
  expectStatus(await receive(again._id, order, 1), 200);
  await t.runJobs();
  expect(await givenBack(t, order)).toEqual({ cents: 2000, times: 2 });
});

test('units of a partly shipped order that come back are not taken off those still to ship', async () => {
  const order = await buy(t, buyer, (await t.makeTool({ onHand: 20 })).id, 5);
  const body = { orders: [{ orderId: order._id, quantity: 2 }] };
  expectStatus(await t.call('POST', '/parcels', { token: staff.token, body }), 201);
  const { _id } = await approvedReturn(t, { buyer, staff }, order, 2);
  expect(await refundOrder(t, staff, order._id, { quantity: 4 })).toMatchObject({
    status: 409,
    body: { error: { field: 'quantity', current: 3 } },
  });
  expectStatus(await receive(_id, order, 2), 200);
  expect(await readOrder(t, buyer, order._id)).toMatchObject({
    ...{ state: 'paid', sentQuantity: 2, withdrawnQuantity: 0, refundedQuantity: 2 },
  });
  const rest = { orders: [{ orderId: order._id, quantity: 3 }] };
  expectStatus(await t.call('POST', '/parcels', { token: staff.token, body: rest }), 201);
  expect((await readOrder(t, buyer, order._id)).state).toBe('shipped');
});
