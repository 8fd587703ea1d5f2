import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { auditEventSchema } from '#features/audit/contract.ts';
import { type Order, orderSchema } from '#features/orders/contract.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  endPayment,
  placeOrder,
  readOrder,
  readPayments,
  readStock,
  startPayment,
} from '#tests/support/buying.ts';
import { failCalls } from '#tests/support/failing-cards.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ name: 'Alma Admin', role: 'admin' }));
const ada = setUpForEach(() => t.makeUser({ name: 'Ada Joiner' }));

const change = (order: Order, body: unknown, { token } = ada) =>
  t.call<Order>('PUT', `/orders/${order._id}`, { token, body });

const delivery = { phone: '+1 555 0177', address: '8 Plumb Line' };

/** An order of two at $12.50, for a tool with a minimum of two and nine in stock. */
async function makeOrder() {
  const tool = await t.makeTool({ priceCents: 1250, minOrderQuantity: 2, onHand: 9 });
  return { tool, order: await placeOrder(t, ada, tool.id, 2) };
}

const changesToldOf = async (order: Order) => {
  const { body } = await t.call('GET', `/orders/${order._id}/audit`, { token: admin.token });
  return z
    .array(auditEventSchema)
    .parse(body)
    .filter(({ action }) => action === 'order_changed')
    .map(({ actor, details }) => ({ actor, ...details }));
};

describe('changing an unpaid order', () => {
  test('accepts quantity, phone and address, at the tool’s current price', async () => {
    const { tool, order } = await makeOrder();
    await t.shop.db.updateTable('tools').set({ price_cents: 9900 }).where('id', '=', tool.id).execute();
    const reply = await change(order, { minQuantity: 4, ...delivery, price: 396 });
    expect(reply.status).toBe(200);
    const changed = orderSchema.parse(reply.body);
    expect(changed).toEqual({
      ...order,
      insertedId: undefined,
      minQuantity: 4,
      unitPrice: 99,
      price: 396,
      ...delivery,
    });
    expect(await readOrder(t, ada, order._id)).toEqual(changed);
    expect(await changesToldOf(order)).toEqual([
      {
        actor: 'user',
        fields: 'quantity, unit_price_cents, total_cents, phone, address',
        quantity: 4,
        totalCents: 39_600,
      },
    ]);
  });

  test('keeps the buyer’s purchase order and note until they are replaced or cleared', async () => {
    const { order } = await makeOrder();
    expect([order.purchaseOrderNumber, order.buyerNote]).toEqual(['', '']);
    const words = { purchaseOrderNumber: 'PO 7731', buyerNote: 'Ring twice.\nThe yard is at the back.' };
    const body = { minQuantity: 2, ...delivery };
    expect(await change(order, { ...body, ...words })).toMatchObject({ status: 200, body: words });
    expect(await change(order, { ...body, minQuantity: 3 })).toMatchObject({ status: 200, body: words });
    expect(await change(order, { ...body, buyerNote: '' })).toMatchObject({
      status: 200,
      body: { ...words, buyerNote: '' },
    });
    expect((await changesToldOf(order)).at(-1)).toMatchObject({
      fields: 'quantity, total_cents, buyer_note',
    });
    for (const [field, text] of Object.entries({ purchaseOrderNumber: 61, buyerNote: 501 }))
      expect(await change(order, { ...body, [field]: 'x'.repeat(text) })).toMatchObject({
        status: 400,
        body: { error: { field } },
      });
  });

  test('raises a quantity below the minimum, and records nothing if nothing changes', async () => {
    const { order } = await makeOrder();
    expect(await change(order, { minQuantity: 1, ...delivery })).toMatchObject({
      status: 200,
      body: { minQuantity: 2, price: 25 },
    });
    expect((await change(order, { minQuantity: 2, ...delivery })).status).toBe(200);
    expect(await changesToldOf(order)).toHaveLength(1);
  });

  test('is for its buyer and admins only', async () => {
    const { order } = await makeOrder();
    const bob = await t.makeUser();
    expect(await change(order, { minQuantity: 3, ...delivery }, bob)).toMatchObject({
      status: 404,
      body: { error: { message: 'We can’t find that order' } },
    });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ minQuantity: 2, address: order.address });
    expect((await change(order, { minQuantity: 3, ...delivery }, admin)).status).toBe(200);
    expect(await changesToldOf(order)).toMatchObject([{ actor: 'admin', quantity: 3 }]);
  });

  test('of its address alone ignores what others have bought meanwhile', async () => {
    const { tool, order } = await makeOrder();
    await buy(t, await t.makeUser(), tool.id, 8);
    expect((await change(order, { minQuantity: 2, ...delivery })).status).toBe(200);
  });

  test.each([
    [{ minQuantity: 10 }, 400, 'minQuantity', 'Maximum order quantity must be smaller than or equal 9'],
    [{ minQuantity: 0 }, 400, 'minQuantity', 'Order quantity must be at least 1'],
    [{ minQuantity: 2.5 }, 400, 'minQuantity', 'Order quantity must be a whole number'],
    [{ minQuantity: undefined }, 400, 'minQuantity', 'Order quantity is required'],
    [{ minQuantity: 9_999_999_999 }, 400, 'minQuantity', 'Order quantity is too large'],
    [{ phone: ' ' }, 400, 'phone', 'Please provide your phone number!'],
    [{ address: '' }, 400, 'address', 'Please provide your address!'],
    [{ price: 36 }, 409, 'price', 'The price is now $37.50. Please check it and try again.'],
  ])('is refused with %j, and changes nothing', async (wrong, status, field, message) => {
    const { order } = await makeOrder();
    const reply = await change(order, { minQuantity: 3, ...delivery, ...wrong });
    expect(reply).toMatchObject({ status, body: { error: { field, message } } });
    expect(await readOrder(t, ada, order._id)).toEqual({ ...order, insertedId: undefined });
  });

  test('is refused when too few are left, or when the tool has left the shop', async () => {
    const { tool, order } = await makeOrder();
    await buy(t, await t.makeUser(), tool.id, 8);
    expect(await change(order, { minQuantity: 3, ...delivery })).toMatchObject({
      status: 409,
      body: { error: { code: 'out_of_stock' } },
    });
    await t.call('DELETE', `/tool/${tool.id}`, { token: admin.token });
    expect(await change(order, { minQuantity: 2, ...delivery })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', message: expect.stringContaining('no longer sold') } },
    });
  });

  test('is refused once it is paid or deleted', async () => {
    const { tool, order } = await makeOrder();
    const paid = await buy(t, ada, tool.id, 2);
    expect(await change(paid, { minQuantity: 2, ...delivery })).toMatchObject({
      status: 409,
      body: { error: { message: 'This order is paid and can’t be changed' } },
    });
    await t.call('DELETE', `/orders/${order._id}`, { token: ada.token });
    expect((await change(order, { minQuantity: 2, ...delivery })).status).toBe(404);
  });
});

