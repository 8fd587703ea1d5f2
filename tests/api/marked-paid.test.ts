/** @module-tag sweep */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Order } from '#features/orders/contract.ts';
import { mailsTo } from '#tests/support/accounts.ts';
import { tally, times } from '#tests/support/at-once.ts';
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
  startPayment,
} from '#tests/support/buying.ts';
import { failCalls } from '#tests/support/failing-cards.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const ada = setUpForEach(() => t.makeUser());

const markAll = (orders: Pick<Order, '_id'>[], body: object = { method: 'cash' }, { email } = ada) =>
  t.call<Order[] & ErrorReply>('POST', `/customers/${email}/mark-paid`, {
    token: staff.token,
    body: { orderIds: orders.map(({ _id }) => _id), ...body },
  });

const mark = (order: Pick<Order, '_id'>, body?: object) => markAll([order], body);

const trailOf = (order: Pick<Order, '_id'>, action: string) =>
  t.asOwner(
    `select actor, actor_id, details from audit_events where order_id = '${order._id}' and action = '${action}'`,
  );

describe('marking an order as paid by hand', () => {
  test('takes units and notifies everyone like a card payment, and names who did it, and how', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const order = await placeOrder(t, ada, tool.id, 2);
    const body = { method: 'transfer', reference: 'INV 7 / Nov 23', price: order.price };
    const [paid] = expectStatus(await mark(order, body), 200);
    const [payment] = await readPayments(t, order._id);
    expect(payment).toMatchObject({
      state: 'succeeded',
      method: 'transfer',
      reference: 'INV 7 / Nov 23',
      marked_by: staff.userId,
      intent_id: null,
      amount_cents: 2500,
      held_quantity: 0,
    });
    const transactionId = `transfer_${payment?.id}`;
    expect(paid).toMatchObject({ paid: true, state: 'paid', transactionId });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 3, held: 0, sold: 2 });
    expect(await queuedMails(t, order._id)).toEqual(['payment-received']);
    const details = {
      paymentId: payment?.id,
      method: 'transfer',
      reference: 'INV 7 / Nov 23',
      amountCents: 2500,
    };
    const file = await t.call<string>('GET', `/exports/orders.csv?customer=${ada.email}`, {
      token: staff.token,
    });
    expect(file.body).toContain(',transfer,INV 7 / Nov 23');
    expect(await trailOf(order, 'order_marked_paid')).toEqual([
      { actor: 'staff', actor_id: staff.userId, details },
    ]);
    const found = await t.call<Order[]>('GET', `/manageorders?q=${transactionId}`, { token: staff.token });
    expect(found.body.map(({ _id }) => _id)).toEqual([order._id]);
    await t.runJobs();
    expect((await mark(order)).status).toBe(409);
  });

  test.each<[string, object, string]>([
    ['another method', { method: 'card' }, 'method'],
    ['no method', {}, 'method'],
    ['a reference of several lines', { method: 'cash', reference: 'a\nb' }, 'reference'],
    ['a price that is none', { method: 'cash', price: 0 }, 'price'],
  ])('is refused with %s', async (_what, body, field) => {
    const tool = await t.makeTool({ onHand: 5 });
    const order = await placeOrder(t, ada, tool.id);
    expect(await mark(order, body)).toMatchObject({ status: 400, body: { error: { field } } });
    expect(await readPayments(t, order._id)).toEqual([]);
  });

  test('is refused at another total, an unaccepted price, without units, and for unknown orders', async () => {
    const tool = await t.makeTool({ onHand: 1 });
    const order = await placeOrder(t, ada, tool.id);
    expect(await mark(order, { method: 'cash', price: 12.49 })).toMatchObject({
      status: 409,
      body: { error: { code: 'price_changed', current: 12.5 } },
    });
    await t.asOwner(`update tools set price_cents = 1500 where id = '${tool.id}'`);
    expect((await mark(order)).body.error.code).toBe('price_not_accepted');
    await t.asOwner(`update tools set price_cents = 1250 where id = '${tool.id}'`);
    await buy(t, await t.makeUser(), tool.id);
    expect((await mark(order)).body.error.code).toBe('out_of_stock');
    expect((await mark({ _id: randomUUID() })).status).toBe(404);
    expect(await readPayments(t, order._id)).toEqual([]);
    await t.call('DELETE', `/orders/${order._id}`, { token: ada.token });
    expect((await mark(order)).status).toBe(404);
  });

  test('ends a card payment in progress first, and refuses after one that has succeeded', async () => {
    const tool = await t.makeTool({ onHand: 2 });
    const [open, charged] = [await placeOrder(t, ada, tool.id), await placeOrder(t, ada, tool.id)];
    const intent = await beginPayment(t, ada, open);
    const lost = await failCalls(t.shop, ['cancelIntent'], () => mark(open));
    expect(lost.status).toBe(502);
    expectStatus(await mark(open), 200);
    expect((await confirmCard(t, intent)).status).toBe(409);
    const late = await beginPayment(t, ada, charged);
    await confirmCard(t, late);
    expect((await mark(charged)).status).toBe(409);
    expect(await readOrder(t, ada, charged._id)).toMatchObject({ transactionId: late.paymentIntentId });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 0, held: 0, sold: 2 });
  });

  test('marks several orders by one receipt: one payment with the units of all, or of none', async () => {
    const [few, many] = [await t.makeTool({ onHand: 1 }), await t.makeTool({ onHand: 5 })];
    const orders = [await placeOrder(t, ada, many.id, 2), await placeOrder(t, ada, few.id)];
    const rival = await t.makeUser();
    const lost = await beginPayment(t, rival, await placeOrder(t, rival, few.id));
    expect((await markAll(orders)).body.error.code).toBe('out_of_stock');
    expect(await readStock(t, many.id)).toEqual({ onHand: 5, held: 0, sold: 0 });
    await t.call('DELETE', `/orders/${lost.orderIds[0]}`, { token: rival.token });
    const body = { method: 'transfer', reference: 'INV 8', price: 37.5 };
    const paid = expectStatus(await markAll(orders, body), 200);
    expect(paid.map(({ _id, state }) => [_id, state])).toEqual(orders.map(({ _id }) => [_id, 'paid']));
    const payments = await Promise.all(orders.map(({ _id }) => readPayments(t, _id)));
    expect(payments.map(([payment]) => payment?.id)).toEqual(Array(2).fill(payments[0]?.[0]?.id));
    expect(payments[0]).toMatchObject([{ method: 'transfer', reference: 'INV 8', amount_cents: 3750 }]);
    for (const [at, amountCents] of [2500, 1250].entries())
      expect(await trailOf(orders[at] as Order, 'order_marked_paid')).toMatchObject([
        { details: { amountCents } },
      ]);
  });

  test('is refused with another buyer’s, an unknown or a repeated order', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const own = await placeOrder(t, ada, tool.id);
    const eve = await t.makeUser();
    const others = await placeOrder(t, eve, tool.id);
    expect((await markAll([own, others])).status).toBe(404);
    expect((await markAll([own], undefined, { ...ada, email: 'nobody@example.com' })).status).toBe(404);
    expect((await markAll([own, own])).status).toBe(400);
    expect((await markAll([])).status).toBe(400);
    expect(await readPayments(t, own._id)).toEqual([]);
  });

  test('is not limited by the customer’s card payments in progress', async () => {
    const { maxHolds } = t.shop.config;
    const tool = await t.makeTool({ onHand: maxHolds + 1 });
    for (let holds = 0; holds < maxHolds; holds++)
      await beginPayment(t, ada, await placeOrder(t, ada, tool.id));
    const order = await placeOrder(t, ada, tool.id);
    expect((await startPayment(t, ada, order)).status).toBe(429);
    expectStatus(await mark(order), 200);
    expect(await readStock(t, tool.id)).toEqual({ onHand: maxHolds, held: maxHolds, sold: 1 });
  });

  test('is refunded by hand: visible until staff confirm it', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    expectStatus(await mark(order), 200);
    expectStatus(await t.call('POST', `/orders/${order._id}/cancel`, { token: ada.token, body: {} }), 200);
    await t.runJobs();
    const refunds = () =>
      t.asOwner(
        `select id, state, failure, amount_cents::integer from refunds where order_id = '${order._id}'`,
      );
    const [refund] = await refunds();
    expect(refund).toMatchObject({ state: 'failed', failure: 'by_hand', amount_cents: 1250 });
    const about = async (to: string) => (await mailsTo(t, to)).map(({ text }) => text).join('\n');
    expect(await about(ada.email)).toContain('We’ll refund you directly, and email you when it’s done.');
    expect(await about(staff.email)).toContain('Refund it yourself, then mark it as refunded');
    const again = await t.call<ErrorReply>('POST', `/refunds/${refund?.id}/retry`, { token: staff.token });
    expect([again.status, again.body.error.message]).toEqual([
      409,
      'This order wasn’t paid by card. Refund it yourself, then mark it as refunded.',
    ]);
    expectStatus(await t.call('POST', `/refunds/${refund?.id}/given`, { token: staff.token }), 200);
    await t.runJobs();
    expect(await refunds()).toMatchObject([{ state: 'done', failure: null, amount_cents: 1250 }]);
    expect(await about(ada.email)).toContain('We’ve refunded the amount below to you directly.');
    expect(await about(ada.email)).not.toMatch(/your card|statement/);
  });

  test('marks an order once for several concurrent calls beside a card', async () => {
    const tool = await t.makeTool({ onHand: 3 });
    const order = await placeOrder(t, ada, tool.id);
    const intent = await beginPayment(t, ada, order);
    const [replies, card] = await Promise.all([times(6, () => mark(order)), confirmCard(t, intent)]);
    await t.runJobs();
    expect(tally(replies)[200] ?? 0).toBe(card.status === 200 ? 0 : 1);
    expect(Object.keys(tally(replies)).filter((status) => status !== '200' && status !== '409')).toEqual([]);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 2, held: 0, sold: 1 });
    expect((await readPayments(t, order._id)).filter(({ state }) => state === 'succeeded')).toHaveLength(1);
  });

  test('is enforced by the database: a payment by hand names its maker, and has no intent', async () => {
    const order = await buy(t, ada, (await t.makeTool()).id);
    const [payment] = await readPayments(t, order._id);
    const update = (change: string) => t.asOwner(`update payments set ${change} where id = '${payment?.id}'`);
    await expect(update("method = 'cash', intent_id = null")).rejects.toThrow('payments_by_hand_name_who');
    await expect(update(`method = 'cash', marked_by = '${staff.userId}'`)).rejects.toThrow(
      'payments_by_hand_have_no_intent',
    );
    await expect(update("reference = 'slip'")).rejects.toThrow('payments_reference_by_hand');
  });
});
