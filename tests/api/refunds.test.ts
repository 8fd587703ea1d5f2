import { describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { Refund } from '#features/refunds/contract.ts';
import { giveRefund } from '#features/refunds/give-refund.ts';
import { RefundRefusedError } from '#platform/payments/card-payments.ts';
import { LATE_REFUND_MS } from '#platform/payments/sandbox/sandbox-refunds.ts';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import { mailsTo } from '#tests/support/accounts.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  expectStatus,
  GOOD_CARD,
  placeOrder,
  queuedMails,
  readOrder,
  readStock,
  reportPaid,
} from '#tests/support/buying.ts';
import { failCalls } from '#tests/support/failing-cards.ts';
import { givenBack, refundOrder, refundsOf } from '#tests/support/refunding.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const ada = setUp(() => t.makeUser());
const staff = setUp(() => t.makeUser({ role: 'staff' }));

const retry = (refundId: string) =>
  t.call<Refund>('POST', `/refunds/${refundId}/retry`, { token: staff.token });

const markGiven = (refundId: string) =>
  t.call<Refund>('POST', `/refunds/${refundId}/given`, { token: staff.token });

/** Makes a refund of 10.00 that the card provider refuses. */
async function refundThatFails(order: Order): Promise<string> {
  const { _id } = expectStatus(await refundOrder(t, staff, order._id, { amount: 10 }), 201);
  const working = t.shop.cardPayments;
  const refund = () => Promise.reject(new RefundRefusedError('no'));
  t.shop.cardPayments = { ...working, refund };
  await giveRefund(t.shop, _id).finally(() => {
    t.shop.cardPayments = working;
  });
  expect(await refundsOf(t, staff, order._id)).toMatchObject([{ state: 'failed' }]);
  return _id;
}

async function buyWith(number: string, quantity = 2): Promise<Order> {
  const { id } = await t.makeTool();
  const order = await placeOrder(t, ada, id, quantity);
  const intent = await beginPayment(t, ada, order);
  expectStatus(await confirmCard(t, intent, { ...GOOD_CARD, number }), 200);
  return expectStatus(await reportPaid(t, ada, order._id, intent.paymentIntentId), 200);
}

