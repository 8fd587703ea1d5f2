import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '#contracts/order.ts';
import { signWebhook } from '#platform/card-payments/sandbox/webhook-signature.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  orderBody,
  placeOrder,
  queuedMails,
  readOrder,
  readPayments,
  readStock,
  reportPaid,
  startPayment,
} from '#tests/support/buying.ts';
import { startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';
import { releaseHold } from '#workflows/release-hold.ts';

const ROUNDS = 3;

let t: TestShop;
let admin: TestUser;
let tools: { id: string; units: number }[];

beforeAll(async () => {
  t = await startTestShop({ DATABASE_POOL_SIZE: '30' });
  admin = await t.makeUser({ role: 'admin' });
});
beforeEach(() => {
  tools = [];
});
afterAll(() => t.stop());

/** What holds after every race: no unit is made or lost, and none is promised twice. */
afterEach(async () => {
  for (const { id, units } of tools) {
    const { onHand, held, sold } = await readStock(t, id);
    expect(onHand + sold).toBe(units);
    expect(held).toBeLessThanOrEqual(onHand);
    expect(await unitsHeldByPayments(id)).toBe(held);
  }
});

async function makeTool(units: number): Promise<string> {
  const { id } = await t.makeTool({ onHand: units });
  tools.push({ id, units });
  return id;
}

async function unitsHeldByPayments(toolId: string): Promise<number> {
  const { units } = await t.shop.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(({ fn }) => fn.sum<string | null>('payments.held_quantity').as('units'))
    .where('orders.tool_id', '=', toolId)
    .executeTakeFirstOrThrow();
  return Number(units);
}

function times<Result>(count: number, run: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => run(index)));
}

