import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { paymentIntentSchema } from '#features/payments/contract.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  placeOrder,
  readOrder,
  readPayments,
  readStock,
  reportPaid,
  startPayment,
} from '#tests/support/buying.ts';
import { failCalls } from '#tests/support/failing-cards.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const HOLD_MS = 15 * 60_000;

const t = setUpShop();
const ada = setUp(() => t.makeUser({ name: 'Ada Joiner' }));
const bob = setUp(() => t.makeUser({ name: 'Bob Mason' }));
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const ask = (body: unknown, token = ada.token) => t.call('POST', '/create-payment-intent', { token, body });

describe('starting a payment', () => {
  test('holds the units for 15 minutes and returns the intent', async () => {
    const tool = await t.makeTool({ priceCents: 1250, onHand: 5 });
    const order = await placeOrder(t, ada, tool.id, 2);
    const before = t.clock.now().getTime();
    const intent = paymentIntentSchema.parse(await beginPayment(t, ada, order));
    const expiresAt = Date.parse(intent.holdExpiresAt);
    expect(expiresAt).toBeGreaterThanOrEqual(before + HOLD_MS);
    expect(expiresAt).toBeLessThanOrEqual(t.clock.now().getTime() + HOLD_MS);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 5, held: 2, sold: 0 });
    expect(await t.call('GET', `/tool/${tool.id}`)).toMatchObject({ body: { available_quantity: 3 } });
    expect(await t.shop.cardPayments.retrieveIntent(intent.paymentIntentId)).toMatchObject({
      amountCents: 2500,
      currency: 'usd',
      orderIds: [order._id],
      status: 'open',
    });
  });

  test('returns the same intent the second time, and holds nothing more', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const order = await placeOrder(t, ada, tool.id, 2);
    const first = await beginPayment(t, ada, order);
    expect(await beginPayment(t, ada, order)).toEqual(first);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 5, held: 2, sold: 0 });
  });

  test('ends the old intent after the hold has expired, and creates another', async () => {
    const tool = await t.makeTool({ onHand: 2 });
    const order = await placeOrder(t, ada, tool.id, 2);
    const first = await beginPayment(t, ada, order);
    await t.shop.db
      .updateTable('payments')
      .set({ hold_expires_at: t.clock.now() })
      .where('intent_id', '=', first.paymentIntentId)
      .execute();
    const second = await beginPayment(t, ada, order);
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
    expect((await confirmCard(t, first)).status).toBe(409);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 2, held: 2, sold: 0 });
    expect((await readPayments(t, order._id)).map(({ state }) => state)).toEqual(['cancelled', 'live']);
  });

  test('finds the one unpaid order of a price, given that alone', async () => {
    const buyer = await t.makeUser();
    const tool = await t.makeTool({ priceCents: 777 });
    const refused = { status: 400, body: { error: { code: 'invalid_input', field: 'price' } } };
    expect(await ask({ price: 7.77 }, buyer.token)).toMatchObject(refused);
    const order = await placeOrder(t, buyer, tool.id);
    const reply = await ask({ price: 7.77 }, buyer.token);
    expect(reply.body).toEqual(await beginPayment(t, buyer, order));
    expect(await ask({ price: 7.77 }, bob.token)).toMatchObject(refused);
    await placeOrder(t, buyer, tool.id);
    expect(await ask({ price: 7.77 }, buyer.token)).toMatchObject(refused);
  });
});

