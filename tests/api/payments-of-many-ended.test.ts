/** @module-tag sweep */
import { afterEach, describe, expect, test } from 'vitest';
import { releaseHold } from '#features/payments/release-hold.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import { findBrokenRules } from '#tests/faults/support/broken-rules.ts';
import { beginBasket, startBasket, transactionsOf } from '#tests/support/baskets.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  endPayment,
  expectStatus,
  placeOrder,
  readPayments,
  startPayment,
} from '#tests/support/buying.ts';
import { failCalls } from '#tests/support/failing-cards.ts';
import {
  freeUnits,
  heldUnits,
  orderSawsAndVice,
  paymentStatesOf,
  type SawsAndVice,
  soldUnits,
  unitsOf,
} from '#tests/support/saw-and-vice.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';
import type { Reply } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', SHOP_MAX_HOLDS: '2' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const ada = setUpForEach(() => t.makeUser());

afterEach(async () => expect(await findBrokenRules(t.shop.db, { isSettled: false })).toEqual([]));

const makeBasket = () => orderSawsAndVice(t, ada);

/** A basket paid after its units were released, before the shop is notified. */
async function payAfterRelease() {
  const basket = await makeBasket();
  const intent = await beginBasket(t, ada, basket.orders);
  const wanted = basket.orders.map(({ _id }) => `'${_id}'`).join();
  const [payment] = await readPayments(t, basket.sawOrder._id);
  await releaseHold(t.shop, payment?.id ?? '');
  expect(await unitsOf(t, basket)).toEqual(freeUnits);
  // As if the provider had charged the card at the moment it was told to cancel.
  await t.asOwner(
    `update sandbox_cards.intents set status = 'succeeded' where id = '${intent.paymentIntentId}'`,
  );
  return { ...basket, intent, wanted };
}

describe('a payment of several orders in progress', () => {
  test.each<[string, (basket: SawsAndVice) => Promise<Reply>]>([
    [
      'one order is deleted',
      ({ viceOrder }) => t.call('DELETE', `/orders/${viceOrder._id}`, { token: ada.token }),
    ],
    [
      'one order is changed',
      async ({ viceOrder: { _id, phone, address } }) => {
        await endPayment(t, ada, { _id });
        const body = { minQuantity: 2, phone, address };
        return t.call('PUT', `/orders/${_id}`, { token: ada.token, body });
      },
    ],
    [
      'another price of one order is accepted',
      async ({ vice, viceOrder }) => {
        await t.asOwner(`update tools set price_cents = 3500 where id = '${vice.id}'`);
        const body = { price: 35 };
        await endPayment(t, ada, viceOrder);
        return t.call('POST', `/orders/${viceOrder._id}/accept-price`, { token: ada.token, body });
      },
    ],
    ['one order is paid for alone', ({ viceOrder }) => startPayment(t, ada, viceOrder)],
    [
      'more is to be paid for with one order',
      async ({ sawOrder, vice }) => startBasket(t, ada, [sawOrder, await placeOrder(t, ada, vice.id)]),
    ],
  ])('ends when %s, and the others stay in the cart', async (_what, change) => {
    const basket = await makeBasket();
    const intent = await beginBasket(t, ada, basket.orders);
    expectStatus(await change(basket), 200);
    expect(await t.shop.cardPayments.retrieveIntent(intent.paymentIntentId)).toMatchObject({
      status: 'cancelled',
    });
    expect((await confirmCard(t, intent)).status).toBe(409);
    expect((await paymentStatesOf(t, basket.sawOrder))[0]).toBe('cancelled');
    const [state] = await transactionsOf(t, ada, [basket.sawOrder]);
    expect(state).toBeNull();
  });

  test('continues when the phone number of one order is corrected', async () => {
    const basket = await makeBasket();
    const intent = await beginBasket(t, ada, basket.orders);
    const { _id, address } = basket.viceOrder;
    const body = { minQuantity: 1, phone: '+1 555 0177', address };
    expectStatus(await t.call('PUT', `/orders/${_id}`, { token: ada.token, body }), 200);
    expect(await beginBasket(t, ada, basket.orders)).toEqual(intent);
  });

  test('pays for the orders if it had succeeded before one is deleted', async () => {
    const basket = await makeBasket();
    const intent = await beginBasket(t, ada, basket.orders);
    await confirmCard(t, intent);
    const path = `/orders/${basket.viceOrder._id}`;
    expect((await t.call('DELETE', path, { token: ada.token })).status).toBe(409);
    expect(await transactionsOf(t, ada, basket.orders)).toEqual([
      intent.paymentIntentId,
      intent.paymentIntentId,
    ]);
  });

  test('ends when one of its tools leaves the shop', async () => {
    const basket = await makeBasket();
    const intent = await beginBasket(t, ada, basket.orders);
    await t.call('DELETE', `/tool/${basket.vice.id}`, { token: admin.token });
    await t.runJobs();
    expect((await confirmCard(t, intent)).status).toBe(409);
    expect(await unitsOf(t, basket)).toEqual(freeUnits);
    await beginBasket(t, ada, [basket.sawOrder]);
  });

  test('stays when the provider cannot be told to end it', async () => {
    const basket = await makeBasket();
    await beginBasket(t, ada, basket.orders);
    const reply = await failCalls(t.shop, ['cancelIntent'], () => startPayment(t, ada, basket.viceOrder));
    expect(reply.status).toBe(502);
    expect(await unitsOf(t, basket)).toEqual(heldUnits);
  });
});