function tally(replies: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The words of `items` in an order of chance. */
function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

async function rivals(count: number, toolId: string): Promise<{ buyer: TestUser; order: Order }[]> {
  return times(count, async () => {
    const buyer = await t.makeUser();
    return { buyer, order: await placeOrder(t, buyer, toolId) };
  });
}

function deliver(intentId: string, eventId: string) {
  const body = JSON.stringify({ id: eventId, type: 'payment_intent.succeeded', intentId });
  const signature = signWebhook(t.shop.secrets.key('sandbox-webhook'), body, t.clock.now());
  return fetch(`${t.url}/webhooks/payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sandbox-signature': signature },
    body,
  });
}

test.each([
  [64, 1],
  [24, 3],
])('%i buyers, %i units: that many get one', async (buyers, units) => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await makeTool(units);
    const all = await rivals(buyers, toolId);
    const replies = await Promise.all(all.map(({ buyer, order }) => startPayment(t, buyer, order)));
    expect(tally(replies)).toEqual({ 200: units, 409: buyers - units });
    expect(await readStock(t, toolId)).toEqual({ onHand: units, held: units, sold: 0 });

    const paid = await Promise.all(
      all.map(async ({ buyer, order }, index) => {
        const reply = replies[index];
        if (reply?.status !== 200) return undefined;
        await confirmCard(t, reply.body);
        return reportPaid(t, buyer, order._id, reply.body.paymentIntentId);
      }),
    );
    expect(tally(paid.filter((reply) => reply !== undefined))).toEqual({ 200: units });
    expect(await readStock(t, toolId)).toEqual({ onHand: 0, held: 0, sold: units });
  }
});

test('a double click with one Idempotency-Key makes one order', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await makeTool(50);
    const buyer = await t.makeUser();
    const key = randomUUID();
    const replies = await times(8, () =>
      t.call<Order>('POST', '/orders', {
        token: buyer.token,
        body: orderBody(toolId),
        headers: { 'idempotency-key': key },
      }),
    );
    expect(tally(replies)).toEqual({ 201: 8 });
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const list = await t.call<Order[]>('GET', `/orders?email=${buyer.email}`, { token: buyer.token });
    expect(list.body).toHaveLength(1);
    expect(await queuedMails(t, replies[0]?.body._id ?? '')).toEqual(['order-placed']);
  }
});

test('two different orders with one Idempotency-Key: one is made, the other refused', async () => {
  const toolId = await makeTool(50);
  const buyer = await t.makeUser();
  const replies = await times(2, (index) =>
    t.call('POST', '/orders', {
      token: buyer.token,
      body: orderBody(toolId, index + 1),
      headers: { 'idempotency-key': 'same' },
    }),
  );
  expect(tally(replies)).toEqual({ 201: 1, 422: 1 });
});

test('a double click on Pay makes one intent and one hold', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await makeTool(5);
    const [rival] = await rivals(1, toolId);
    if (!rival) throw new Error('no buyer');
    const replies = await times(8, () => startPayment(t, rival.buyer, rival.order));
    expect(tally(replies)).toEqual({ 200: 8 });
    expect(new Set(replies.map(({ body }) => body.clientSecret)).size).toBe(1);
    expect(await readStock(t, toolId)).toEqual({ onHand: 5, held: 1, sold: 0 });
  }
});

test('five webhooks and the buyer’s own report at once count a payment once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await makeTool(5);
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, toolId, 2);
    const { paymentIntentId } = await beginPayment(t, buyer, order).then(async (intent) => {
      await confirmCard(t, intent);
      return intent;
    });
    const calls = shuffled([
      ...Array.from({ length: 5 }, (_, n) => () => deliver(paymentIntentId, `evt_${n % 3}`)),
      ...Array.from({ length: 3 }, () => () => reportPaid(t, buyer, order._id, paymentIntentId)),
    ]);
    expect(tally(await Promise.all(calls.map((call) => call())))).toEqual({ 200: 8 });
    expect(await readStock(t, toolId)).toEqual({ onHand: 3, held: 0, sold: 2 });
    expect(await queuedMails(t, order._id)).toEqual(['order-placed', 'payment-received']);
  }
});

test('paying and deleting an order at once: it is paid or gone, never both', async () => {
  for (let round = 0; round < ROUNDS * 4; round++) {
    const toolId = await makeTool(1);
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, toolId);
    const intent = await beginPayment(t, buyer, order);
    const [, removed] = await Promise.all(
      shuffledPair(
        round,
        () => confirmCard(t, intent),
        () => t.call('DELETE', `/orders/${order._id}`, { token: buyer.token }),
      ),
    );
    const report = await reportPaid(t, buyer, order._id, intent.paymentIntentId);
    await t.runJobs();
    if (removed.status === 200) {
      expect(report.status).toBe(404);
      expect(await readStock(t, toolId)).toEqual({ onHand: 1, held: 0, sold: 0 });
      expect(await t.shop.cardPayments.retrieveIntent(intent.paymentIntentId)).toMatchObject({
        status: 'cancelled',
      });
    } else {
      expect(removed.status).toBe(409);
      expect(report.status).toBe(200);
      expect(await readStock(t, toolId)).toEqual({ onHand: 0, held: 0, sold: 1 });
    }
  }
});

/** Runs two calls at once; which of them goes first changes with the round. */
function shuffledPair<First, Second>(
  round: number,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): [Promise<First>, Promise<Second>] {
  if (round % 2 === 0) return [first(), second()];
  const later = second();
  return [first(), later];
}

test('starting a payment and deleting the order at once leaves no unit held', async () => {
  for (let round = 0; round < ROUNDS * 4; round++) {
    const toolId = await makeTool(1);
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, toolId);
    const [started, removed] = await Promise.all(
      shuffledPair(
        round,
        () => startPayment(t, buyer, order),
        () => t.call('DELETE', `/orders/${order._id}`, { token: buyer.token }),
      ),
    );
    expect(removed.status).toBe(200);
    expect([200, 404, 409]).toContain(started.status);
    expect(await readStock(t, toolId)).toEqual({ onHand: 1, held: 0, sold: 0 });
  }
});

test('shipping twice at once ships once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const buyer = await t.makeUser();
    const order = await buy(t, buyer, await makeTool(1));
    const replies = await times(4, () =>
      t.call<{ modifiedCount: number }>('PUT', `/manageorders/${order._id}`, { token: admin.token }),
    );
    expect(replies.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 0, 0, 1]);
    expect((await queuedMails(t, order._id)).filter((mail) => mail === 'order-shipped')).toHaveLength(1);
  }
});

test('a card confirmed while its hold is released is served or refused, and no unit is lost', async () => {
  for (let round = 0; round < ROUNDS * 4; round++) {
    const toolId = await makeTool(1);
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, toolId);
    const intent = await beginPayment(t, buyer, order);
    const [payment] = await readPayments(t, order._id);
    const [confirmed] = await Promise.all(
      shuffledPair(
        round,
        () => confirmCard(t, intent),
        () => releaseHold(t.shop, payment?.id ?? ''),
      ),
    );
    const report = await reportPaid(t, buyer, order._id, intent.paymentIntentId);
    expect(report.status).toBe(confirmed.status);
    const isPaid = confirmed.status === 200;
    expect(await readStock(t, toolId)).toEqual(
      isPaid ? { onHand: 0, held: 0, sold: 1 } : { onHand: 1, held: 0, sold: 0 },
    );
  }
});

test('a late success and a new buyer at once: the unit goes to one, the other gets the money back', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await makeTool(1);
    const [late, punctual] = await rivals(2, toolId);
    if (!late || !punctual) throw new Error('no buyers');
    const intent = await beginPayment(t, late.buyer, late.order);
    const [payment] = await readPayments(t, late.order._id);
    await releaseHold(t.shop, payment?.id ?? '');
    await t.shop.db
      .updateTable('sandbox_cards.intents')
      .set({ status: 'succeeded' })
      .where('id', '=', intent.paymentIntentId)
      .execute();
    const [started, ...told] = await Promise.all([
      startPayment(t, punctual.buyer, punctual.order),
      ...Array.from({ length: 5 }, (_, n) => deliver(intent.paymentIntentId, `evt_${n}`)),
    ]);
    expect(tally(told)).toEqual({ 200: 5 });
    await t.runJobs();
    const isServed = (await readOrder(t, late.buyer, late.order._id)).paid;
    expect(started.status).toBe(isServed ? 409 : 200);
    expect(await readPayments(t, late.order._id)).toMatchObject([
      { state: isServed ? 'succeeded' : 'refunded' },
    ]);
    expect(await t.shop.cardPayments.retrieveIntent(intent.paymentIntentId)).toMatchObject({
      refunded: !isServed,
    });
  }
});

test('deleting a tool and paying for it at once: every success is served, every hold is let go', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await makeTool(6);
    const all = await rivals(6, toolId);
    const buying = all.map(async ({ buyer, order }) => {
      const started = await startPayment(t, buyer, order);
      if (started.status !== 200) return { buyer, order, confirmed: false };
      return { buyer, order, confirmed: (await confirmCard(t, started.body)).status === 200 };
    });
    const deleting = t.call('DELETE', `/tool/${toolId}`, { token: admin.token });
    const outcomes = await Promise.all(buying);
    expect((await deleting).status).toBe(200);
    await t.runJobs();
    for (const { buyer, order, confirmed } of outcomes) {
      expect(await readOrder(t, buyer, order._id)).toMatchObject({ paid: confirmed });
      expect((await readPayments(t, order._id)).filter(({ state }) => state === 'live')).toEqual([]);
    }
    expect((await readStock(t, toolId)).held).toBe(0);
  }
});
