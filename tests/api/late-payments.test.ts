/** @module-tag sweep */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  placeOrder,
  queuedMails,
  readOrder,
  readPayments,
  readStock,
  reportPaid,
} from '#tests/support/buying.ts';
import { failCalls } from '#tests/support/failing-cards.ts';
import { setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const ada = setUpForEach(() => t.makeUser({ name: 'Ada Joiner' }));

/** An order whose hold was released, although the provider, against its word, still took the money. */
async function payAfterRelease(toolId: string): Promise<{ order: Order; intent: PaymentIntentReply }> {
  const order = await placeOrder(t, ada, toolId);
  const intent = await beginPayment(t, ada, order);
  const [payment] = await readPayments(t, order._id);
  await releaseHold(t.shop, payment?.id ?? '');
  await setIntent(intent.paymentIntentId, 'succeeded');
  return { order, intent };
}

async function setIntent(intentId: string, status: 'succeeded' | 'canceled'): Promise<void> {
  await t.shop.db.updateTable('sandbox_cards.intents').set({ status }).where('id', '=', intentId).execute();
}

describe('a success after the hold was released', () => {
  test('is served from stock while there are units', async () => {
    const tool = await t.makeTool({ onHand: 1 });
    const { order, intent } = await payAfterRelease(tool.id);
    expect((await reportPaid(t, ada, order._id, intent.paymentIntentId)).status).toBe(200);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 0, held: 0, sold: 1 });
    expect(await readPayments(t, order._id)).toMatchObject([{ state: 'succeeded' }]);
  });

  test('is refunded and recorded once if the units have gone', async () => {
    const tool = await t.makeTool({ onHand: 1 });
    const { order, intent } = await payAfterRelease(tool.id);
    await buy(t, await t.makeUser(), tool.id);
    expect(await reportPaid(t, ada, order._id, intent.paymentIntentId)).toMatchObject({
      status: 409,
      body: {
        error: {
          message: 'The tool sold out before the payment arrived. Your payment is being refunded.',
        },
      },
    });
    expect(await settlePayment(t.shop, intent.paymentIntentId)).toMatchObject({ outcome: 'refunded' });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 0, held: 0, sold: 1 });
    expect(await readPayments(t, order._id)).toMatchObject([{ state: 'refund_due' }]);
    await failCalls(t.shop, ['refund', 'retrieveRefund'], () => t.runJobs(), { after: true });
    expect(await readPayments(t, order._id)).toMatchObject([{ state: 'refund_due' }]);
    await reconcilePayments(t.shop);
    await reconcilePayments(t.shop);
    expect(await readPayments(t, order._id)).toMatchObject([
      { state: 'refunded', refund_reason: 'sold_out' },
    ]);
    const refunds = await t.shop.db
      .selectFrom('sandbox_cards.refunds')
      .select('id')
      .where('intent_id', '=', intent.paymentIntentId)
      .execute();
    expect(refunds).toHaveLength(1);
    const [payment] = await readPayments(t, order._id);
    expect(await queuedMails(t, payment?.id ?? '')).toEqual(['refunded']);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: false });
  });

  test('is refunded if the order’s total has changed meanwhile', async () => {
    const tool = await t.makeTool({ onHand: 9 });
    const { order, intent } = await payAfterRelease(tool.id);
    const body = { minQuantity: 5, phone: order.phone, address: order.address };
    expect((await t.call('PUT', `/orders/${order._id}`, { token: ada.token, body })).status).toBe(200);
    expect((await reportPaid(t, ada, order._id, intent.paymentIntentId)).status).toBe(409);
    expect(await readPayments(t, order._id)).toMatchObject([
      { state: 'refund_due', refund_reason: 'other_amount' },
    ]);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: false, minQuantity: 5 });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 9, held: 0, sold: 0 });
  });

  test('is refunded if the order was deleted', async () => {
    const tool = await t.makeTool({ onHand: 1 });
    const { order, intent } = await payAfterRelease(tool.id);
    await t.call('DELETE', `/orders/${order._id}`, { token: ada.token });
    expect(await settlePayment(t.shop, intent.paymentIntentId)).toEqual({
      outcome: 'refunded',
      reason: 'order_deleted',
    });
    await t.runJobs();
    expect(await readPayments(t, order._id)).toMatchObject([{ state: 'refunded' }]);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 1, held: 0, sold: 0 });
  });

  test('ends a second payment of the same order in progress', async () => {
    const tool = await t.makeTool({ onHand: 3 });
    const { order, intent } = await payAfterRelease(tool.id);
    const second = await beginPayment(t, ada, order);
    expect((await reportPaid(t, ada, order._id, intent.paymentIntentId)).status).toBe(200);
    await t.runJobs();
    expect((await readPayments(t, order._id)).map(({ state }) => state)).toEqual(['succeeded', 'cancelled']);
    expect((await confirmCard(t, second)).status).toBe(409);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 2, held: 0, sold: 1 });
  });

  test('refunds a second success for the same order', async () => {
    const tool = await t.makeTool({ onHand: 3 });
    const { order, intent } = await payAfterRelease(tool.id);
    const second = await beginPayment(t, ada, order);
    await confirmCard(t, second);
    await settlePayment(t.shop, second.paymentIntentId);
    expect(await settlePayment(t.shop, intent.paymentIntentId)).toMatchObject({
      outcome: 'refunded',
      reason: 'order_paid',
    });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ transactionId: second.paymentIntentId });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 2, held: 0, sold: 1 });
  });
});

