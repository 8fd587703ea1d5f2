import { describe, expect, test } from 'vitest';
import { orderSchema } from '#features/orders/contract.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  expectStatus,
  placeOrder,
  queuedMails,
  readOrder,
  readPayments,
  readStock,
  reportPaid,
} from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const ada = setUp(() => t.makeUser({ name: 'Ada Joiner' }));
const bob = setUp(() => t.makeUser({ name: 'Bob Mason' }));
const admin = setUp(() => t.makeUser({ role: 'admin' }));

describe('reporting an order paid', () => {
  test('takes the units and records the transaction once, however often it is repeated', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const order = await placeOrder(t, ada, tool.id, 2);
    const intent = await beginPayment(t, ada, order);
    expectStatus(await confirmCard(t, intent), 200);
    const first = await reportPaid(t, ada, order._id, intent.paymentIntentId);
    expect(first.status).toBe(200);
    expect(orderSchema.parse(first.body)).toMatchObject({
      paid: true,
      transactionId: intent.paymentIntentId,
      paidAt: expect.any(String),
      pendingChange: null,
    });
    expect(await reportPaid(t, ada, order._id, intent.paymentIntentId)).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 3, held: 0, sold: 2 });
    expect(await queuedMails(t, order._id)).toEqual(['payment-received']);
  });

  test('changes nothing before the provider confirms it', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const order = await placeOrder(t, ada, tool.id);
    const intent = await beginPayment(t, ada, order);
    expect(await reportPaid(t, ada, order._id, intent.paymentIntentId)).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', message: 'This payment hasn’t gone through' } },
    });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: false, transactionId: null });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 5, held: 1, sold: 0 });
  });

  test('is refused with another order’s or an unknown intent', async () => {
    const cheap = await buy(t, ada, (await t.makeTool({ priceCents: 1 })).id);
    const dear = await placeOrder(t, ada, (await t.makeTool({ priceCents: 99_900 })).id);
    for (const intentId of [cheap.transactionId ?? '', 'pi_unknown']) {
      expect(await reportPaid(t, ada, dear._id, intentId)).toMatchObject({
        status: 409,
        body: { error: { message: 'This payment is not for this order' } },
      });
    }
    expect(await readOrder(t, ada, dear._id)).toMatchObject({ paid: false });
  });

  test('is refused, and the money refunded, when the provider charged another amount', async () => {
    const tool = await t.makeTool({ onHand: 1, priceCents: 5000 });
    const order = await placeOrder(t, ada, tool.id);
    const intent = await beginPayment(t, ada, order);
    await t.shop.db
      .updateTable('sandbox_cards.intents')
      .set({ amount: 1 })
      .where('id', '=', intent.paymentIntentId)
      .execute();
    await confirmCard(t, intent);
    expect(await reportPaid(t, ada, order._id, intent.paymentIntentId)).toMatchObject({ status: 409 });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: false });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 1, held: 0, sold: 0 });
    await t.runJobs();
    expect(await readPayments(t, order._id)).toMatchObject([{ state: 'refunded' }]);
    const atProvider = t.shop.db
      .selectFrom('sandbox_cards.intents')
      .select('refunded')
      .where('id', '=', intent.paymentIntentId);
    expect(await atProvider.executeTakeFirst()).toEqual({ refunded: true });
  });

  test('is for the buyer alone', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    const intent = await beginPayment(t, ada, order);
    await confirmCard(t, intent);
    for (const other of [bob, admin]) {
      expect((await reportPaid(t, other, order._id, intent.paymentIntentId)).status).toBe(404);
    }
    const bare = await t.call('PATCH', `/orders/${order._id}`, {
      body: { transactionId: intent.paymentIntentId },
    });
    expect(bare.status).toBe(401);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: false });
  });

  test.each([{}, { transactionId: '' }, { transactionId: 7 }, { transactionId: 'x'.repeat(201) }])(
    'refuses the body %o',
    async (body) => {
      const order = await placeOrder(t, ada, (await t.makeTool()).id);
      expect(await t.call('PATCH', `/orders/${order._id}`, { token: ada.token, body })).toMatchObject({
        status: 400,
        body: { error: { field: 'transactionId' } },
      });
    },
  );
});
