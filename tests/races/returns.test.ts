import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { settleProviderDispute } from '#features/refunds/disputes/settle-dispute.ts';
import { settleProviderRefund } from '#features/refunds/give-refund.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { buy, expectStatus, readOrder, readStock } from '#tests/support/buying.ts';
import { makeVerifiedPerson } from '#tests/support/person-traces.ts';
import { queueAtOrder } from '#tests/support/queue-at-row.ts';
import { givenBack, refundOrder } from '#tests/support/refunding.ts';
import { accepted, approvedReturn, askReturn, changeReturn, lineOf } from '#tests/support/returning.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const t = setUpRaceShop();

/** A shipped order of units at 12.50. */
async function setStage(units = 4, person?: TestUser) {
  const staff = await t.makeUser({ role: 'staff' });
  const buyer = person ?? (await t.makeUser());
  const toolId = await t.makeCountedTool(units);
  const order = await buy(t, buyer, toolId, units);
  expectStatus(await t.call('PUT', `/manageorders/${order._id}`, { token: staff.token }), 200);
  return { staff, buyer, toolId, order };
}

const receive = (staff: TestUser, returnId: string, order: Order, units: number) =>
  changeReturn(t, staff, returnId, {
    state: 'received',
    lines: [accepted(order, units, { restock: units })],
  });

/** What of an order's units is on its way back, and refunded. */
const unitsOf = async (buyer: TestUser, { _id }: Order) => {
  const { returningQuantity, refundedQuantity } = await readOrder(t, buyer, _id);
  return [returningQuantity, refundedQuantity];
};

/** Runs two calls that wait for the order's row, in both orders. */
async function inBothOrders(run: (isFirst: boolean) => Promise<void>): Promise<void> {
  for (const isFirst of [true, false]) await run(isFirst);
}

const queue = (order: Order, isFirst: boolean, calls: (() => Promise<unknown>)[]) =>
  queueAtOrder<unknown>(t, order._id, isFirst ? calls : calls.toReversed());

test('of many requests at once only as many units return as were shipped', async () => {
  const { buyer, order } = await setStage(4);
  const replies = await times(10, () => askReturn(t, buyer, [lineOf(order)]));
  expect(tally(replies)).toEqual({ 201: 4, 409: 6 });
  expect(await unitsOf(buyer, order)).toEqual([4, 0]);
  const two = await setStage(4);
  const rivals = await times(2, () => askReturn(t, two.buyer, [lineOf(two.order, 3)]));
  expect(tally(rivals)).toEqual({ 201: 1, 409: 1 });
});

test('units that arrive are counted once, however many receive them at once', async () => {
  const { staff, buyer, toolId, order } = await setStage(4);
  const { _id } = await approvedReturn(t, { buyer, staff }, order, 3);
  const replies = await times(6, () => receive(staff, _id, order, 1));
  expect(tally(replies)).toEqual({ 200: 3, 409: 3 });
  expect(await unitsOf(buyer, order)).toEqual([0, 3]);
  expect((await readStock(t, toolId)).onHand).toBe(3);
  await t.runJobs();
  expect(await givenBack(t, order)).toEqual({ cents: 3750, times: 3 });
});

test('requesting a return while the same units are refunded: one of them is refused', async () => {
  await inBothOrders(async (isFirst) => {
    const { staff, buyer, order } = await setStage(4);
    const statuses = await queue(order, isFirst, [
      async () => (await askReturn(t, buyer, [lineOf(order, 3)])).status,
      async () => (await refundOrder(t, staff, order._id, { quantity: 2 })).status,
    ]);
    expect(statuses).toEqual([201, 409]);
    expect(await unitsOf(buyer, order)).toEqual(isFirst ? [3, 0] : [0, 2]);
  });
});

test('receiving a return while other units are refunded: both are, and never more than was paid', async () => {
  await inBothOrders(async (isFirst) => {
    const { staff, buyer, order } = await setStage(4);
    const { _id } = await approvedReturn(t, { buyer, staff }, order, 2);
    const statuses = await queue(order, isFirst, [
      async () => (await receive(staff, _id, order, 2)).status,
      async () => (await refundOrder(t, staff, order._id, { quantity: 2 })).status,
    ]);
    expect(statuses.toSorted()).toEqual([200, 201]);
    expect(await unitsOf(buyer, order)).toEqual([0, 4]);
    await t.runJobs();
    expect(await givenBack(t, order)).toEqual({ cents: 5000, times: 2 });
  });
});

