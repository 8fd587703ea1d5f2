import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { DeskOrder, OrderAnswers } from '#features/orders/desk-contract.ts';
import type { Overview } from '#features/overview/contract.ts';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import { times } from '#tests/support/at-once.ts';
import { beginBasket, fillBasket } from '#tests/support/baskets.ts';
import { expectStatus, readOrder } from '#tests/support/buying.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { cancelOrder, refundOrder, refundsOf } from '#tests/support/refunding.ts';
import { setUp } from '#tests/support/set-up-shop.ts';
import { openDispute } from '#tests/support/stripe/stripe-books.ts';
import { creditedCents, payWithStripe, setUpStripeShop } from '#tests/support/stripe/stripe-shop.ts';
import { tellShop } from '#tests/support/stripe/tell-shop.ts';

const shop = setUpStripeShop();
const { t, stripe } = shop;
const ada = setUp(() => t.makeUser());
const staff = setUp(() => t.makeUser({ role: 'admin' }));

beforeEach(() => t.shop.db.deleteFrom('rate_limits').execute());

const payFor = (count = 1) => payWithStripe(shop, ada, count);

const tell = async (type: string, { object, id, charge, payment_intent }: Stripe.Dispute) =>
  (await tellShop(t, `charge.dispute.${type}`, { object, id, charge, payment_intent })).status;

/** A disputed payment that the shop has been notified of. */
async function disputed(count = 1, given: Partial<Stripe.Dispute> = {}) {
  const paid = await payFor(count);
  const dispute = openDispute(stripe.books, paid.intentId, given);
  expect(await tell('created', dispute)).toBe(200);
  return { ...paid, dispute };
}

async function close(dispute: Stripe.Dispute, status: Stripe.Dispute.Status): Promise<void> {
  dispute.status = status;
  expect(await tell('closed', dispute)).toBe(200);
}

async function atDesk({ _id }: Order): Promise<DeskOrder> {
  const reply = await t.call<DeskOrder[]>('GET', `/manageorders?q=${_id}`, { token: staff.token });
  const [order] = expectStatus(reply, 200);
  if (!order) throw new Error('not at the desk');
  return order;
}

const statesOf = async (order: Order) => (await atDesk(order)).disputes.map(({ state }) => state);

const amountsOf = async ({ _id }: Order) =>
  (await refundsOf(t, staff, _id)).map(({ amount, state, reason }) => [amount, state, reason]);

const BY_BANK = 'Returned by the bank after a dispute';

const credited = (intentId: string) => creditedCents(t, intentId);

/** The subjects that staff were notified of for a dispute. */
async function told({ id }: Stripe.Dispute): Promise<string[]> {
  const jobs = await jobsOf(t.shop.db, ['tell-staff']);
  const about = jobs.map(({ data }) => data as { about: { disputeId?: string; state?: string } });
  return about.flatMap(({ about: { disputeId, state } }) => (disputeId === id ? [String(state)] : []));
}

const trail = async ({ _id }: Order) =>
  (
    await t.asOwner(
      `select action from audit_events where order_id = '${_id}' and action like 'dispute%' order by id`,
    )
  ).map(({ action }) => action);

const ship = (order: Order, body?: object) =>
  t.call<{ modifiedCount: number }>('PUT', `/manageorders/${order._id}`, { token: staff.token, body });

const DISPUTED = { status: 409, body: { error: { code: 'order_disputed' } } };

test('records a dispute once, notifies once, and shows it to staff only, however often reported', async () => {
  const { orders, intentId, dispute } = await disputed(2, { reason: 'product_not_received' });
  await times(4, () => tell('created', dispute));
  await tell('updated', dispute);
  await tell('funds_withdrawn', dispute);
  await reconcilePayments(t.shop);
  for (const order of orders) {
    expect((await atDesk(order)).disputes).toEqual([
      {
        ...{ _id: dispute.id, amount: 25, uncounted: 0, currency: 'usd', reason: 'product_not_received' },
        ...{ state: 'open', isRefundable: false, closedAt: null },
        openedAt: new Date(dispute.created * 1000).toISOString(),
        respondBy: new Date((dispute.created + 7 * 86_400) * 1000).toISOString(),
      },
    ]);
    expect(await trail(order)).toEqual(['dispute_opened']);
  }
  expect(await told(dispute)).toEqual(['open']);
  expect(await credited(intentId)).toEqual([]);
  const own = await t.call<object[]>('GET', `/orders?email=${ada.email}`, { token: ada.token });
  expect(JSON.stringify(own.body)).not.toContain('dispute');
});