describe('with a payment in progress', () => {
  test('refuses another quantity until it is ended, and then charges the new total', async () => {
    const { tool, order } = await makeOrder();
    const old = await beginPayment(t, ada, order);
    expect(await change(order, { minQuantity: 9, ...delivery })).toMatchObject({
      status: 409,
      body: { error: { code: 'payment_in_progress' } },
    });
    await endPayment(t, ada, order);
    const reply = await change(order, { minQuantity: 9, ...delivery });
    expect(reply).toMatchObject({ status: 200, body: { minQuantity: 9, price: 112.5 } });
    expect(await t.shop.cardPayments.retrieveIntent(old.paymentIntentId)).toMatchObject({
      status: 'cancelled',
    });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 9, held: 0, sold: 0 });
    const next = await beginPayment(t, ada, reply.body);
    expect(next.paymentIntentId).not.toBe(old.paymentIntentId);
    expect(await t.shop.cardPayments.retrieveIntent(next.paymentIntentId)).toMatchObject({
      amountCents: 11_250,
    });
    expect(await startPayment(t, ada, order)).toMatchObject({ status: 409 });
  });

  test('keeps the payment on a new phone number', async () => {
    const { tool, order } = await makeOrder();
    await beginPayment(t, ada, order);
    const { phone } = delivery;
    expect((await change(order, { minQuantity: 2, phone, address: order.address })).status).toBe(200);
    expect(await readPayments(t, order._id)).toMatchObject([{ state: 'live', amount_cents: 2500 }]);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 9, held: 2, sold: 0 });
  });

  test('counts a succeeded payment, and keeps the order as it was paid', async () => {
    const { tool, order } = await makeOrder();
    await confirmCard(t, await beginPayment(t, ada, order));
    await expect(endPayment(t, ada, order)).rejects.toThrow('This order is paid and can’t be changed');
    expect(await change(order, { minQuantity: 4, ...delivery })).toMatchObject({
      status: 409,
      body: { error: { message: 'This order is paid and can’t be changed' } },
    });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: true, minQuantity: 2, price: 25 });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 7, held: 0, sold: 2 });
  });

  test('changes nothing when the provider cannot be asked to end it', async () => {
    const { tool, order } = await makeOrder();
    await beginPayment(t, ada, order);
    await failCalls(t.shop, ['cancelIntent'], async () => {
      await expect(endPayment(t, ada, order)).rejects.toThrow('502');
      expect((await change(order, { minQuantity: 4, ...delivery })).status).toBe(409);
    });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ minQuantity: 2, price: 25 });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 9, held: 2, sold: 0 });
  });
});
