import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { BillReply } from '#features/payments/contract.ts';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import { expectStatus, readOrder } from '#tests/support/buying.ts';
import { cancelOrder, refundOrder, refundsOf } from '#tests/support/refunding.ts';
import { setUp } from '#tests/support/set-up-shop.ts';
import {
  createRefund,
  decideRefund,
  goneCents,
  openDispute,
  type StripeEvent,
} from '#tests/support/stripe/stripe-books.ts';
import {
  creditedCents,
  type OrderedLine,
  payForLines,
  setUpStripeShop,
} from '#tests/support/stripe/stripe-shop.ts';
import { tellShop } from '#tests/support/stripe/tell-shop.ts';

const shop = setUpStripeShop();
const { t, stripe } = shop;
const ada = setUp(() => t.makeUser());
const staff = setUp(() => t.makeUser({ role: 'admin' }));

const payFor = (...lines: OrderedLine[]) => payForLines(shop, ada, lines);

const refundInDashboard = (intentId: string, cents: number) =>
  createRefund(stripe.books, { payment_intent: intentId, amount: String(cents) });

const tell = async (type: string, object: StripeEvent['object']) => (await tellShop(t, type, object)).status;

/** What the shop shows of a payment, beside what the provider has given back. */
async function moneyOf(intentId: string) {
  const reply = await t.call<BillReply>('GET', `/payments/${intentId}/bill`, { token: staff.token });
  const { refunded, refundDue } = expectStatus(reply, 200);
  const credited = (await creditedCents(t, intentId)).reduce((sum, cents) => sum + cents, 0) / 100;
  return { refunded, refundDue, credited, atProvider: goneCents(stripe.books, intentId) / 100 };
}

/** Retries every failed refund of the orders, as the email to staff asks. */
async function retryFailed(orders: Order[]): Promise<void> {
  for (const { _id } of orders)
    for (const refund of await refundsOf(t, staff, _id))
      if (refund.state === 'failed')
        await t.call('POST', `/refunds/${refund._id}/retry`, { token: staff.token });
  await t.runJobs();
}

const settled = (all: number) => ({ refunded: all, refundDue: 0, credited: all, atProvider: all });

test('a dashboard refund over several orders that fails later is due again, and holds up no reconciliation', async () => {
  const line = { priceCents: 1250, quantity: 1 };
  const { intentId, orders } = await payFor(line, line, line);
  const refund = refundInDashboard(intentId, 3000);
  expect(await tell('refund.created', refund)).toBe(200);
  expect(await moneyOf(intentId)).toEqual(settled(30));
  decideRefund(stripe.books, refund, 'failed');
  expect(await tell('refund.failed', refund)).toBe(200);
  expect(await tell('refund.updated', refund)).toBe(200);
  const failed = { refunded: 0, refundDue: 30, credited: 30, atProvider: 0 };
  expect(await moneyOf(intentId)).toEqual(failed);
  const dues = await Promise.all(orders.map(({ _id }) => readOrder(t, ada, _id)));
  expect(dues.map(({ refunded, refundDue }) => [refunded, refundDue])).toEqual([
    [0, 12.5],
    [0, 12.5],
    [0, 5],
  ]);
  const disputed = await payFor(line);
  openDispute(stripe.books, disputed.intentId);
  await reconcilePayments(t.shop);
  const ship = await t.call('PUT', `/manageorders/${disputed.orders[0]._id}`, { token: staff.token });
  expect(ship).toMatchObject({ status: 409, body: { error: { code: 'order_disputed' } } });
  expect(await moneyOf(intentId)).toEqual(failed);
  await retryFailed(orders);
  expect(await moneyOf(intentId)).toEqual(settled(30));
});

test('one that fails is found by reconciliation, if its webhook is lost', async () => {
  const line = { priceCents: 1250, quantity: 1 };
  const { intentId } = await payFor(line, line);
  const refund = refundInDashboard(intentId, 2500);
  await reconcilePayments(t.shop);
  expect(await moneyOf(intentId)).toEqual(settled(25));
  decideRefund(stripe.books, refund, 'failed');
  await reconcilePayments(t.shop);
  expect(await moneyOf(intentId)).toEqual({ refunded: 0, refundDue: 25, credited: 25, atProvider: 0 });
});