describe('a refund', () => {
  test('refunds units at the price paid for them, and restocks them where staff choose to', async () => {
    const { id } = await t.makeTool({ onHand: 10, priceCents: 333 });
    const order = await buy(t, ada, id, 3);
    const made = expectStatus(await refundOrder(t, staff, order._id, { quantity: 2, restock: true }), 201);
    expect(made).toMatchObject({ amount: 6.66, quantity: 2, restocked: 2, state: 'due', settledAt: null });
    expect((await readStock(t, id)).onHand).toBe(9);
    await t.runJobs();
    const after = await readOrder(t, ada, order._id);
    expect(after).toMatchObject({ state: 'paid', refunded: 6.66, refundable: 3.33, refundedQuantity: 2 });
    expect(await queuedMails(t, order._id)).toEqual([]);
    expect(await refundOrder(t, staff, order._id, { quantity: 2 })).toMatchObject({
      status: 409,
      body: { error: { field: 'quantity', current: 1 } },
    });
  });

  test('is made once per key; another body under the key is refused', async () => {
    const order = await buy(t, ada, (await t.makeTool()).id, 2);
    const replies = await Promise.all(
      [1, 2, 3].map(() => refundOrder(t, staff, order._id, { amount: 5 }, 'attempt-1')),
    );
    expect(new Set(replies.map(({ body }) => body._id)).size).toBe(1);
    expect((await refundOrder(t, staff, order._id, { amount: 6 }, 'attempt-1')).status).toBe(422);
    await t.runJobs();
    expect(await givenBack(t, order)).toEqual({ cents: 500, times: 1 });
  });

  test('never exceeds what was paid, which the database enforces as well', async () => {
    const order = await buy(t, ada, (await t.makeTool()).id, 2);
    expect(await refundOrder(t, staff, order._id, { amount: 25.01 })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', field: 'amount', current: 25 } },
    });
    expectStatus(await refundOrder(t, staff, order._id, { amount: 25 }), 201);
    expect(await refundOrder(t, staff, order._id, { amount: 0.01 })).toMatchObject({ status: 409 });
    for (const table of ['payments', 'payment_orders'])
      await expect(
        t.asOwner(
          `update ${table} set refunded_cents = refunded_cents + 1 where state = 'succeeded' and refunded_cents = 2500`,
        ),
      ).rejects.toThrow('refunded_within_paid');
    await expect(
      t.asOwner(`update orders set refunded_quantity = quantity + 1 where id = '${order._id}'`),
    ).rejects.toThrow('orders_returned_within_refunded');
    await expect(
      t.asOwner(`update orders set cancelled_at = now(), shipped_at = now() where id = '${order._id}'`),
    ).rejects.toThrow('orders_cancelled_never_shipped');
  });

  test.each([
    [{}, 'amount'],
    [{ amount: 1, quantity: 1 }, 'amount'],
    [{ amount: 0 }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 0.001 }, 'amount'],
    [{ amount: '1' }, 'amount'],
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: 1.5 }, 'quantity'],
    [{ amount: 1, restock: true }, 'restock'],
    [{ amount: 1, restock: 'yes' }, 'restock'],
    [{ amount: 1, reason: '' }, 'reason'],
    [{ amount: 1, reason: '  ' }, 'reason'],
    [{ amount: 1, reason: 'x'.repeat(501) }, 'reason'],
  ])('is refused for %j', async (body, field) => {
    const order = await buy(t, ada, (await t.makeTool()).id);
    expect(await refundOrder(t, staff, order._id, body)).toMatchObject({
      status: 400,
      body: { error: { field } },
    });
    expect(await refundsOf(t, staff, order._id)).toEqual([]);
  });

  test('needs an existing paid order, and shows only to its buyer and staff', async () => {
    const unpaid = await placeOrder(t, ada, (await t.makeTool()).id);
    expect((await refundOrder(t, staff, unpaid._id, { amount: 1 })).status).toBe(409);
    const missing = '01a1fcdf-6a65-75be-b5d6-8df66059fcf2';
    expect((await refundOrder(t, staff, missing, { amount: 1 })).status).toBe(404);
    expect((await retry(missing)).status).toBe(404);
    const stranger = await t.makeUser();
    const reply = await t.call('GET', `/orders/${unpaid._id}/refunds`, { token: stranger.token });
    expect(reply.status).toBe(404);
  });

  test('stays due while the provider does not answer, even if only its answer is lost, and is made once', {
    tags: ['sweep'],
  }, async () => {
    const order = await buy(t, ada, (await t.makeTool()).id, 2);
    expectStatus(await refundOrder(t, staff, order._id, { amount: 10 }), 201);
    await failCalls(t.shop, ['refund', 'retrieveRefund'], () => t.runJobs(), { after: true });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ refunded: 0, refundDue: 10 });
    await reconcilePayments(t.shop);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ refunded: 10, refundDue: 0 });
    t.clock.advance(60_000);
    await t.runJobs();
    expect(await givenBack(t, order)).toEqual({ cents: 1000, times: 1 });
  });

  test('that the provider decides on later stays due until the result is reported', async () => {
    const order = await buyWith('4000 0000 0000 7726');
    const made = expectStatus(await refundOrder(t, staff, order._id, { amount: 10 }), 201);
    await t.runJobs();
    expect(await refundsOf(t, staff, order._id)).toMatchObject([{ state: 'due' }]);
    t.clock.advance(LATE_REFUND_MS);
    await t.runJobs();
    expect(await refundsOf(t, staff, order._id)).toMatchObject([{ _id: made._id, state: 'done' }]);
    expect(await givenBack(t, order)).toEqual({ cents: 1000, times: 1 });
    expect((await retry(made._id)).status).toBe(409);
  });

  test('that failed is still due, is reported to staff, and can be retried', async () => {
    const order = await buyWith('4000 0000 0000 5126');
    const made = expectStatus(await refundOrder(t, staff, order._id, { amount: 10 }), 201);
    await t.runJobs();
    t.clock.advance(LATE_REFUND_MS);
    await t.runJobs();
    expect(await refundsOf(t, staff, order._id)).toMatchObject([{ state: 'failed' }]);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ refunded: 0, refundDue: 10, refundable: 15 });
    const { rows } = {
      rows: (await t.call<Order[]>('GET', '/manageorders?refunds=due', { token: staff.token })).body,
    };
    expect(rows.map(({ _id }) => _id)).toContain(order._id);
    const mails = await t.shop.db.selectFrom('mailbox.messages').select('subject').execute();
    expect(mails.map(({ subject }) => subject)).toContain(`Refund failed: order ${order.number}`);
    const again = await Promise.all([retry(made._id), retry(made._id)]);
    expect(again.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await refundsOf(t, staff, order._id)).toMatchObject([{ _id: made._id, state: 'due' }]);
    await t.runJobs();
    expect(await givenBack(t, order)).toEqual({ cents: 1000, times: 1 });
  });

  test('that the provider refuses fails, and a retry refunds the amount once', async () => {
    const order = await buy(t, ada, (await t.makeTool()).id, 2);
    expectStatus(await retry(await refundThatFails(order)), 200);
    await t.runJobs();
    expect(await refundsOf(t, staff, order._id)).toMatchObject([{ state: 'done' }]);
    expect(await givenBack(t, order)).toEqual({ cents: 1000, times: 1 });
  });

  test('that failed for good is marked by staff as refunded another way, once, and the buyer is emailed', async () => {
    const order = await buy(t, ada, (await t.makeTool()).id, 2);
    const refundId = await refundThatFails(order);
    const replies = await Promise.all([markGiven(refundId), markGiven(refundId)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await refundsOf(t, staff, order._id)).toMatchObject([
      { state: 'done', settledAt: expect.any(String) },
    ]);
    expect((await retry(refundId)).status).toBe(409);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ refunded: 10, refundDue: 0, refundable: 15 });
    expect(
      await t.asOwner(`
        select audit_events.actor_id, provider_refund_id from audit_events join refunds using (order_id)
        where order_id = '${order._id}' and action = 'refund_marked'`),
    ).toEqual([{ actor_id: staff.userId, provider_refund_id: `hand_${refundId}` }]);
    await t.runJobs();
    await reconcilePayments(t.shop);
    expect(await givenBack(t, order)).toEqual({ cents: 0, times: 0 });
    const mails = (await mailsTo(t, ada.email)).filter(({ subject }) => subject.includes(order.number));
    const told = mails.filter(({ subject }) => subject.startsWith('Refund for order'));
    expect(told.map(({ text }) => text)).toEqual([
      expect.stringContaining('We’ve refunded the amount below to you directly'),
    ]);
    expect(told[0]?.text).not.toMatch(/your card|statement/);
  });

  test('that is due cannot be marked as refunded: the provider may be making it', async () => {
    const order = await buy(t, ada, (await t.makeTool()).id, 2);
    const { _id } = expectStatus(await refundOrder(t, staff, order._id, { amount: 10 }), 201);
    expect(await markGiven(_id)).toMatchObject({ status: 409 });
    await t.runJobs();
    expect(await markGiven(_id)).toMatchObject({ status: 409 });
    expect(await givenBack(t, order)).toEqual({ cents: 1000, times: 1 });
  });

  test('of units restocks them even if part of their price was refunded before', async () => {
    const { id } = await t.makeTool({ onHand: 5 });
    const order = await buy(t, ada, id, 3);
    expectStatus(await t.call('PUT', `/manageorders/${order._id}`, { token: staff.token }), 200);
    expectStatus(await refundOrder(t, staff, order._id, { amount: 20 }), 201);
    const one = expectStatus(await refundOrder(t, staff, order._id, { quantity: 1, restock: true }), 201);
    const rest = expectStatus(await refundOrder(t, staff, order._id, { quantity: 2, restock: true }), 201);
    expect([one.amount, rest.amount, rest.restocked]).toEqual([12.5, 5, 2]);
    expect((await readStock(t, id)).onHand).toBe(5);
  });

  test('is a multiple of the card’s charge step, and exact to the cent where no card paid', async () => {
    const { id } = await t.makeTool({ priceCents: 1234 });
    const byCard = await buy(t, ada, id);
    const byHand = await placeOrder(t, ada, id);
    const body = { orderIds: [byHand._id], method: 'cash' };
    expectStatus(
      await t.call('POST', `/customers/${ada.email}/mark-paid`, { token: staff.token, body }),
      200,
    );
    const working = t.shop.cardPayments;
    t.shop.cardPayments = { ...working, chargeStepCents: () => 10 };
    try {
      expect((await refundOrder(t, staff, byCard._id, { amount: 0.04 })).status).toBe(400);
      expectStatus(await refundOrder(t, staff, byHand._id, { amount: 0.04 }), 201);
      const whole = expectStatus(await refundOrder(t, staff, byCard._id, { quantity: 1 }), 201);
      expect(whole.amount).toBe(12.34);
    } finally {
      t.shop.cardPayments = working;
    }
  });
});