describe('a payment of several orders that has succeeded', () => {
  test('is found by the reconciliation if unreported, and recorded for each order', async () => {
    const { orders } = await makeBasket();
    const intent = await beginBasket(t, ada, orders);
    await confirmCard(t, intent);
    await reconcilePayments(t.shop);
    expect(await transactionsOf(t, ada, orders)).toEqual([intent.paymentIntentId, intent.paymentIntentId]);
    const ids = orders.map(({ _id }) => `'${_id}'`).join();
    expect(
      await t.asOwner(`select from audit_events where action = 'reconciled' and order_id in (${ids})`),
    ).toHaveLength(2);
  });

  test('is served from stock as a whole after its units were released', async () => {
    const basket = await payAfterRelease();
    expect(await settlePayment(t.shop, basket.intent.paymentIntentId)).toEqual({ outcome: 'paid' });
    expect(await unitsOf(t, basket)).toEqual(soldUnits);
  });

  test('is refunded as a whole when one of its orders can no longer be served', async () => {
    const basket = await payAfterRelease();
    const eve = await t.makeUser();
    for (const { id, quantity } of [
      { id: basket.vice.id, quantity: 5 },
      { id: basket.saw.id, quantity: 1 },
    ]) {
      await buy(t, eve, id, quantity);
    }
    const settled = { outcome: 'refunded', reason: 'sold_out' };
    expect(await settlePayment(t.shop, basket.intent.paymentIntentId)).toEqual(settled);
    expect(await settlePayment(t.shop, basket.intent.paymentIntentId)).toEqual(settled);
    expect(await unitsOf(t, basket)).toMatchObject([{ sold: 1, held: 0, onHand: 4 }, { sold: 5 }]);
    expect(await transactionsOf(t, ada, basket.orders)).toEqual([null, null]);
    const [payment] = await readPayments(t, basket.sawOrder._id);
    await t.runJobs();
    expect(await paymentStatesOf(t, basket.viceOrder)).toEqual(['refunded']);
    expect(
      await t.asOwner(
        `select amount from sandbox_cards.refunds where intent_id = '${basket.intent.paymentIntentId}'`,
      ),
    ).toHaveLength(1);
    expect(
      await t.asOwner(
        `select details from audit_events where action = 'payment_refunded' and order_id in (${basket.wanted})
         order by details -> 'amountCents'`,
      ),
    ).toEqual([2500, 3000].map((amountCents) => ({ details: { paymentId: payment?.id, amountCents } })));
  });

  test('is refunded as a whole when one of its orders was paid otherwise meanwhile', async () => {
    const basket = await payAfterRelease();
    const again = await beginPayment(t, ada, basket.viceOrder);
    await confirmCard(t, again);
    await settlePayment(t.shop, again.paymentIntentId);
    expect(await settlePayment(t.shop, basket.intent.paymentIntentId)).toEqual({
      outcome: 'refunded',
      reason: 'order_paid',
    });
    expect(await transactionsOf(t, ada, basket.orders)).toEqual([null, again.paymentIntentId]);
    await t.runJobs();
  });

  test('ends other payments in progress for its orders', async () => {
    const basket = await payAfterRelease();
    const rival = await beginPayment(t, ada, basket.viceOrder);
    expect(await settlePayment(t.shop, basket.intent.paymentIntentId)).toEqual({ outcome: 'paid' });
    await t.runJobs();
    expect((await confirmCard(t, rival)).status).toBe(409);
    expect(await unitsOf(t, basket)).toEqual(soldUnits);
  });
});
