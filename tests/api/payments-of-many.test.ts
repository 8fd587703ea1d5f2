import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import { findBrokenRules } from '#tests/faults/support/broken-rules.ts';
import { beginBasket, startBasket, transactionsOf } from '#tests/support/baskets.ts';
import {
  confirmCard,
  expectStatus,
  placeOrder,
  queuedMails,
  readPayments,
  reportPaid,
} from '#tests/support/buying.ts';
import { failCalls } from '#tests/support/failing-cards.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import {
  freeUnits,
  heldUnits,
  orderSawsAndVice,
  paymentStatesOf,
  soldUnits,
  unitsOf,
} from '#tests/support/saw-and-vice.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', SHOP_MAX_HOLDS: '2' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const ada = setUpForEach(() => t.makeUser());

afterEach(async () => expect(await findBrokenRules(t.shop.db, { isSettled: false })).toEqual([]));

const makeBasket = () => orderSawsAndVice(t, ada);

const runOut = ({ paymentIntentId }: PaymentIntentReply) =>
  t.asOwner(
    `update payments set hold_expires_at = '${t.clock.now().toISOString()}' where intent_id = '${paymentIntentId}'`,
  );

describe('one payment for several orders', () => {
  test('holds all units under one intent for their total, which is returned again', async () => {
    const basket = await makeBasket();
    const intent = await beginBasket(t, ada, basket.orders);
    expect(intent).toEqual({
      clientSecret: expect.any(String),
      paymentIntentId: expect.any(String),
      holdExpiresAt: expect.any(String),
      orderIds: basket.orders.map(({ _id }) => _id),
      amount: 55,
    });
    expect(await unitsOf(t, basket)).toEqual(heldUnits);
    expect(await t.shop.cardPayments.retrieveIntent(intent.paymentIntentId)).toMatchObject({
      amountCents: 5500,
      orderIds: intent.orderIds,
      status: 'open',
    });
    expect(await beginBasket(t, ada, basket.orders.toReversed())).toEqual(intent);
    expect((await startBasket(t, ada, basket.orders, { price: 55 })).body).toEqual(intent);
    expect(await paymentStatesOf(t, basket.sawOrder)).toEqual(['live']);
  });

  test('pays for all of them by one transaction, with one email to the buyer and one to staff', async () => {
    const basket = await makeBasket();
    const { sawOrder, viceOrder, orders } = basket;
    const intent = await beginBasket(t, ada, orders);
    expect((await reportPaid(t, ada, viceOrder._id, intent.paymentIntentId)).status).toBe(409);
    expectStatus(await confirmCard(t, intent), 200);
    for (const { _id } of [viceOrder, sawOrder]) {
      const paid = expectStatus(await reportPaid(t, ada, _id, intent.paymentIntentId), 200);
      expect(paid).toMatchObject({ _id, paid: true, state: 'paid', transactionId: intent.paymentIntentId });
    }
    expect(await unitsOf(t, basket)).toEqual(soldUnits);
    expect(await queuedMails(t, sawOrder._id)).toEqual(['payment-received']);
    expect(await queuedMails(t, viceOrder._id)).toEqual([]);
    const told = await jobsOf(t.shop.db, ['tell-staff']);
    expect(told.filter(({ data }) => JSON.stringify(data).includes(sawOrder._id))).toHaveLength(1);
    const { body: found } = await t.call<Order[]>('GET', `/manageorders?q=${intent.paymentIntentId}`, {
      token: admin.token,
    });
    expect(found.map(({ _id }) => _id).sort()).toEqual(orders.map(({ _id }) => _id).sort());
    const [payment] = await readPayments(t, viceOrder._id);
    const details = { paymentId: payment?.id, amountCents: 3000, unitsSold: 1 };
    expect(
      await t.asOwner(
        `select details from audit_events where order_id = '${viceOrder._id}' and action = 'order_paid'`,
      ),
    ).toEqual([{ details }]);
  });

  test('does not pay for another order', async () => {
    const { orders } = await makeBasket();
    const another = await placeOrder(t, ada, (await t.makeTool()).id);
    const intent = await beginBasket(t, ada, orders);
    await confirmCard(t, intent);
    expect(await reportPaid(t, ada, another._id, intent.paymentIntentId)).toMatchObject({
      status: 409,
      body: { error: { message: 'This payment is not for this order' } },
    });
  });

  test('releases all units when it expires, and leaves the orders in the cart', async () => {
    const basket = await makeBasket();
    const intent = await beginBasket(t, ada, basket.orders);
    await runOut(intent);
    await reconcilePayments(t.shop);
    expect(await unitsOf(t, basket)).toEqual(freeUnits);
    expect((await confirmCard(t, intent)).status).toBe(409);
    expect(await transactionsOf(t, ada, basket.orders)).toEqual([null, null]);
  });

  test('makes room for another payment of the same orders once it has expired', async () => {
    const basket = await makeBasket();
    const intent = await beginBasket(t, ada, basket.orders);
    await runOut(intent);
    expect((await beginBasket(t, ada, basket.orders)).paymentIntentId).not.toBe(intent.paymentIntentId);
    expect((await confirmCard(t, intent)).status).toBe(409);
    expect(await unitsOf(t, basket)).toEqual(heldUnits);
  });

  test('counts as one of a buyer’s payments in progress', async () => {
    const [first, second] = [await makeBasket(), await makeBasket()];
    await beginBasket(t, ada, first.orders);
    await beginBasket(t, ada, second.orders);
    expect((await startBasket(t, ada, (await makeBasket()).orders)).status).toBe(429);
  });

  test('is created once per key, and refused for another body under it', async () => {
    const { orders, sawOrder } = await makeBasket();
    const key = randomUUID();
    const first = expectStatus(await startBasket(t, ada, orders, { key }), 200);
    expect(expectStatus(await startBasket(t, ada, orders, { key }), 200)).toEqual(first);
    expect((await startBasket(t, ada, [sawOrder], { key })).status).toBe(422);
    expect(await paymentStatesOf(t, sawOrder)).toEqual(['live']);
  });

  test('has one intent even if the reply about it was lost', async () => {
    const { orders } = await makeBasket();
    const lost = await failCalls(t.shop, ['createIntent'], () => startBasket(t, ada, orders), {
      after: true,
    });
    expect(lost.status).toBe(502);
    const intent = await beginBasket(t, ada, orders);
    expect(
      await t.asOwner(`select id from sandbox_cards.intents where '${orders[0]?._id}' = any (order_ids)`),
    ).toEqual([{ id: intent.paymentIntentId }]);
  });
});
