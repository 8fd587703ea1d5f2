import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentIntentReply } from '#features/orders/payments/contract.ts';
import { reconcilePayments } from '#features/orders/payments/reconcile-payments.ts';
import { releaseHold } from '#features/orders/payments/release-hold.ts';
import { settlePayment } from '#features/orders/payments/settle-payment.ts';
import { findBrokenRules } from '#tests/faults/support/broken-rules.ts';
import { beginBasket, fillBasket, startBasket, transactionsOf } from '#tests/support/baskets.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  expectStatus,
  placeOrder,
  queuedMails,
  readPayments,
  readStock,
  reportPaid,
  startPayment,
} from '#tests/support/buying.ts';
import { failCalls } from '#tests/support/failing-cards.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { type Reply, startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';

let t: TestShop;
let ada: TestUser;
let admin: TestUser;

beforeAll(async () => {
  t = await startTestShop({ SHOP_RATE_LIMIT: 'off', SHOP_MAX_HOLDS: '2' });
  admin = await t.makeUser({ role: 'admin' });
});
beforeEach(async () => {
  ada = await t.makeUser();
});
afterEach(async () => expect(await findBrokenRules(t.shop.db, { isSettled: false })).toEqual([]));
afterAll(() => t?.stop());

/** A basket of Ada's: two saws at $12.50 each and one vice at $30, of which so many are there. */
async function makeBasket({ saws = 5, vices = 5 } = {}) {
  const saw = await t.makeTool({ name: 'Tenon saw', onHand: saws, priceCents: 1250 });
  const vice = await t.makeTool({ name: 'Bench vice', onHand: vices, priceCents: 3000 });
  const [sawOrder, viceOrder] = await fillBasket(t, ada, [{ id: saw.id, quantity: 2 }, { id: vice.id }]);
  if (!sawOrder || !viceOrder) throw new Error('no orders');
  return { saw, vice, sawOrder, viceOrder, orders: [sawOrder, viceOrder] };
}

type Basket = Awaited<ReturnType<typeof makeBasket>>;

const stockOf = async ({ saw, vice }: Basket) => [await readStock(t, saw.id), await readStock(t, vice.id)];
const held = [
  { onHand: 5, held: 2, sold: 0 },
  { onHand: 5, held: 1, sold: 0 },
];
const free = held.map(({ onHand }) => ({ onHand, held: 0, sold: 0 }));
const sold = [
  { onHand: 3, held: 0, sold: 2 },
  { onHand: 4, held: 0, sold: 1 },
];

const statesOf = async ({ _id }: Order) => (await readPayments(t, _id)).map(({ state }) => state);
const runOut = ({ paymentIntentId }: PaymentIntentReply) =>
  t.asOwner(
    `update payments set hold_expires_at = '${t.clock.now().toISOString()}' where intent_id = '${paymentIntentId}'`,
  );

const removeTool = (id: string) => t.call('DELETE', `/tool/${id}`, { token: admin.token });

/** A basket that was paid for after its units had been given back, the word of it still to come. */
async function payAfterRelease() {
  const basket = await makeBasket();
  const intent = await beginBasket(t, ada, basket.orders);
  const wanted = basket.orders.map(({ _id }) => `'${_id}'`).join();
  const [payment] = await readPayments(t, basket.sawOrder._id);
  await releaseHold(t.shop, payment?.id ?? '');
  expect(await stockOf(basket)).toEqual(free);
  // As if the provider had taken the card at the very moment at which it was told to cancel.
  await t.asOwner(
    `update sandbox_cards.intents set status = 'succeeded' where id = '${intent.paymentIntentId}'`,
  );
  return { ...basket, intent, wanted };
}