describe('deleting a tool', () => {
  test('ends the payments in progress and keeps what was paid', async () => {
    const admin = await t.makeUser({ role: 'admin' });
    const tool = await t.makeTool({ onHand: 9 });
    const paid = await buy(t, ada, tool.id, 2);
    const waiting = await placeOrder(t, ada, tool.id, 3);
    const intent = await beginPayment(t, ada, waiting);
    const unheard = await placeOrder(t, ada, tool.id, 4);
    await confirmCard(t, await beginPayment(t, ada, unheard));
    await t.call('DELETE', `/tool/${tool.id}`, { token: admin.token });
    await t.runJobs();
    expect((await confirmCard(t, intent)).status).toBe(409);
    expect(await readOrder(t, ada, paid._id)).toMatchObject({ paid: true, unavailable: null });
    expect(await readOrder(t, ada, unheard._id)).toMatchObject({ paid: true, unavailable: null });
    expect(await readOrder(t, ada, waiting._id)).toMatchObject({ paid: false });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 3, held: 0, sold: 6 });
  });
});

describe('the reconciliation', () => {
  test('counts a payment whose webhook was lost', async () => {
    const tool = await t.makeTool({ onHand: 1 });
    const order = await placeOrder(t, ada, tool.id);
    const intent = await beginPayment(t, ada, order);
    await setIntent(intent.paymentIntentId, 'succeeded');
    await reconcilePayments(t.shop);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: true });
  });

  test('releases what the provider has cancelled, and leaves open payments alone', async () => {
    const tool = await t.makeTool({ onHand: 2 });
    const open = await placeOrder(t, ada, tool.id);
    await beginPayment(t, ada, open);
    const cancelled = await placeOrder(t, ada, tool.id);
    await setIntent((await beginPayment(t, ada, cancelled)).paymentIntentId, 'canceled');
    await reconcilePayments(t.shop);
    expect(await readPayments(t, open._id)).toMatchObject([{ state: 'live', held_quantity: 1 }]);
    expect(await readPayments(t, cancelled._id)).toMatchObject([{ state: 'cancelled', held_quantity: 0 }]);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 2, held: 1, sold: 0 });
  });

  test('replaces a cancelled intent when the buyer comes again', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool({ onHand: 1 })).id);
    const first = await beginPayment(t, ada, order);
    await setIntent(first.paymentIntentId, 'canceled');
    const second = await beginPayment(t, ada, order);
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
    expect((await confirmCard(t, second)).status).toBe(200);
  });

  test('releases a hold whose job was lost, and continues after one that fails', async () => {
    const tool = await t.makeTool({ onHand: 2 });
    const orders = [await placeOrder(t, ada, tool.id), await placeOrder(t, ada, tool.id)];
    for (const order of orders) await beginPayment(t, ada, order);
    t.clock.advance(15 * 60_000);
    await failCalls(t.shop, ['cancelIntent'], () => reconcilePayments(t.shop));
    expect((await readStock(t, tool.id)).held).toBe(2);
    await reconcilePayments(t.shop);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 2, held: 0, sold: 0 });
  });
});

describe('a charge unknown to the shop', () => {
  test('is found at the provider, counted once and recorded', async () => {
    const tool = await t.makeTool({ onHand: 2 });
    const { order, intent } = await payAfterRelease(tool.id);
    await reconcilePayments(t.shop);
    await reconcilePayments(t.shop);
    expect(await readOrder(t, ada, order._id)).toMatchObject({
      paid: true,
      transactionId: intent.paymentIntentId,
    });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 1, held: 0, sold: 1 });
    const mended = await t.asOwner(
      `select details from audit_events where action = 'reconciled' and order_id = '${order._id}'`,
    );
    expect(mended).toEqual([{ details: { paymentId: expect.any(String), outcome: 'paid' } }]);
  });

  test('is searched for from where the last run ended', async () => {
    await reconcilePayments(t.shop);
    const { until } = await t.shop.db
      .selectFrom('compared_charges')
      .select('until')
      .executeTakeFirstOrThrow();
    t.clock.advance(5 * 60_000);
    const asked = vi.spyOn(t.shop.cardPayments, 'listSucceeded');
    onTestFinished(() => asked.mockRestore());
    await reconcilePayments(t.shop);
    // An intent that was open at that time may have succeeded since.
    const openMs = (t.shop.config.holdMinutes + 60) * 60_000;
    expect(asked.mock.calls).toEqual([[new Date(until.getTime() - openMs)]]);
  });

  test('is found among hundreds', async () => {
    const tool = await t.makeTool();
    const { order } = await payAfterRelease(tool.id);
    const many = Array.from({ length: 230 }, (_, index) => ({
      id: `pi_other_${index}`,
      client_secret: `secret ${index}`,
      idempotency_key: `key ${index}`,
      amount: 100,
      currency: 'usd',
      order_ids: ['somebody else’s'],
      status: 'succeeded' as const,
      created_at: new Date(t.clock.now().getTime() - 3_600_000),
    }));
    await t.shop.db.insertInto('sandbox_cards.intents').values(many).execute();
    await reconcilePayments(t.shop);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: true });
    await t.shop.db.deleteFrom('sandbox_cards.intents').where('id', 'like', 'pi_other_%').execute();
  });
});
