/** @module-tag sweep */
import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { shuffledPair, times } from '#tests/support/at-once.ts';
import {
  beginPayment,
  confirmCard,
  expectStatus,
  placeOrder,
  readOrder,
  readPayments,
  readStock,
  reportPaid,
  startPayment,
} from '#tests/support/buying.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import type { Reply, TestUser } from '#tests/support/test-shop.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(12);

const t = setUpRaceShop();

const change = ({ token }: TestUser, order: Order, minQuantity: number) =>
  t.call<Order>('PUT', `/orders/${order._id}`, {
    token,
    body: { minQuantity, phone: '+1 555 0177', address: '8 Plumb Line' },
  });

/** Ends the payment in progress, then changes the order. */
async function endAndChange(buyer: TestUser, order: Order, minQuantity: number): Promise<Reply<Order>> {
  const ended = await t.call<Order>('DELETE', `/orders/${order._id}/payment`, { token: buyer.token });
  return ended.status === 200 ? change(buyer, order, minQuantity) : ended;
}

/** The order's live payment and its intent, if any, have the order's total. */
async function expectOneSum(buyer: TestUser, order: Order) {
  const { price } = await readOrder(t, buyer, order._id);
  for (const payment of await readPayments(t, order._id)) {
    if (payment.state !== 'live') continue;
    expect(payment.amount_cents).toBe(Math.round(price * 100));
    const intent = payment.intent_id && (await t.shop.cardPayments.retrieveIntent(payment.intent_id));
    if (intent) expect(intent.amountCents).toBe(payment.amount_cents);
  }
}

test('changing an order while its payment starts: no payment differs from the order’s total', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await t.makeCountedTool(3);
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, toolId);
    const [started, changed] = await Promise.all(
      shuffledPair(
        round,
        () => startPayment(t, buyer, order),
        () => change(buyer, order, 3),
      ),
    );
    expect([200, 409]).toContain(started.status);
    await expectOneSum(buyer, order);
    if (changed.status !== 200) {
      expect(changed).toMatchObject({ status: 409, body: { error: { code: 'payment_in_progress' } } });
      expectStatus(await endAndChange(buyer, order, 3), 200);
    }
    const now = await readOrder(t, buyer, order._id);
    expect(now).toMatchObject({ minQuantity: 3, price: order.unitPrice * 3 });
    const intent = await beginPayment(t, buyer, now);
    expectStatus(await confirmCard(t, intent), 200);
    expectStatus(await reportPaid(t, buyer, order._id, intent.paymentIntentId), 200);
    expect(await readStock(t, toolId)).toEqual({ onHand: 0, held: 0, sold: 3 });
  }
});

test('ending a payment to change its order, while paying: it is changed and unpaid, or paid unchanged', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await t.makeCountedTool(3);
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, toolId);
    const intent = await beginPayment(t, buyer, order);
    const [, changed] = await Promise.all(
      shuffledPair(
        round,
        () => confirmCard(t, intent),
        () => endAndChange(buyer, order, 3),
      ),
    );
    const report = await reportPaid(t, buyer, order._id, intent.paymentIntentId);
    const paidQuantity = changed.status === 200 ? 0 : 1;
    expect([changed.status, report.status]).toEqual(paidQuantity ? [409, 200] : [200, 409]);
    expect(await readOrder(t, buyer, order._id)).toMatchObject(
      paidQuantity ? { paid: true, minQuantity: 1 } : { paid: false, minQuantity: 3 },
    );
    expect(await readStock(t, toolId)).toEqual({ onHand: 3 - paidQuantity, held: 0, sold: paidQuantity });
  }
});

test('many concurrent changes of an order, with payments among them: the order equals one of them', async () => {
  const toolId = await t.makeCountedTool(9);
  const buyer = await t.makeUser();
  const order = await placeOrder(t, buyer, toolId);
  const replies = await times(16, async (index) => {
    if (index % 4 === 3) return startPayment(t, buyer, await readOrder(t, buyer, order._id));
    return (index % 4 === 0 ? endAndChange : change)(buyer, order, 1 + (index % 9));
  });
  for (const { status } of replies) expect([200, 409]).toContain(status);
  await expectOneSum(buyer, order);
});