test('receiving a return while the money is refunded in the provider’s dashboard: it is given once', async () => {
  await inBothOrders(async (isFirst) => {
    const { staff, buyer, order } = await setStage(4);
    const { _id } = await approvedReturn(t, { buyer, staff }, order, 4);
    const made = await t.shop.cardPayments.refund(order.transactionId ?? '', {
      ...{ key: randomUUID(), amountCents: 3000, currency: 'usd' },
    });
    const statuses = await queue(order, isFirst, [
      async () => (await receive(staff, _id, order, 4)).status,
      () => settleProviderRefund(t.shop, made.id),
    ]);
    expect(statuses.toSorted()).toEqual([200, 'refund']);
    await t.runJobs();
    expect(await givenBack(t, order)).toMatchObject({ cents: 5000 });
    expect(await readOrder(t, buyer, order._id)).toMatchObject({ refunded: 50, refundDue: 0, refundable: 0 });
    expect(await unitsOf(buyer, order)).toEqual([0, 4]);
  });
});

test('receiving a return while a dispute arrives: it is refunded before, or waits', async () => {
  await inBothOrders(async (isFirst) => {
    const { staff, buyer, order } = await setStage(4);
    const { _id } = await approvedReturn(t, { buyer, staff }, order, 2);
    const dispute = await t.shop.sandboxCards?.openDispute(order.transactionId ?? '');
    if (!dispute) throw new Error('nothing disputed');
    const statuses = await queue(order, isFirst, [
      async () => (await receive(staff, _id, order, 2)).status,
      () => settleProviderDispute(t.shop, dispute.id),
    ]);
    expect(statuses).toEqual(isFirst ? [200, 'dispute'] : ['dispute', 409]);
    expect(await unitsOf(buyer, order)).toEqual(isFirst ? [0, 2] : [2, 0]);
  });
});

test('receiving a return while its buyer takes it back: one of them is refused', async () => {
  await inBothOrders(async (isFirst) => {
    const { staff, buyer, order } = await setStage(4);
    const { _id } = await approvedReturn(t, { buyer, staff }, order, 2);
    const statuses = await queue(order, isFirst, [
      async () => (await receive(staff, _id, order, 2)).status,
      async () => (await changeReturn(t, buyer, _id, { state: 'closed' })).status,
    ]);
    expect(statuses).toEqual([200, 409]);
    expect(await unitsOf(buyer, order)).toEqual(isFirst ? [0, 2] : [0, 0]);
  });
});

test('a return while its buyer’s account is erased: nothing of the person is left, and nothing is lost', async () => {
  await inBothOrders(async (isFirst) => {
    const person = await makeVerifiedPerson(t);
    const { staff, order } = await setStage(4, person);
    await t.asOwner('update parcels set told_at = now() where told_at is null');
    const erase = async () => (await t.call('DELETE', '/account', { token: person.token })).status;
    const asked = await queue(order, isFirst, [
      async () => (await askReturn(t, person, [lineOf(order)], { note: 'From me' })).status,
      erase,
    ]);
    expect(asked).toEqual(isFirst ? [201, 200] : [200, 401]);
    const notes = await t.asOwner(`select note from returns where user_id = '${person.userId}'`);
    expect(notes).toEqual(isFirst ? [{ note: '' }] : []);
    const opened = expectStatus(await askReturn(t, staff, [lineOf(order)]), 201);
    expectStatus(await changeReturn(t, staff, opened._id, { state: 'approved' }), 200);
    expectStatus(await receive(staff, opened._id, order, 1), 200);
  });
});

test('receiving a return while its buyer’s account is erased: an erasure waits for the refund', async () => {
  await inBothOrders(async (isFirst) => {
    const person = await makeVerifiedPerson(t);
    const { staff, order } = await setStage(4, person);
    await t.asOwner('update parcels set told_at = now() where told_at is null');
    const { _id } = await approvedReturn(t, { buyer: person, staff }, order, 2);
    const statuses = await queue(order, isFirst, [
      async () => (await receive(staff, _id, order, 2)).status,
      async () => (await t.call('DELETE', '/account', { token: person.token })).status,
    ]);
    expect(statuses).toEqual(isFirst ? [200, 409] : [200, 200]);
    await t.runJobs();
    expect(await givenBack(t, order)).toEqual({ cents: 2500, times: 1 });
  });
});
