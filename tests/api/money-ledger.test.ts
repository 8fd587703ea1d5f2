import { expect, test } from 'vitest';
import { adoptEarlierMovements, insertMissingCharges } from '#features/orders/movement-store.ts';
import { findPaymentByIntent, lockPayment } from '#features/orders/payment-store.ts';
import { recordEarlierMovements } from '#features/refunds/record-earlier-movements.ts';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import { expectStatus, readOrder } from '#tests/support/buying.ts';
import { refundOrder, refundsOf } from '#tests/support/refunding.ts';
import { setUp } from '#tests/support/set-up-shop.ts';
import { createRefund, decideRefund, openDispute } from '#tests/support/stripe/stripe-books.ts';
import { payForLines, payWithStripe, setUpStripeShop } from '#tests/support/stripe/stripe-shop.ts';
import { tellShop } from '#tests/support/stripe/tell-shop.ts';

const shop = setUpStripeShop();
const { t, stripe } = shop;
const ada = setUp(() => t.makeUser());
const staff = setUp(() => t.makeUser({ role: 'admin' }));

const refundInDashboard = (intentId: string, cents: number) =>
  createRefund(stripe.books, { payment_intent: intentId, amount: String(cents) });

const ofPayment = (intentId: string) => `(select id from payments where intent_id = '${intentId}')`;

/** The ledger of a payment, and what of each movement counts towards refunds. */
const ledgerOf = (intentId: string) =>
  t.asOwner(`
    select kind, provider_id, amount_cents::int as cents, state, (
      select coalesce(sum(amount_cents), 0)::int from refund_shares where movement_id = money_movements.id) as shared
    from money_movements where payment_id = ${ofPayment(intentId)} order by kind, provider_id`);

/** A paid order of 100.00 of which the provider refuses to refund 50.00. */
async function failedRefund() {
  const { intentId, orders } = await payForLines(shop, ada, [{ priceCents: 10_000, quantity: 1 }]);
  const [{ _id: orderId }] = orders;
  stripe.books.refundStatus = 'failed';
  expectStatus(await refundOrder(t, staff, orderId, { amount: 50 }), 201);
  await t.runJobs();
  stripe.books.refundStatus = 'succeeded';
  const [refund] = await refundsOf(t, staff, orderId);
  expect(refund).toMatchObject({ amount: 50, given: 0, state: 'failed' });
  return { intentId, orderId, refundId: refund?._id ?? '' };
}

const settle = (refundId: string, how: 'retry' | 'given') =>
  t.call('POST', `/refunds/${refundId}/${how}`, { token: staff.token });

test('keeps each movement once, as the provider has it', async () => {
  const { intentId, orders } = await payWithStripe(shop, ada, 2);
  expectStatus(await refundOrder(t, staff, orders[0]._id, { amount: 4 }), 201);
  await t.runJobs();
  const { id } = refundInDashboard(intentId, 1000);
  const dispute = openDispute(stripe.books, intentId, { amount: 600, status: 'lost' });
  for (const _ of [1, 2]) await reconcilePayments(t.shop);
  const [own] = stripe.books.refunds.filter((one) => one.payment_intent === intentId);
  expect(await ledgerOf(intentId)).toEqual([
    { kind: 'charge', provider_id: intentId, cents: 2500, state: 'succeeded', shared: 0 },
    { kind: 'dispute', provider_id: dispute.id, cents: 600, state: 'succeeded', shared: 600 },
    ...[
      { kind: 'refund', provider_id: id, cents: 1000, state: 'succeeded', shared: 1000 },
      { kind: 'refund', provider_id: own?.id, cents: 400, state: 'succeeded', shared: 400 },
    ].toSorted((a, b) => String(a.provider_id).localeCompare(String(b.provider_id))),
  ]);
});

test('asks the provider for no more of a failed refund than is due after one in the dashboard', async () => {
  const { intentId, orderId, refundId } = await failedRefund();
  const refund = refundInDashboard(intentId, 2000);
  await tellShop(t, 'refund.created', refund);
  expect(await refundsOf(t, staff, orderId)).toMatchObject([{ amount: 50, given: 20, state: 'failed' }]);
  expect(await readOrder(t, ada, orderId)).toMatchObject({ refunded: 20, refundDue: 30, refundable: 50 });
  expectStatus(await settle(refundId, 'retry'), 200);
  await t.runJobs();
  expect(await refundsOf(t, staff, orderId)).toMatchObject([{ amount: 50, given: 50, state: 'done' }]);
  expect(stripe.books.refunds.at(-1)).toMatchObject({ payment_intent: intentId, amount: 3000 });
});

