import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { reconcilePayments } from '#features/orders/payments/reconcile-payments.ts';
import type { Refund } from '#features/orders/refunds/contract.ts';
import { giveRefund } from '#features/orders/refunds/give-refund.ts';
import { RefundRefusedError } from '#platform/payments/card-payments.ts';
import { LATE_REFUND_MS } from '#platform/payments/sandbox/sandbox-refunds.ts';
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
import { startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';

let t: TestShop;
let ada: TestUser;
let staff: TestUser;

beforeAll(async () => {
  t = await startTestShop();
  ada = await t.makeUser();
  staff = await t.makeUser({ role: 'staff' });
});

afterAll(() => t.stop());

const cancel = (by: TestUser, orderId: string, body: object = {}) =>
  t.call<Order>('POST', `/orders/${orderId}/cancel`, { token: by.token, body });

const refund = (orderId: string, body: object, key?: string) =>
  t.call<Refund>('POST', `/orders/${orderId}/refunds`, {
    token: staff.token,
    body: { reason: 'Arrived bent', ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  });

const refundsOf = async (orderId: string, by = staff) =>
  expectStatus(await t.call<Refund[]>('GET', `/orders/${orderId}/refunds`, { token: by.token }), 200);

const retry = (refundId: string) =>
  t.call<Refund>('POST', `/refunds/${refundId}/retry`, { token: staff.token });

/** What the provider has given back of an order's payment, and how often. */
async function givenBack({ transactionId }: Order): Promise<{ cents: number; times: number }> {
  const refunds = await t.shop.db
    .selectFrom('sandbox_cards.refunds')
    .selectAll()
    .where('intent_id', '=', transactionId ?? '')
    .where('status', '<>', 'failed')
    .execute();
  return { cents: refunds.reduce((sum, { amount }) => sum + amount, 0), times: refunds.length };
}

const movementsOf = (toolId: string) =>
  t.shop.db
    .selectFrom('stock_movements')
    .select(['kind', 'quantity', 'cause_name'])
    .where('tool_id', '=', toolId)
    .orderBy('id')
    .execute();

async function buyWith(number: string, quantity = 2): Promise<Order> {
  const { id } = await t.makeTool();
  const order = await placeOrder(t, ada, id, quantity);
  const intent = await beginPayment(t, ada, order);
  expectStatus(await confirmCard(t, intent, { ...GOOD_CARD, number }), 200);
  return expectStatus(await reportPaid(t, ada, order._id, intent.paymentIntentId), 200);
}

describe('cancelling', () => {
  test('puts the units back, owes the money until it has gone back, and is told by email', async () => {
    const { id } = await t.makeTool({ onHand: 5 });
    const order = await buy(t, ada, id, 3);
    const cancelled = expectStatus(await cancel(ada, order._id), 200);
    expect(cancelled).toMatchObject({
      state: 'cancelled',
      paid: true,
      refunded: 0,
      refundDue: 37.5,
      refundable: 0,
      refundedQuantity: 3,
    });
    expect(cancelled.cancelledAt).not.toBeNull();
    expect((await readStock(t, id)).onHand).toBe(5);
    expect((await movementsOf(id)).at(-1)).toEqual({
      kind: 'returned',
      quantity: 3,
      cause_name: order.number,
    });
    expect(await queuedMails(t, order._id)).toContain('order-cancelled');
    await t.runJobs();
    expect(await readOrder(t, ada, order._id)).toMatchObject({ refunded: 37.5, refundDue: 0 });
    expect(await givenBack(order)).toEqual({ cents: 3750, times: 1 });
    expect(await refundsOf(order._id, ada)).toMatchObject([
      { amount: 37.5, quantity: 3, restocked: 3, reason: null, state: 'done' },
    ]);
  });

  test('is done once, whoever asks how often', async () => {
    const { id } = await t.makeTool({ onHand: 5 });
    const order = await buy(t, ada, id, 2);
    const replies = await Promise.all([
      cancel(ada, order._id),
      cancel(staff, order._id, { reason: 'Sold by mistake' }),
      cancel(ada, order._id),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await refundsOf(order._id)).toHaveLength(1);
    expect((await readStock(t, id)).onHand).toBe(5);
  });

  test('is for its buyer and staff, who say why', async () => {
    const order = await buy(t, ada, (await t.makeTool()).id);
    const stranger = await t.makeUser();
    expect((await cancel(stranger, order._id)).status).toBe(404);
    expect(await cancel(staff, order._id)).toMatchObject({
      status: 400,
      body: { error: { field: 'reason' } },
    });
    expect(await cancel(ada, order._id, { reason: 7 })).toMatchObject({ status: 400 });
    expect((await readOrder(t, ada, order._id)).state).toBe('paid');
    expect(expectStatus(await cancel(staff, order._id, { reason: 'No more made' }), 200).state).toBe(
      'cancelled',
    );
    expect(await refundsOf(order._id)).toMatchObject([{ reason: 'No more made' }]);
  });

  test('is refused for an unpaid order, and for one that has shipped', async () => {
    const { id } = await t.makeTool();
    const unpaid = await placeOrder(t, ada, id);
    expect(await cancel(ada, unpaid._id)).toMatchObject({
      status: 409,
      body: { error: { message: 'This order hasn’t been paid. Delete it instead' } },
    });
    const shipped = await buy(t, ada, id);
    expectStatus(await t.call('PUT', `/manageorders/${shipped._id}`, { token: staff.token }), 200);
    expect((await cancel(ada, shipped._id)).status).toBe(409);
    expect(await refundsOf(shipped._id)).toEqual([]);
  });

  test('ends what follows from an order: it is not shipped, and earns no review', async () => {
    const { id } = await t.makeTool();
    const order = await buy(t, ada, id);
    expectStatus(await cancel(ada, order._id), 200);
    expect((await t.call('PUT', `/manageorders/${order._id}`, { token: staff.token })).status).toBe(409);
    const review = { toolId: id, rate: 5, reviews: 'Never came', email: ada.email, name: ada.name };
    expect(await t.call('POST', '/review', { token: ada.token, body: review })).toMatchObject({
      status: 400,
      body: { error: { field: 'toolId' } },
    });
  });

  test('gives back what is left after a part was refunded', async () => {
    const { id } = await t.makeTool({ onHand: 10 });
    const order = await buy(t, ada, id, 4);
    expectStatus(await refund(order._id, { quantity: 1, restock: false }), 201);
    expectStatus(await refund(order._id, { amount: 2.5 }), 201);
    expectStatus(await cancel(ada, order._id), 200);
    // The unit that staff did not put back is not sold, and is not on the shelf.
    expect((await readStock(t, id)).onHand).toBe(9);
    await t.runJobs();
    expect(await givenBack(order)).toEqual({ cents: 5000, times: 3 });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ refunded: 50, refundDue: 0, refundable: 0 });
  });
});

describe('a refund', () => {
  test('of units goes back at what was paid for them, and on the shelf where staff say so', async () => {
    const { id } = await t.makeTool({ onHand: 10, priceCents: 333 });
    const order = await buy(t, ada, id, 3);
    const made = expectStatus(await refund(order._id, { quantity: 2, restock: true }), 201);
    expect(made).toMatchObject({ amount: 6.66, quantity: 2, restocked: 2, state: 'due', settledAt: null });
    expect((await readStock(t, id)).onHand).toBe(9);
    await t.runJobs();
    const after = await readOrder(t, ada, order._id);
    expect(after).toMatchObject({ state: 'paid', refunded: 6.66, refundable: 3.33, refundedQuantity: 2 });
    expect(await queuedMails(t, order._id)).toEqual([]);
    expect(await refund(order._id, { quantity: 2 })).toMatchObject({
      status: 409,
      body: { error: { field: 'quantity', current: 1 } },
    });
  });

  test('is made once per key, and another body under the key is refused', async () => {
    const order = await buy(t, ada, (await t.makeTool()).id, 2);
    const replies = await Promise.all([1, 2, 3].map(() => refund(order._id, { amount: 5 }, 'attempt-1')));
    expect(new Set(replies.map(({ body }) => body._id)).size).toBe(1);
    expect((await refund(order._id, { amount: 6 }, 'attempt-1')).status).toBe(422);
    await t.runJobs();
    expect(await givenBack(order)).toEqual({ cents: 500, times: 1 });
  });

  test('never gives back more than was paid, which the database forbids as well', async () => {
    const order = await buy(t, ada, (await t.makeTool()).id, 2);
    expect(await refund(order._id, { amount: 25.01 })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', field: 'amount', current: 25 } },
    });
    expectStatus(await refund(order._id, { amount: 25 }), 201);
    expect(await refund(order._id, { amount: 0.01 })).toMatchObject({ status: 409 });
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
    expect(await refund(order._id, body)).toMatchObject({ status: 400, body: { error: { field } } });
    expect(await refundsOf(order._id)).toEqual([]);
  });

  test('is for paid orders that there are, and shown to their buyers and staff', async () => {
    const unpaid = await placeOrder(t, ada, (await t.makeTool()).id);
    expect((await refund(unpaid._id, { amount: 1 })).status).toBe(409);
    const missing = '01a1fcdf-6a65-75be-b5d6-8df66059fcf2';
    expect((await refund(missing, { amount: 1 })).status).toBe(404);
    expect((await retry(missing)).status).toBe(404);
    const stranger = await t.makeUser();
    const reply = await t.call('GET', `/orders/${unpaid._id}/refunds`, { token: stranger.token });
    expect(reply.status).toBe(404);
  });

  test('stays due while the provider is silent, also when only its answer was lost, and goes back once', async () => {
    const order = await buy(t, ada, (await t.makeTool()).id, 2);
    expectStatus(await refund(order._id, { amount: 10 }), 201);
    await failCalls(t.shop, ['refund', 'retrieveRefund'], () => t.runJobs(), { after: true });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ refunded: 0, refundDue: 10 });
    await reconcilePayments(t.shop);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ refunded: 10, refundDue: 0 });
    t.clock.advance(60_000);
    await t.runJobs();
    expect(await givenBack(order)).toEqual({ cents: 1000, times: 1 });
  });

  test('that the provider decides on later stays due until its word comes, which may be first', async () => {
    const order = await buyWith('4000 0000 0000 7726');
    const made = expectStatus(await refund(order._id, { amount: 10 }), 201);
    await t.runJobs();
    expect(await refundsOf(order._id)).toMatchObject([{ state: 'due' }]);
    t.clock.advance(LATE_REFUND_MS);
    await t.runJobs();
    expect(await refundsOf(order._id)).toMatchObject([{ _id: made._id, state: 'done' }]);
    expect(await givenBack(order)).toEqual({ cents: 1000, times: 1 });
    expect((await retry(made._id)).status).toBe(409);
  });

  test('that failed is still due, is told to staff, and can be tried again', async () => {
    const order = await buyWith('4000 0000 0000 5126');
    const made = expectStatus(await refund(order._id, { amount: 10 }), 201);
    await t.runJobs();
    t.clock.advance(LATE_REFUND_MS);
    await t.runJobs();
    expect(await refundsOf(order._id)).toMatchObject([{ state: 'failed' }]);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ refunded: 0, refundDue: 10, refundable: 15 });
    const { rows } = {
      rows: (await t.call<Order[]>('GET', '/manageorders?refunds=due', { token: staff.token })).body,
    };
    expect(rows.map(({ _id }) => _id)).toContain(order._id);
    const mails = await t.shop.db.selectFrom('mailbox.messages').select('subject').execute();
    expect(mails.map(({ subject }) => subject)).toContain(`Refund failed: order ${order.number}`);
    const again = await Promise.all([retry(made._id), retry(made._id)]);
    expect(again.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await refundsOf(order._id)).toMatchObject([{ _id: made._id, state: 'due' }]);
    await t.runJobs();
    expect(await givenBack(order)).toEqual({ cents: 1000, times: 1 });
  });

  test('that the provider refuses has failed, and its late words about an earlier try change nothing', async () => {
    const order = await buy(t, ada, (await t.makeTool()).id, 2);
    const made = expectStatus(await refund(order._id, { amount: 10 }), 201);
    const working = t.shop.cardPayments;
    t.shop.cardPayments = {
      ...working,
      refund: async () => {
        throw new RefundRefusedError('no');
      },
    };
    await giveRefund(t.shop, made._id).finally(() => {
      t.shop.cardPayments = working;
    });
    expect(await refundsOf(order._id)).toMatchObject([{ state: 'failed' }]);
    expectStatus(await retry(made._id), 200);
    await t.runJobs();
    expect(await refundsOf(order._id)).toMatchObject([{ state: 'done' }]);
    expect(await givenBack(order)).toEqual({ cents: 1000, times: 1 });
  });
});