test('fetches a dispute rather than trust the webhook, and ignores an unknown one', async () => {
  const { orders, dispute } = await disputed();
  expect(await tell('closed', { ...dispute, status: 'lost' })).toBe(200);
  expect(await statesOf(orders[0])).toEqual(['open']);
  expect(await tell('created', { ...dispute, id: 'du_unknown' })).toBe(200);
});

test('changes only the state of a dispute that is won', async () => {
  for (const status of ['won', 'warning_closed', 'prevented']) {
    const { orders, intentId, dispute } = await disputed();
    await close(dispute, status);
    await close(dispute, status);
    expect(await statesOf(orders[0])).toEqual(['won']);
    expect(await told(dispute)).toEqual(['open', 'won']);
    expect(await credited(intentId)).toEqual([]);
    expect(await readOrder(t, ada, orders[0]._id)).toMatchObject({ refunded: 0, refundable: 12.5 });
    expect(expectStatus(await ship(orders[0]), 200)).toEqual({ modifiedCount: 1 });
  }
});

test('counts a lost dispute once as refunded, over all orders of its payment, with credit notes', async () => {
  const { orders, intentId, dispute } = await disputed(3, { amount: 3000 });
  dispute.status = 'lost';
  await Promise.all([tell('closed', dispute), tell('funds_withdrawn', dispute), reconcilePayments(t.shop)]);
  await tell('closed', dispute);
  expect(await Promise.all(orders.map(amountsOf))).toEqual([
    [[12.5, 'done', BY_BANK]],
    [[12.5, 'done', BY_BANK]],
    [[5, 'done', BY_BANK]],
  ]);
  expect(await credited(intentId)).toEqual([1250, 1250, 500]);
  expect(await trail(orders[1] as Order)).toEqual(['dispute_opened', 'dispute_lost']);
  expect(await told(dispute)).toEqual(['open', 'lost']);
  const { disputes } = await atDesk(orders[0]);
  expect(disputes).toMatchObject([{ state: 'lost', uncounted: 0, closedAt: expect.any(String) }]);
});

test('recovers lost and reordered webhooks by reconciliation or the next webhook', async () => {
  const { orders, intentId } = await payFor();
  const dispute = openDispute(stripe.books, intentId);
  await reconcilePayments(t.shop);
  expect(await statesOf(orders[0])).toEqual(['open']);
  t.clock.advance(30 * 86_400_000);
  // No session lasts that long.
  Object.assign(ada, await t.makeUser());
  Object.assign(staff, await t.makeUser({ role: 'admin' }));
  await reconcilePayments(t.shop);
  dispute.status = 'lost';
  await reconcilePayments(t.shop);
  expect(await statesOf(orders[0])).toEqual(['lost']);
  expect(await credited(intentId)).toEqual([1250]);

  const other = await payFor();
  const closed = openDispute(stripe.books, other.intentId, { status: 'lost' });
  await tell('closed', closed);
  await tell('created', closed);
  expect(await told(closed)).toEqual(['lost']);
  expect(await credited(other.intentId)).toEqual([1250]);
});

test('counts a payment first when its dispute is reported before it', async () => {
  const [tool] = await times(1, () => t.makeTool({ onHand: 5 }));
  const [order] = await fillBasket(t, ada, [tool as { id: string }]);
  const { paymentIntentId } = await beginBasket(t, ada, [order as Order]);
  stripe.change(paymentIntentId);
  await tell('created', openDispute(stripe.books, paymentIntentId, { status: 'lost' }));
  expect(await readOrder(t, ada, order?._id ?? '')).toMatchObject({ paid: true, refunded: 12.5 });
});

test('ignores a dispute of a charge unknown to the shop', async () => {
  const { dispute } = await disputed();
  const foreign = { ...dispute, id: 'du_elsewhere', payment_intent: 'pi_elsewhere' };
  stripe.books.disputes.push(foreign);
  expect(await tell('created', foreign)).toBe(200);
  await reconcilePayments(t.shop);
  expect(await t.asOwner("select from disputes where id = 'du_elsewhere'")).toEqual([]);
});