for (const isSentFirst of [true, false]) {
  test(`a dashboard refund of everything, with one of the shop’s ${isSentFirst ? 'refused' : 'not sent yet'}: nothing is due`, async () => {
    const { intentId, orders } = await payFor({ priceCents: 1250, quantity: 2 });
    const refund = refundInDashboard(intentId, 2500);
    expectStatus(await refundOrder(t, staff, orders[0]._id, { quantity: 1 }), 201);
    if (isSentFirst) await t.runJobs();
    expect(await tell('refund.created', refund)).toBe(200);
    await t.runJobs();
    expect(await moneyOf(intentId)).toEqual(settled(25));
    await retryFailed(orders);
    await reconcilePayments(t.shop);
    expect(await moneyOf(intentId)).toEqual(settled(25));
  });
}

for (const isSentFirst of [true, false]) {
  test(`70 refunded in the dashboard, then 50 of 100 in the shop that is ${isSentFirst ? 'refused' : 'not sent yet'}: 70 are given and nothing is due`, async () => {
    const { intentId, orders } = await payFor({ priceCents: 10_000, quantity: 1 });
    const refund = refundInDashboard(intentId, 7000);
    expectStatus(await refundOrder(t, staff, orders[0]._id, { amount: 50 }), 201);
    if (isSentFirst) await t.runJobs();
    expect(await tell('refund.created', refund)).toBe(200);
    await t.runJobs();
    expect(await moneyOf(intentId)).toEqual(settled(70));
    await retryFailed(orders);
    await reconcilePayments(t.shop);
    expect(await moneyOf(intentId)).toEqual(settled(70));
  });
}

test('two refunds that fail at the bank, given together in one of the dashboard: nothing is due', async () => {
  const { intentId, orders } = await payFor(
    { priceCents: 3000, quantity: 1 },
    { priceCents: 7000, quantity: 1 },
  );
  stripe.books.refundStatus = 'failed';
  for (const { _id } of orders) expectStatus(await cancelOrder(t, staff, _id, { reason: 'Gone' }), 200);
  await t.runJobs();
  stripe.books.refundStatus = 'succeeded';
  expect(await moneyOf(intentId)).toEqual({ refunded: 0, refundDue: 100, credited: 100, atProvider: 0 });
  expect(await tell('refund.created', refundInDashboard(intentId, 10_000))).toBe(200);
  expect(await moneyOf(intentId)).toEqual(settled(100));
  await retryFailed(orders);
  await reconcilePayments(t.shop);
  expect(await moneyOf(intentId)).toEqual(settled(100));
  expect(await Promise.all(orders.map(({ _id }) => readOrder(t, ada, _id)))).toMatchObject([
    { refunded: 30, refundDue: 0 },
    { refunded: 70, refundDue: 0 },
  ]);
});

test('waits for a pending dashboard refund that covers what is due, and refunds it if that fails', async () => {
  const { intentId, orders } = await payFor({ priceCents: 10_000, quantity: 1 });
  stripe.books.refundStatus = 'pending';
  const refund = refundInDashboard(intentId, 5000);
  stripe.books.refundStatus = 'succeeded';
  expectStatus(await refundOrder(t, staff, orders[0]._id, { amount: 50 }), 201);
  await t.runJobs();
  await reconcilePayments(t.shop);
  const waiting = { refunded: 0, refundDue: 50, credited: 50 };
  expect(await moneyOf(intentId)).toEqual({ ...waiting, atProvider: 50 });
  decideRefund(stripe.books, refund, 'canceled');
  await reconcilePayments(t.shop);
  await reconcilePayments(t.shop);
  expect(await moneyOf(intentId)).toEqual(settled(50));
});

test('does not repeat a try that asked for more than is due now', async () => {
  const { intentId, orders } = await payFor({ priceCents: 10_000, quantity: 1 });
  expectStatus(await refundOrder(t, staff, orders[0]._id, { amount: 50 }), 201);
  // The two lists are answered; the refund does not arrive, in two tries.
  stripe.faults.push('none', 'none', 'drop', 'drop');
  await t.runJobs();
  expect(await tell('refund.created', refundInDashboard(intentId, 1250))).toBe(200);
  await t.runJobs();
  await reconcilePayments(t.shop);
  const partly = { refunded: 12.5, refundDue: 37.5, credited: 50, atProvider: 12.5 };
  expect(await moneyOf(intentId)).toEqual(partly);
  await retryFailed(orders);
  expect(await moneyOf(intentId)).toEqual(settled(50));
});