test('counts what staff give by hand as what was due, and no more', async () => {
  const { intentId, orderId, refundId } = await failedRefund();
  await tellShop(t, 'refund.created', refundInDashboard(intentId, 2000));
  expectStatus(await settle(refundId, 'given'), 200);
  expect(await readOrder(t, ada, orderId)).toMatchObject({ refunded: 50, refundDue: 0 });
  const byHand = (await ledgerOf(intentId)).filter(({ kind }) => kind === 'by_hand');
  expect(byHand).toEqual([
    { kind: 'by_hand', provider_id: null, cents: 3000, state: 'succeeded', shared: 3000 },
  ]);
});

test('neither retries nor marks a refund that was given in the dashboard, of which nobody told the shop', async () => {
  for (const how of ['retry', 'given'] as const) {
    const { intentId, orderId, refundId } = await failedRefund();
    refundInDashboard(intentId, 5000);
    expect((await settle(refundId, how)).status).toBe(409);
    expect(await readOrder(t, ada, orderId)).toMatchObject({ refunded: 50, refundDue: 0, refundable: 50 });
  }
});

test('records what was given by hand while the provider cannot be reached', async () => {
  const { orderId, refundId } = await failedRefund();
  stripe.faults.push('fail');
  expectStatus(await settle(refundId, 'given'), 200);
  expect(await readOrder(t, ada, orderId)).toMatchObject({ refunded: 50, refundDue: 0 });
});

test('finds a refund that failed weeks after it succeeded, though its webhook was lost', async () => {
  const { intentId, orders } = await payWithStripe(shop, ada, 1);
  const refund = refundInDashboard(intentId, 500);
  await reconcilePayments(t.shop);
  t.clock.advance(20 * 86_400_000);
  await reconcilePayments(t.shop);
  Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
  t.clock.advance(86_400_000);
  await reconcilePayments(t.shop);
  Object.assign(ada, await t.makeUser());
  Object.assign(staff, await t.makeUser({ role: 'admin' }));
  expect(await refundsOf(t, staff, orders[0]._id)).toMatchObject([{ amount: 5, given: 0, state: 'failed' }]);
});

test('asks again for a dashboard refund that was pending for longer than it looks back', async () => {
  const { intentId, orders } = await payWithStripe(shop, ada, 1);
  stripe.books.refundStatus = 'pending';
  const refund = refundInDashboard(intentId, 500);
  stripe.books.refundStatus = 'succeeded';
  await reconcilePayments(t.shop);
  expect(await refundsOf(t, staff, orders[0]._id)).toEqual([]);
  t.clock.advance(40 * 86_400_000);
  await reconcilePayments(t.shop);
  decideRefund(stripe.books, refund, 'succeeded');
  await reconcilePayments(t.shop);
  Object.assign(ada, await t.makeUser());
  Object.assign(staff, await t.makeUser({ role: 'admin' }));
  expect(await refundsOf(t, staff, orders[0]._id)).toMatchObject([{ amount: 5, given: 5, state: 'done' }]);
});

test('lets the database hold that no more is given than has moved, or than was decided', async () => {
  const { intentId } = await failedRefund();
  await tellShop(t, 'refund.created', refundInDashboard(intentId, 2000));
  const limit = 'refund_shares_within_movement_and_refund';
  const share = `where movement_id in (select id from money_movements where payment_id = ${ofPayment(intentId)})`;
  await expect(t.asOwner(`update refund_shares set amount_cents = 2001 ${share}`)).rejects.toThrow(/decided/);
  const fail = `update money_movements set state = 'failed', failure = 'x' where kind = 'refund' and state = 'succeeded'
    and payment_id = ${ofPayment(intentId)}`;
  await expect(t.asOwner(fail)).rejects.toMatchObject({ constraint: limit });
  const double = `update money_movements set amount_cents = 9000 where kind = 'refund' and state = 'succeeded'
    and payment_id = ${ofPayment(intentId)}`;
  await t.asOwner(double);
  await expect(t.asOwner(`update refund_shares set amount_cents = 5001 ${share}`)).rejects.toThrow(/decided/);
  await expect(
    t.asOwner(`insert into money_movements (id, payment_id, kind, provider_id, amount_cents, state, created_at, settled_at)
      select gen_random_uuid(), payment_id, 'charge', 'pi_again', 1, 'succeeded', now(), now() from money_movements
      where payment_id = ${ofPayment(intentId)} limit 1`),
  ).rejects.toMatchObject({ constraint: 'money_movements_one_charge' });
});