test('what went back is in the lists, their filters, the export and the overview', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const before = (
    await t.call<{ sales: { amount: number; orders: number } }>('GET', '/overview', { token: admin.token })
  ).body.sales;
  const { id } = await t.makeTool({ priceCents: 1000 });
  const part = await buy(t, ada, id, 3);
  const whole = await buy(t, ada, id, 2);
  expectStatus(await refund(part._id, { quantity: 1 }), 201);
  expectStatus(await cancel(ada, whole._id), 200);
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
  const { body: csv } = await t.call<string>('GET', `/exports/orders.csv?ids=${part._id},${whole._id}`, {
    token: staff.token,
  });
  const [head = '', first = '', second = ''] = csv.trim().split('\r\n');
  const column = head.split(',').indexOf('refunded');
  expect([first, second].map((line) => line.split(',')[column])).toEqual(['10.00', '20.00']);
  expect(second).toContain('cancelled');
});

test('any sequence of part refunds adds up, and never comes to more than was paid', async () => {
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
        const { status } = await refund(order._id, body);
        expect([201, 409]).toContain(status);
        if (status === 201 && 'restock' in one && one.restock) returned += one.quantity;
      }
      if (isCancelled) expectStatus(await cancel(buyer, order._id), 200);
      const made = await refundsOf(order._id);
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
    { numRuns: 8 },
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