test('counts no more than was paid, shows the excess, and settles failed refunds', {
  tags: ['sweep'],
}, async () => {
  const { orders, intentId } = await payFor();
  const [order] = orders;
  expectStatus(await refundOrder(t, staff, order._id, { amount: 4 }), 201);
  await t.runJobs();
  expectStatus(await refundOrder(t, staff, order._id, { amount: 5 }), 201);
  const dispute = openDispute(stripe.books, intentId, { amount: 1500 });
  // Stripe refuses to refund a disputed charge.
  await t.runJobs();
  expect((await amountsOf(order)).map(([amount, state]) => [amount, state])).toEqual([
    [4, 'done'],
    [5, 'failed'],
  ]);
  await tell('created', dispute);
  await close(dispute, 'lost');
  expect(await amountsOf(order)).toMatchObject([
    [4, 'done', 'Arrived bent'],
    [5, 'done', 'Arrived bent'],
    [3.5, 'done', BY_BANK],
  ]);
  expect(await credited(intentId)).toEqual([400, 500, 350]);
  expect((await atDesk(order)).disputes).toMatchObject([{ amount: 15, uncounted: 6.5 }]);
});

test('counts a lost dispute towards a refund that is due, which is not sent any more', async () => {
  const { orders, intentId } = await payFor();
  const [order] = orders;
  expectStatus(await refundOrder(t, staff, order._id, { amount: 5 }), 201);
  const dispute = openDispute(stripe.books, intentId, { status: 'lost' });
  await tell('closed', dispute);
  expect(await amountsOf(order)).toMatchObject([
    [5, 'done', 'Arrived bent'],
    [7.5, 'done', BY_BANK],
  ]);
  await t.runJobs();
  expect(stripe.books.refunds.filter(({ payment_intent }) => payment_intent === intentId)).toEqual([]);
  expect((await atDesk(order)).disputes).toMatchObject([{ uncounted: 0 }]);
});

test('counts nothing of a dispute in another currency, and shows all of it', async () => {
  const { orders, intentId, dispute } = await disputed(1, { amount: 1100, currency: 'eur' });
  await close(dispute, 'lost');
  expect(await credited(intentId)).toEqual([]);
  expect((await atDesk(orders[0])).disputes).toMatchObject([{ amount: 11, uncounted: 11, currency: 'eur' }]);
});

test('keeps an appealed dispute lost, and reverses nothing if it is won', async () => {
  const { orders, intentId, dispute } = await disputed(1, { amount: 500 });
  await close(dispute, 'lost');
  await close(dispute, 'appeal_under_review');
  expect(await statesOf(orders[0])).toEqual(['lost']);
  await close(dispute, 'won');
  await close(dispute, 'lost');
  expect(await told(dispute)).toEqual(['open', 'lost', 'won', 'lost']);
  expect(await credited(intentId)).toEqual([500]);
});