describe('a payment is not started, and nothing is held,', () => {
  async function expectRefused(order: { _id: string; toolId: string }, reply: unknown, expected: object) {
    expect(reply).toMatchObject(expected);
    expect((await readStock(t, order.toolId)).held).toBe(0);
    expect((await readPayments(t, order._id)).filter(({ state }) => state === 'live')).toEqual([]);
  }

  test('for another buyer’s order, not even by an admin, nor without signing in', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    const body = { price: order.price, orderId: order._id };
    const notFound = { status: 404, body: { error: { code: 'not_found' } } };
    await expectRefused(order, await ask(body, bob.token), notFound);
    await expectRefused(order, await ask(body, admin.token), notFound);
    await expectRefused(order, await ask(body, ''), { status: 401 });
    expect(await ask({ price: 1, orderId: randomUUID() })).toMatchObject(notFound);
  });

  test('at another price than the order’s', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool({ priceCents: 1250 })).id);
    await expectRefused(order, await ask({ price: 0.01, orderId: order._id }), {
      status: 409,
      body: {
        error: { code: 'price_changed', message: 'The price is now $12.50. Please check it and try again.' },
      },
    });
  });

  test('when the last units have gone to another buyer', async () => {
    const tool = await t.makeTool({ name: 'Last plane', onHand: 2 });
    const mine = await placeOrder(t, ada, tool.id, 1);
    await buy(t, bob, tool.id, 2);
    await expectRefused(mine, await startPayment(t, ada, mine), {
      status: 409,
      body: {
        error: {
          code: 'out_of_stock',
          message: 'Last plane is out of stock: fewer than the 1 you ordered are left',
        },
      },
    });
  });

  test('when the tool has left the shop, and the order says why', async () => {
    const tool = await t.makeTool();
    const order = await placeOrder(t, ada, tool.id);
    await t.call('DELETE', `/tool/${tool.id}`, { token: admin.token });
    const why = 'This tool is no longer sold, so this order can’t be paid for';
    await expectRefused(order, await startPayment(t, ada, order), {
      status: 409,
      body: { error: { code: 'conflict', message: why } },
    });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ unavailable: 'tool_removed' });
  });

  test('when the order is paid or deleted', async () => {
    const paid = await buy(t, ada, (await t.makeTool()).id);
    await expectRefused(paid, await startPayment(t, ada, paid), {
      status: 409,
      body: { error: { code: 'conflict', message: 'This order has already been paid' } },
    });
    const deleted = await placeOrder(t, ada, (await t.makeTool()).id);
    await t.call('DELETE', `/orders/${deleted._id}`, { token: ada.token });
    await expectRefused(deleted, await startPayment(t, ada, deleted), { status: 404 });
  });

  test.each([
    [{}, 'price'],
    [{ price: '12' }, 'price'],
    [{ price: 0 }, 'price'],
    [{ price: 1, orderId: '42' }, 'orderId'],
    [null, 'body'],
  ])('with the body %o', async (body, field) => {
    expect(await ask(body)).toMatchObject({ status: 400, body: { error: { code: 'invalid_input', field } } });
  });
});

describe('when the card provider does not answer', () => {
  test('keeps the hold, and continues the same payment on retry', async () => {
    const tool = await t.makeTool({ onHand: 3 });
    const order = await placeOrder(t, ada, tool.id, 3);
    const failed = await failCalls(t.shop, ['createIntent'], () => startPayment(t, ada, order));
    expect(failed).toMatchObject({
      status: 502,
      body: {
        error: {
          code: 'provider_failed',
          message: 'The payment service didn’t respond. Please try again in a moment.',
          requestId: expect.any(String),
        },
      },
    });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 3, held: 3, sold: 0 });
    await beginPayment(t, ada, order);
    expect(await readPayments(t, order._id)).toHaveLength(1);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 3, held: 3, sold: 0 });
  });

  test('finds an intent again whose reply was lost, instead of creating another', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    await failCalls(t.shop, ['createIntent'], () => startPayment(t, ada, order), { after: true });
    await beginPayment(t, ada, order);
    const intents = await t.asOwner(
      `select id from sandbox_cards.intents where '${order._id}' = any (order_ids)`,
    );
    expect(intents).toHaveLength(1);
  });

  test('changes nothing on a payment report, and accepts it on retry', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    const intent = await beginPayment(t, ada, order);
    await confirmCard(t, intent);
    const report = () => reportPaid(t, ada, order._id, intent.paymentIntentId);
    expect((await failCalls(t.shop, ['retrieveIntent'], report)).status).toBe(502);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: false });
    expect(await report()).toMatchObject({ status: 200, body: { paid: true } });
  });

  test('does not delete an order while its payment cannot be ended', async () => {
    const tool = await t.makeTool({ onHand: 1 });
    const order = await placeOrder(t, ada, tool.id);
    await beginPayment(t, ada, order);
    const remove = () => t.call('DELETE', `/orders/${order._id}`, { token: ada.token });
    expect((await failCalls(t.shop, ['cancelIntent'], remove)).status).toBe(502);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 1, held: 1, sold: 0 });
    expect((await remove()).status).toBe(200);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 1, held: 0, sold: 0 });
  });
});
