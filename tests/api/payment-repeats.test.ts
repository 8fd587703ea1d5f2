import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import {
  beginPayment,
  buy,
  expectStatus,
  placeOrder,
  readPayments,
  readStock,
  startPayment,
} from '#tests/support/buying.ts';
import { failCalls } from '#tests/support/failing-cards.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const MAX_HOLDS = 3;

const t = setUpShop({ SHOP_MAX_HOLDS: String(MAX_HOLDS) });
const ada = setUp(() => t.makeUser());

function start(buyer: TestUser, order: Pick<Order, '_id' | 'price'>, key: string) {
  return t.call<PaymentIntentReply & ErrorReply>('POST', '/create-payment-intent', {
    token: buyer.token,
    body: { price: order.price, orderId: order._id },
    headers: { 'idempotency-key': key },
  });
}

describe('an Idempotency-Key of a payment', () => {
  test('repeats the first answer, even if the payment has ended since', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    const key = randomUUID();
    const first = expectStatus(await start(ada, order, key), 200);
    const [payment] = await readPayments(t, order._id);
    await releaseHold(t.shop, payment?.id ?? '');
    expect(expectStatus(await start(ada, order, key), 200)).toEqual(first);
    expect(await readPayments(t, order._id)).toMatchObject([{ state: 'cancelled' }]);
    const anew = expectStatus(await start(ada, order, randomUUID()), 200);
    expect(anew.paymentIntentId).not.toBe(first.paymentIntentId);
  });

  test('of an ended payment leaves its successor in progress', async () => {
    const one = await placeOrder(t, ada, (await t.makeTool()).id);
    const other = await placeOrder(t, ada, (await t.makeTool()).id);
    const key = randomUUID();
    const first = expectStatus(await start(ada, one, key), 200);
    const both = await t.call('POST', '/create-payment-intent', {
      token: ada.token,
      body: { orderIds: [one._id, other._id] },
    });
    expectStatus(both, 200);
    expect(expectStatus(await start(ada, one, key), 200)).toEqual(first);
    expect((await readPayments(t, one._id)).map(({ state }) => state).sort()).toEqual(['cancelled', 'live']);
  });

  test('makes one payment and one answer for many concurrent calls', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, tool.id);
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 8 }, () => start(buyer, order, key)));
    expect(new Set(replies.map((reply) => JSON.stringify(expectStatus(reply, 200)))).size).toBe(1);
    expect(await readPayments(t, order._id)).toHaveLength(1);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 5, held: 1, sold: 0 });
  });

  test('is refused for another order, of which nothing is held then', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const buyer = await t.makeUser();
    const [one, another] = [await placeOrder(t, buyer, tool.id), await placeOrder(t, buyer, tool.id)];
    const key = randomUUID();
    expectStatus(await start(buyer, one, key), 200);
    const refused = await start(buyer, another, key);
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({ code: 'key_reused', field: 'idempotency-key' });
    expect(await readPayments(t, another._id)).toEqual([]);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 5, held: 1, sold: 0 });
  });

  test('belongs to one person', async () => {
    const [one, another] = [await t.makeUser(), await t.makeUser()];
    const tool = await t.makeTool();
    const key = randomUUID();
    const first = expectStatus(await start(one, await placeOrder(t, one, tool.id), key), 200);
    const second = expectStatus(await start(another, await placeOrder(t, another, tool.id), key), 200);
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
  });

  test('is not used up by a refusal', async () => {
    const tool = await t.makeTool({ onHand: 1 });
    const [slow, quick] = [await t.makeUser(), await t.makeUser()];
    const order = await placeOrder(t, slow, tool.id);
    const rival = await placeOrder(t, quick, tool.id);
    await beginPayment(t, quick, rival);
    const key = randomUUID();
    expect((await start(slow, order, key)).status).toBe(409);
    const [payment] = await readPayments(t, rival._id);
    await releaseHold(t.shop, payment?.id ?? '');
    expectStatus(await start(slow, order, key), 200);
  });

  test('continues the payment whose intent could not be created at first', async () => {
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, (await t.makeTool()).id);
    const key = randomUUID();
    const failed = await failCalls(t.shop, ['createIntent'], () => start(buyer, order, key), { after: true });
    expect(failed.status).toBe(502);
    const reply = expectStatus(await start(buyer, order, key), 200);
    expect(await readPayments(t, order._id)).toMatchObject([{ intent_id: reply.paymentIntentId }]);
  });

  test('returns the new payment after the old one expired or was ended at the provider', async () => {
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, (await t.makeTool()).id);
    const old = await beginPayment(t, buyer, order);
    await t.shop.cardPayments.cancelIntent(old.paymentIntentId);
    const key = randomUUID();
    const first = expectStatus(await start(buyer, order, key), 200);
    expect(first.paymentIntentId).not.toBe(old.paymentIntentId);
    expect(expectStatus(await start(buyer, order, key), 200)).toEqual(first);

    await t.shop.db
      .updateTable('payments')
      .set({ hold_expires_at: t.clock.now() })
      .where('intent_id', '=', first.paymentIntentId)
      .execute();
    const newKey = randomUUID();
    const second = expectStatus(await start(buyer, order, newKey), 200);
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
    expect(expectStatus(await start(buyer, order, newKey), 200)).toEqual(second);
    expect((await readPayments(t, order._id)).map(({ state }) => state)).toEqual([
      'cancelled',
      'cancelled',
      'live',
    ]);
  });

  test.each(['', ' ', 'x'.repeat(201)])('is refused when it is %j', async (key) => {
    const order = await placeOrder(t, await t.makeUser(), (await t.makeTool()).id);
    const refused = await start(ada, order, key);
    expect(refused.status).toBe(400);
    expect(refused.body.error.field).toBe('idempotency-key');
  });
});

describe('payments that hold units', () => {
  test('are limited per buyer, however many are started together', async () => {
    const tool = await t.makeTool({ onHand: 50 });
    const buyer = await t.makeUser();
    const orders = await Promise.all(Array.from({ length: 8 }, () => placeOrder(t, buyer, tool.id)));
    const replies = await Promise.all(orders.map((order) => startPayment(t, buyer, order)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(5).fill(429)]);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 50, held: MAX_HOLDS, sold: 0 });

    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      error: { message: 'You have 3 payments in progress. Please finish or end one first.' },
    });
    expect(refused?.headers.get('retry-after')).toBe('60');
    const begun = orders[replies.findIndex(({ status }) => status === 200)];
    await t.call('DELETE', `/orders/${begun?._id}`, { token: buyer.token });
    await buy(t, buyer, tool.id);
  });
});