describe('one payment for several orders', () => {
  test('holds all units for one intent of their sum, which is answered again', async () => {
    const basket = await makeBasket();
    const intent = await beginBasket(t, ada, basket.orders);
    expect(intent).toEqual({
      clientSecret: expect.any(String),
      paymentIntentId: expect.any(String),
      holdExpiresAt: expect.any(String),
      orderIds: basket.orders.map(({ _id }) => _id),
      amount: 55,
    });
    expect(await stockOf(basket)).toEqual(held);
    expect(await t.shop.cardPayments.retrieveIntent(intent.paymentIntentId)).toMatchObject({
      amountCents: 5500,
      orderIds: intent.orderIds,
      status: 'open',
    });
    expect(await beginBasket(t, ada, basket.orders.toReversed())).toEqual(intent);
    expect((await startBasket(t, ada, basket.orders, { price: 55 })).body).toEqual(intent);
    expect(await statesOf(basket.sawOrder)).toEqual(['live']);
  });

  test('pays for every one of them, by one transaction, with one email to the buyer and one to the staff', async () => {
    const basket = await makeBasket();
    const { sawOrder, viceOrder, orders } = basket;
    const intent = await beginBasket(t, ada, orders);
    expect((await reportPaid(t, ada, viceOrder._id, intent.paymentIntentId)).status).toBe(409);
    expectStatus(await confirmCard(t, intent), 200);
    for (const { _id } of [viceOrder, sawOrder]) {
      const paid = expectStatus(await reportPaid(t, ada, _id, intent.paymentIntentId), 200);
      expect(paid).toMatchObject({ _id, paid: true, state: 'paid', transactionId: intent.paymentIntentId });
    }
    expect(await stockOf(basket)).toEqual(sold);
    expect(await queuedMails(t, sawOrder._id)).toEqual(['order-placed', 'payment-received']);
    expect(await queuedMails(t, viceOrder._id)).toEqual(['order-placed']);
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

  test('is no payment for another order', async () => {
    const { orders } = await makeBasket();
    const another = await placeOrder(t, ada, (await t.makeTool()).id);
    const intent = await beginBasket(t, ada, orders);
    await confirmCard(t, intent);
    expect(await reportPaid(t, ada, another._id, intent.paymentIntentId)).toMatchObject({
      status: 409,
      body: { error: { message: 'This payment is not for this order' } },
    });
  });

  test('gives all units back when its time runs out, and leaves the orders in the cart', async () => {
    const basket = await makeBasket();
    const intent = await beginBasket(t, ada, basket.orders);
    await runOut(intent);
    await reconcilePayments(t.shop);
    expect(await stockOf(basket)).toEqual(free);
    expect((await confirmCard(t, intent)).status).toBe(409);
    expect(await transactionsOf(t, ada, basket.orders)).toEqual([null, null]);
  });

  test('whose time has run out makes room for another of the same orders', async () => {
    const basket = await makeBasket();
    const intent = await beginBasket(t, ada, basket.orders);
    await runOut(intent);
    expect((await beginBasket(t, ada, basket.orders)).paymentIntentId).not.toBe(intent.paymentIntentId);
    expect((await confirmCard(t, intent)).status).toBe(409);
    expect(await stockOf(basket)).toEqual(held);
  });

  test('counts as one of those that a buyer may have under way', async () => {
    const [first, second] = [await makeBasket(), await makeBasket()];
    await beginBasket(t, ada, first.orders);
    await beginBasket(t, ada, second.orders);
    expect((await startBasket(t, ada, (await makeBasket()).orders)).status).toBe(429);
  });

  test('is made once for a key, and refused to another body under it', async () => {
    const { orders, sawOrder } = await makeBasket();
    const key = randomUUID();
    const first = expectStatus(await startBasket(t, ada, orders, { key }), 200);
    expect(expectStatus(await startBasket(t, ada, orders, { key }), 200)).toEqual(first);
    expect((await startBasket(t, ada, [sawOrder], { key })).status).toBe(422);
    expect(await statesOf(sawOrder)).toEqual(['live']);
  });

  test('whose intent’s answer was lost has one intent all the same', async () => {
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

describe('a payment of several is not started, and nothing is held,', () => {
  test.each<[string, (orders: Order[]) => object, string]>([
    ['without orders', () => ({ orderIds: [] }), 'orderIds'],
    [
      'with more than fifty',
      () => ({ orderIds: Array.from({ length: 51 }, () => randomUUID()) }),
      'orderIds',
    ],
    ['with an order twice', ([one]) => ({ orderIds: [one?._id, one?._id] }), 'orderIds'],
    ['with what is no id', ([one]) => ({ orderIds: [one?._id, 'saw'] }), 'orderIds.1'],
    ['with one order besides', ([one, two]) => ({ orderIds: [one?._id], orderId: two?._id }), 'orderIds'],
    ['without a price or orders', ([one]) => ({ orderId: one?._id }), 'price'],
  ])('%s', async (_what, bodyOf, field) => {
    const basket = await makeBasket();
    const body = bodyOf(basket.orders);
    expect(await t.call('POST', '/create-payment-intent', { token: ada.token, body })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field } },
    });
    expect(await stockOf(basket)).toEqual(free);
  });

  /** What the answer of a payment that cannot start says. */
  async function refusalOf(basket: Basket, orders: Pick<Order, '_id'>[] = basket.orders, price?: number) {
    const besides = price === undefined ? {} : { price };
    const { status, body } = await startBasket(t, ada, orders, besides);
    expect(await statesOf(basket.sawOrder)).toEqual([]);
    return { status, ...(body as ErrorReply).error };
  }

  test('with somebody else’s order, or one that is not there', async () => {
    const basket = await makeBasket();
    const eve = await t.makeUser();
    const hers = await placeOrder(t, eve, basket.vice.id);
    for (const other of [hers, { _id: randomUUID() }]) {
      expect(await refusalOf(basket, [basket.sawOrder, other])).toMatchObject({ status: 404 });
    }
    await t.call('DELETE', `/orders/${basket.viceOrder._id}`, { token: ada.token });
    expect(await refusalOf(basket)).toMatchObject({ status: 404 });
    expect(await stockOf(basket)).toEqual(free);
  });

  test('at another sum than the buyer saw', async () => {
    const basket = await makeBasket();
    expect(await refusalOf(basket, basket.orders, 54.99)).toMatchObject({
      status: 409,
      code: 'price_changed',
      field: 'price',
      current: 55,
    });
  });

  test('when one is paid already', async () => {
    const basket = await makeBasket();
    const paid = await buy(t, ada, basket.vice.id);
    expect(await refusalOf(basket, [basket.sawOrder, paid])).toMatchObject({
      status: 409,
      code: 'conflict',
      field: 'orderIds',
      message: 'Bench vice: This order has already been paid',
    });
    expect(await readStock(t, basket.saw.id)).toEqual(free[0]);
  });

  test('when a tool has left the shop', async () => {
    const basket = await makeBasket();
    await removeTool(basket.vice.id);
    expect(await refusalOf(basket)).toMatchObject({
      status: 409,
      message: 'Bench vice: This tool is no longer sold, so this order can’t be paid for',
    });
    expect(await stockOf(basket)).toEqual(free);
  });

  test('when a price waits for the buyer’s yes', async () => {
    const basket = await makeBasket();
    await t.asOwner(`update tools set price_cents = 3500 where id = '${basket.vice.id}'`);
    expect(await refusalOf(basket)).toMatchObject({
      status: 409,
      code: 'price_not_accepted',
      field: 'orderIds',
      message: expect.stringMatching(/^Bench vice: .*\$30\.00 to \$35\.00/),
    });
    expect(await stockOf(basket)).toEqual(free);
  });

  test('when units are short, and every tool of which they are is named', async () => {
    const basket = await makeBasket({ saws: 3, vices: 1 });
    const another = await placeOrder(t, ada, basket.saw.id, 2);
    const eve = await t.makeUser();
    await beginPayment(t, eve, await placeOrder(t, eve, basket.vice.id));
    // Two and two of three saws; the only vice is Eve's for now.
    const refusal = await refusalOf(basket, [basket.sawOrder, another, basket.viceOrder]);
    expect(refusal).toMatchObject({ status: 409, code: 'out_of_stock', field: 'orderIds' });
    expect(refusal.message).toBe(
      'Tenon saw is out of stock: fewer than the 4 you ordered are left; ' +
        'Bench vice is out of stock: fewer than the 1 you ordered are left',
    );
    const { message } = await refusalOf(basket);
    expect(message).toMatch(/^Bench vice/);
    expect(await stockOf(basket)).toMatchObject([{ held: 0 }, { held: 1 }]);
  });

  test('by a blocked buyer, or above what a card can pay', async () => {
    const dear = await t.makeTool({ priceCents: 60_000_000, onHand: 9 });
    const orders = await fillBasket(t, ada, [dear, dear]);
    expect(await startBasket(t, ada, orders)).toMatchObject({
      status: 400,
      body: { error: { field: 'orderIds' } },
    });
    const basket = await makeBasket();
    const reason = 'Cards declined';
    await t.call('PUT', `/user/blocked/${ada.email}`, { token: admin.token, body: { reason } });
    expect(await refusalOf(basket)).toMatchObject({ status: 403, code: 'account_blocked' });
  });
});

describe('a payment of several under way', () => {
  test.each<[string, (basket: Basket) => Promise<Reply>]>([
    [
      'one order is deleted',
      ({ viceOrder }) => t.call('DELETE', `/orders/${viceOrder._id}`, { token: ada.token }),
    ],
    [
      'one order is changed',
      ({ viceOrder: { _id, phone, address } }) =>
        t.call('PUT', `/orders/${_id}`, { token: ada.token, body: { minQuantity: 2, phone, address } }),
    ],
    [
      'another price of one order is accepted',
      async ({ vice, viceOrder }) => {
        await t.asOwner(`update tools set price_cents = 3500 where id = '${vice.id}'`);
        const body = { price: 35 };
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
    expect((await statesOf(basket.sawOrder))[0]).toBe('cancelled');
    const [state] = await transactionsOf(t, ada, [basket.sawOrder]);
    expect(state).toBeNull();
  });

  test('keeps on when an address of one order is corrected', async () => {
    const basket = await makeBasket();
    const intent = await beginBasket(t, ada, basket.orders);
    const body = { minQuantity: 1, phone: '+1 555 0177', address: '2 Lane' };
    const { _id } = basket.viceOrder;
    expectStatus(await t.call('PUT', `/orders/${_id}`, { token: ada.token, body }), 200);
    expect(await beginBasket(t, ada, basket.orders)).toEqual(intent);
  });

  test('pays for the orders when it had succeeded before one is deleted', async () => {
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
    await removeTool(basket.vice.id);
    await t.runJobs();
    expect((await confirmCard(t, intent)).status).toBe(409);
    expect(await stockOf(basket)).toEqual(free);
    await beginBasket(t, ada, [basket.sawOrder]);
  });

  test('stays when the provider cannot be told to end it', async () => {
    const basket = await makeBasket();
    await beginBasket(t, ada, basket.orders);
    const reply = await failCalls(t.shop, ['cancelIntent'], () => startPayment(t, ada, basket.viceOrder));
    expect(reply.status).toBe(502);
    expect(await stockOf(basket)).toEqual(held);
  });
});

describe('a payment of several that has succeeded', () => {
  test('unheard is found by the reconciliation, which writes it down for each order', async () => {
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

  test('after its units were given back is served from the shelf, whole', async () => {
    const basket = await payAfterRelease();
    expect(await settlePayment(t.shop, basket.intent.paymentIntentId)).toEqual({ outcome: 'paid' });
    expect(await stockOf(basket)).toEqual(sold);
  });

  test('goes back whole when one of its orders can no longer be served', async () => {
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
    expect(await stockOf(basket)).toMatchObject([{ sold: 1, held: 0, onHand: 4 }, { sold: 5 }]);
    expect(await transactionsOf(t, ada, basket.orders)).toEqual([null, null]);
    const [payment] = await readPayments(t, basket.sawOrder._id);
    await t.runJobs();
    expect(await statesOf(basket.viceOrder)).toEqual(['refunded']);
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

  test('goes back whole when one of its orders was paid for otherwise meanwhile', async () => {
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

  test('ends what else was begun for one of its orders', async () => {
    const basket = await payAfterRelease();
    const rival = await beginPayment(t, ada, basket.viceOrder);
    expect(await settlePayment(t.shop, basket.intent.paymentIntentId)).toEqual({ outcome: 'paid' });
    await t.runJobs();
    expect((await confirmCard(t, rival)).status).toBe(409);
    expect(await stockOf(basket)).toEqual(sold);
  });
});
