import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import { times } from '#tests/support/at-once.ts';
import { expectStatus, queuedMails, readOrder } from '#tests/support/buying.ts';
import { refundOrder, refundsOf } from '#tests/support/refunding.ts';
import { setUp } from '#tests/support/set-up-shop.ts';
import { createRefund } from '#tests/support/stripe/stripe-books.ts';
import { creditedCents, payWithStripe, setUpStripeShop } from '#tests/support/stripe/stripe-shop.ts';
import { tellShop } from '#tests/support/stripe/tell-shop.ts';

const shop = setUpStripeShop();
const { t, stripe } = shop;
const ada = setUp(() => t.makeUser());
const staff = setUp(() => t.makeUser({ role: 'staff' }));

const payFor = (count: number) => payWithStripe(shop, ada, count);

/** A refund made in Stripe's dashboard, without the shop's mark. */
const refundByHand = (intentId: string, amount?: number) =>
  createRefund(stripe.books, { payment_intent: intentId, ...(amount && { amount: String(amount) }) });

const tell = async (type: string, { object, id, payment_intent }: Stripe.Refund) =>
  (await tellShop(t, type, { object, id, payment_intent })).status;

const amountsOf = async ({ _id }: Order) =>
  (await refundsOf(t, staff, _id)).map(({ amount, state }) => [amount, state]);

const credited = (intentId: string) => creditedCents(t, intentId);

test('counts a dashboard refund once, with credit note and email, however often reported', async () => {
  const {
    intentId,
    orders: [order],
  } = await payFor(1);
  const refund = refundByHand(intentId, 500);
  const told = await times(5, () => tell('refund.created', refund));
  expect(told).toEqual([200, 200, 200, 200, 200]);
  expect(await tell('refund.updated', refund)).toBe(200);
  await reconcilePayments(t.shop);
  expect(await amountsOf(order)).toEqual([[5, 'done']]);
  expect(await readOrder(t, ada, order._id)).toMatchObject({ refunded: 5, refundable: 7.5 });
  expect(await credited(intentId)).toEqual([500]);
  expect(await queuedMails(t, order._id)).toContain('order-refunded');
  const trail = await t.asOwner(`select action, actor from audit_events where order_id = '${order._id}'
    and action in ('order_refunded', 'credit_note_issued') order by id`);
  expect(trail).toEqual([
    { action: 'order_refunded', actor: 'card_provider' },
    { action: 'credit_note_issued', actor: 'card_provider' },
  ]);
});

test('finds a refund whose webhook was lost by reconciliation, and splits it over the orders', async () => {
  const { intentId, orders } = await payFor(3);
  refundByHand(intentId, 3000);
  for (const _ of [1, 2]) await reconcilePayments(t.shop);
  expect(await Promise.all(orders.map(amountsOf))).toEqual([
    [[12.5, 'done']],
    [[12.5, 'done']],
    [[5, 'done']],
  ]);
  expect(await credited(intentId)).toEqual([1250, 1250, 500]);
  refundByHand(intentId);
  await reconcilePayments(t.shop);
  expect((await credited(intentId)).reduce((sum, cents) => sum + cents, 0)).toBe(3750);
});

test('refunds no more than the dashboard has left', async () => {
  const {
    intentId,
    orders: [order],
  } = await payFor(1);
  await tell('refund.created', refundByHand(intentId, 1000));
  expect((await refundOrder(t, staff, order._id, { amount: 3 })).status).toBe(409);
  expect((await refundOrder(t, staff, order._id, { amount: 2.5 })).status).toBe(201);
  await t.runJobs();
  expect(stripe.books.refunds.filter(({ payment_intent }) => payment_intent === intentId)).toHaveLength(2);
});

test('matches the same amount refunded in the dashboard to the shop’s own failed refund', async () => {
  const {
    intentId,
    orders: [order],
  } = await payFor(1);
  stripe.books.refundStatus = 'failed';
  expectStatus(await refundOrder(t, staff, order._id, { amount: 4 }), 201);
  await t.runJobs();
  expect(await amountsOf(order)).toEqual([[4, 'failed']]);
  stripe.books.refundStatus = 'succeeded';
  await tell('refund.created', refundByHand(intentId, 400));
  await reconcilePayments(t.shop);
  expect(await amountsOf(order)).toEqual([[4, 'done']]);
  expect(await credited(intentId)).toEqual([400]);
});

test('counts a pending refund once it has succeeded, and owes one again that fails later', async () => {
  const {
    intentId,
    orders: [order],
  } = await payFor(1);
  stripe.books.refundStatus = 'pending';
  const refund = refundByHand(intentId, 700);
  stripe.books.refundStatus = 'succeeded';
  await tell('refund.created', refund);
  expect(await amountsOf(order)).toEqual([]);
  refund.status = 'succeeded';
  await tell('refund.updated', refund);
  expect(await amountsOf(order)).toEqual([[7, 'done']]);
  refund.status = 'failed';
  await tell('refund.failed', refund);
  expect(await amountsOf(order)).toEqual([[7, 'failed']]);
});

test('ignores a refund of a charge unknown to the shop', async () => {
  const { intentId } = await payFor(1);
  const refund = { ...refundByHand(intentId, 100), payment_intent: 'pi_elsewhere' };
  stripe.books.refunds.push({ ...refund, id: 're_elsewhere' });
  expect(await tell('refund.created', { ...refund, id: 're_elsewhere' })).toBe(200);
  await reconcilePayments(t.shop);
});
