import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import type { ErrorReply } from '#contracts/app-error.ts';
import { auditEventSchema } from '#features/audit/contract.ts';
import { type Order, orderSchema } from '#features/orders/contract.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  endPayment,
  expectStatus,
  placeOrder,
  readOrder,
  readPayments,
  readStock,
  reportPaid,
  startPayment,
} from '#tests/support/buying.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const ada = setUpForEach(() => t.makeUser());

const accept = (order: Order, price: unknown, { token } = ada) =>
  t.call<Order & ErrorReply>('POST', `/orders/${order._id}/accept-price`, { token, body: { price } });

async function setPrice(toolId: string, price: number) {
  const { body: tool } = await t.call<{ version: number }>('GET', `/tool/${toolId}`);
  const body = { version: tool.version, price };
  expectStatus(await t.call('PATCH', `/tool/${toolId}`, { token: admin.token, body }), 200);
}

/** An order of two at $12.50, for a tool that now costs $15. */
async function makeRepriced() {
  const { id: toolId } = await t.makeTool({ priceCents: 1250, onHand: 9 });
  const order = await placeOrder(t, ada, toolId, 2);
  await setPrice(toolId, 15);
  return { toolId, order };
}

describe('a price that changed after an order was placed', () => {
  test('is shown with the order, and must be accepted before a payment starts', async () => {
    const { toolId, order } = await makeRepriced();
    expect(await readOrder(t, ada, order._id)).toMatchObject({
      unitPrice: 12.5,
      newUnitPrice: 15,
      price: 25,
    });
    expect(await startPayment(t, ada, order)).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'price_not_accepted',
          message: 'The price per unit has changed from $12.50 to $15.00. Please accept it first.',
        },
      },
    });
    expect(await readPayments(t, order._id)).toEqual([]);
    expect(await readStock(t, toolId)).toEqual({ onHand: 9, held: 0, sold: 0 });

    const accepted = orderSchema.parse(expectStatus(await accept(order, 15), 200));
    expect(accepted).toMatchObject({ unitPrice: 15, newUnitPrice: null, price: 30, minQuantity: 2 });
    expect(await readOrder(t, ada, order._id)).toEqual(accepted);
    expect((await startPayment(t, ada, order)).body).toMatchObject({ error: { code: 'price_changed' } });
    const intent = await beginPayment(t, ada, accepted);
    await confirmCard(t, intent);
    expect(expectStatus(await reportPaid(t, ada, order._id, intent.paymentIntentId), 200).price).toBe(30);
  });

  test('is recorded with the order once accepted', async () => {
    const { order } = await makeRepriced();
    await accept(order, 15);
    expect((await accept(order, 15)).status).toBe(200);
    const { body } = await t.call('GET', `/orders/${order._id}/audit`, { token: admin.token });
    const events = z
      .array(auditEventSchema)
      .parse(body)
      .filter(({ action }) => action === 'order_repriced');
    expect(events).toMatchObject([
      { actor: 'user', details: { unitPriceCentsBefore: 1250, unitPriceCents: 1500, totalCents: 3000 } },
    ]);
  });

  test('is refused unless it is the tool’s current one, which the reply names', async () => {
    const { toolId, order } = await makeRepriced();
    await setPrice(toolId, 16);
    for (const price of [15, 12.5, 32, 15.999]) {
      expect(await accept(order, price)).toMatchObject({
        status: 409,
        body: {
          error: {
            code: 'price_changed',
            field: 'price',
            message: 'The price is now $16.00. Please check it and try again.',
            current: 16,
          },
        },
      });
    }
    expect(await readOrder(t, ada, order._id)).toMatchObject({
      unitPrice: 12.5,
      newUnitPrice: 16,
      price: 25,
    });
  });

  test.each([undefined, 'fifteen', 0, -15, null])('refuses %j as a price', async (price) => {
    const { order } = await makeRepriced();
    expect(await accept(order, price)).toMatchObject({ status: 400, body: { error: { field: 'price' } } });
  });

  test('needs no acceptance after it has gone back', async () => {
    const { toolId, order } = await makeRepriced();
    await setPrice(toolId, 12.5);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ newUnitPrice: null });
    await beginPayment(t, ada, order);
  });

  test('leaves a payment that started earlier at its price, until it is ended', async () => {
    const { id: toolId } = await t.makeTool({ priceCents: 1250, onHand: 9 });
    const order = await placeOrder(t, ada, toolId, 2);
    const intent = await beginPayment(t, ada, order);
    await setPrice(toolId, 15);
    expect((await beginPayment(t, ada, order)).paymentIntentId).toBe(intent.paymentIntentId);
    expect(await accept(order, 15)).toMatchObject({
      status: 409,
      body: { error: { code: 'payment_in_progress' } },
    });
    await endPayment(t, ada, order);
    const accepted = expectStatus(await accept(order, 15), 200);
    expect(await readPayments(t, order._id)).toMatchObject([{ state: 'cancelled' }]);
    expect(await readStock(t, toolId)).toMatchObject({ held: 0 });
    const next = await beginPayment(t, ada, accepted);
    expect(next.paymentIntentId).not.toBe(intent.paymentIntentId);
  });

  test('does not affect a payment that started earlier', async () => {
    const { id: toolId } = await t.makeTool({ priceCents: 1250, onHand: 9 });
    const order = await placeOrder(t, ada, toolId, 2);
    const intent = await beginPayment(t, ada, order);
    await setPrice(toolId, 15);
    await confirmCard(t, intent);
    await expect(endPayment(t, ada, order)).rejects.toThrow('This order is paid and can’t be changed');
    expect(await accept(order, 15)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: true, price: 25, newUnitPrice: null });
  });

  test('concerns only unpaid orders of available tools, and their own buyers', async () => {
    const { toolId, order } = await makeRepriced();
    for (const stranger of [await t.makeUser(), admin]) {
      expect((await accept(order, 15, stranger)).status).toBe(404);
    }
    const paid = await buy(t, ada, toolId);
    expect(await accept(paid, 15)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    await t.call('DELETE', `/tool/${toolId}`, { token: admin.token });
    expect(await accept(order, 15)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect(await readOrder(t, ada, order._id)).toMatchObject({
      newUnitPrice: null,
      unavailable: 'tool_removed',
    });
    await t.call('DELETE', `/orders/${order._id}`, { token: ada.token });
    expect((await accept(order, 15)).status).toBe(404);
  });
});