test('records the movements of refunds that a version without the ledger wrote', async () => {
  const { intentId, orders } = await payWithStripe(shop, ada, 3);
  const refund = refundInDashboard(intentId, 3000);
  await tellShop(t, 'refund.created', refund);
  const dispute = openDispute(stripe.books, intentId, { amount: 500, status: 'lost' });
  await tellShop(t, 'charge.dispute.closed', dispute);
  const before = await ledgerOf(intentId);
  // As that version left it: refunds with composed ids, and no movements.
  const ids = ofPayment(intentId);
  await t.asOwner(`
    delete from refund_shares where movement_id in (select id from money_movements where payment_id = ${ids});
    delete from money_movements where payment_id = ${ids};
    update refunds set provider_refund_id = named.name from (
      select id, case when reason like 'Returned%' then '${dispute.id}' when place = 1 then '${refund.id}'
        else '${refund.id}#' || place end as name
      from (select id, reason, row_number() over (partition by reason order by id) as place
        from refunds where payment_id = ${ids}) placed
    ) named where named.id = refunds.id`);
  await recordEarlierMovements(t.shop);
  expect(await ledgerOf(intentId)).toEqual(before);
  for (const _ of [1, 2]) {
    await recordEarlierMovements(t.shop);
    await tellShop(t, 'refund.updated', refund);
    await tellShop(t, 'charge.dispute.closed', dispute);
  }
  expect(await ledgerOf(intentId)).toEqual(before);
  expect(await Promise.all(orders.map(async ({ _id }) => (await readOrder(t, ada, _id)).refunded))).toEqual([
    12.5, 12.5, 10,
  ]);
});

/** Writes a refund's success as the version before 0118 does. */
const writeDoneAsBefore = (orderId: string, providerRefundId: string | undefined) =>
  t.asOwner(`update refunds set state = 'done', settled_at = now(), failure = null, provider_refund_id = '${providerRefundId}'
    where order_id = '${orderId}'`);

test('counts once what was pending here when a version without the ledger heard that it succeeded', async () => {
  const { intentId, orders } = await payForLines(shop, ada, [{ priceCents: 10_000, quantity: 1 }]);
  const [{ _id: orderId }] = orders;
  stripe.books.refundStatus = 'pending';
  expectStatus(await refundOrder(t, staff, orderId, { amount: 50 }), 201);
  await t.runJobs();
  stripe.books.refundStatus = 'succeeded';
  const refund = stripe.books.refunds.find((one) => one.payment_intent === intentId);
  if (!refund) throw new Error('no refund was asked for');
  decideRefund(stripe.books, refund, 'succeeded');
  await writeDoneAsBefore(orderId, refund.id);
  await tellShop(t, 'refund.updated', refund);
  expect(await refundsOf(t, staff, orderId)).toMatchObject([{ amount: 50, given: 50, state: 'done' }]);
  expect(await ledgerOf(intentId)).toContainEqual(
    expect.objectContaining({ provider_id: refund.id, state: 'succeeded', shared: 5000 }),
  );
});

test('counts all that was given, where a version without the ledger gave the whole of a refund given in part', async () => {
  const { intentId, orderId } = await failedRefund();
  await tellShop(t, 'refund.created', refundInDashboard(intentId, 2000));
  const whole = refundInDashboard(intentId, 5000);
  await writeDoneAsBefore(orderId, whole.id);
  await recordEarlierMovements(t.shop);
  expect((await tellShop(t, 'refund.updated', whole)).status).toBe(200);
  expect(await readOrder(t, ada, orderId)).toMatchObject({ refunded: 70, refundDue: 0 });
});

test('records charges of before without waiting for payments that are locked, which would wait in turn', async () => {
  const { intentId } = await payWithStripe(shop, ada, 1);
  await t.asOwner(`delete from money_movements where payment_id = ${ofPayment(intentId)}`);
  const payment = await findPaymentByIntent(t.shop.db, intentId);
  if (!payment) throw new Error('the payment has vanished');
  await t.shop.db.transaction().execute(async (tx) => {
    await lockPayment(tx, payment);
    expect(await insertMissingCharges(t.shop.db, { limit: 1000 })).toBe(0);
    await adoptEarlierMovements(tx, payment);
  });
  expect(await ledgerOf(intentId)).toMatchObject([{ kind: 'charge', provider_id: intentId }]);
});

test('records a lost dispute that cost nothing', async () => {
  const { intentId } = await payWithStripe(shop, ada, 1);
  const dispute = openDispute(stripe.books, intentId, { amount: 0, status: 'lost' });
  expect((await tellShop(t, 'charge.dispute.closed', dispute)).status).toBe(200);
  expect((await ledgerOf(intentId)).map(({ kind }) => kind)).toEqual(['charge']);
});