describe('while a payment is disputed', () => {
  test('ships none of its orders without confirmation, by any call', async () => {
    const { orders } = await disputed(3);
    const [first, second, third] = orders as [Order, Order, Order];
    const whole = { orders: [{ orderId: second._id, quantity: 1 }] };
    const send = (body: object) => t.call('POST', '/parcels', { token: staff.token, body });
    const shipMany = (body: object) =>
      t.call<OrderAnswers>('POST', '/shipments', { token: staff.token, body });
    expect(await ship(first)).toMatchObject(DISPUTED);
    expect(await ship(first, {})).toMatchObject(DISPUTED);
    expect(await ship(first, { despiteDispute: false })).toMatchObject(DISPUTED);
    expect((await ship(first, { despiteDispute: 'yes' })).status).toBe(400);
    expect(await send(whole)).toMatchObject(DISPUTED);
    const {
      orders: [sound],
    } = await payFor();
    const ids = [first._id, sound._id, third._id];
    expect((await shipMany({ orderIds: ids })).body).toMatchObject([
      { modifiedCount: 0, error: { code: 'order_disputed', message: expect.stringContaining(first.number) } },
      { modifiedCount: 1, error: null },
      { modifiedCount: 0, error: { code: 'order_disputed', message: expect.stringContaining(third.number) } },
    ]);
    for (const order of orders) expect(await readOrder(t, staff, order._id)).toMatchObject({ state: 'paid' });

    expect((await ship(first, { despiteDispute: true })).body).toEqual({ modifiedCount: 1 });
    expect((await send({ ...whole, despiteDispute: true })).status).toBe(201);
    const answers = await shipMany({ orderIds: [third._id], despiteDispute: true });
    expect(answers.body).toMatchObject([{ modifiedCount: 1 }]);
    const [shipped] = await t.asOwner(
      `select details from audit_events where order_id = '${first._id}' and action = 'order_shipped'`,
    );
    expect(shipped?.details).toMatchObject({ despiteDispute: true });
    // A repeat finds nothing to ship, and needs no confirmation.
    expect((await ship(first)).body).toEqual({ modifiedCount: 0 });
    await t.call('POST', '/shipments/undo', { token: staff.token, body: { orderIds: [first._id] } });
    expect(await ship(first)).toMatchObject(DISPUTED);
  });

  test('ships none after it is lost, but cancels one then and restores its units', async () => {
    const { orders, dispute, intentId } = await disputed();
    await close(dispute, 'lost');
    expect(await ship(orders[0])).toMatchObject(DISPUTED);
    expect(await atDesk(orders[0])).toMatchObject({ cancelRefund: 0 });
    expectStatus(await cancelOrder(t, staff, orders[0]._id, { reason: 'Lost' }), 200);
    expect(await credited(intentId)).toEqual([1250]);
  });

  test('refuses refunds and cancellation, unless the provider would close the dispute with them', {
    tags: ['sweep'],
  }, async () => {
    const { orders, intentId, dispute } = await disputed();
    const [order] = orders;
    expect(await refundOrder(t, staff, order._id, { amount: 1 })).toMatchObject(DISPUTED);
    expect(await cancelOrder(t, ada, order._id)).toMatchObject(DISPUTED);
    expect(await cancelOrder(t, staff, order._id, { reason: 'No' })).toMatchObject(DISPUTED);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ cancelRefund: null, refundDue: 0 });
    Object.assign(dispute, { is_charge_refundable: true, status: 'warning_needs_response' });
    await tell('updated', dispute);
    expectStatus(await refundOrder(t, staff, order._id, { amount: 12.5 }), 201);
    await t.runJobs();
    await close(dispute, 'warning_closed');
    expect(await credited(intentId)).toEqual([1250]);
    expect(await amountsOf(order)).toMatchObject([[12.5, 'done', 'Arrived bent']]);
  });

  test('does not retry a failed refund', { tags: ['sweep'] }, async () => {
    const { orders, intentId } = await payFor();
    expectStatus(await refundOrder(t, staff, orders[0]._id, { amount: 5 }), 201);
    const dispute = openDispute(stripe.books, intentId);
    await t.runJobs();
    await tell('created', dispute);
    const [refund] = await refundsOf(t, staff, orders[0]._id);
    const retry = () => t.call('POST', `/refunds/${refund?._id}/retry`, { token: staff.token });
    expect(await retry()).toMatchObject(DISPUTED);
    await close(dispute, 'won');
    expectStatus(await retry(), 200);
    await t.runJobs();
    expect(await amountsOf(orders[0])).toMatchObject([[5, 'done', 'Arrived bent']]);
  });

  test('lists it as waiting on the overview, and in the desk’s filter', async () => {
    const open = await t.asOwner("select count(*), sum(amount_cents) from disputes where state = 'open'");
    const { orders } = await disputed(2);
    const { body } = await t.call<Overview>('GET', '/overview', { token: staff.token });
    expect(body.disputes).toMatchObject({ count: Number(open[0]?.count) + 1, oldestAt: expect.any(String) });
    const listed = await t.call<DeskOrder[]>('GET', '/manageorders?refunds=disputed', { token: staff.token });
    const ids = listed.body.map(({ _id }) => _id);
    expect(ids).toEqual(expect.arrayContaining(orders.map(({ _id }) => _id)));
    for (const order of listed.body) expect(order.disputes.some(({ state }) => state === 'open')).toBe(true);
  });
});
