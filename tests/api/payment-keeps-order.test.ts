import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Order } from '#features/orders/contract.ts';
import { shuffledPair } from '#tests/support/at-once.ts';
import {
  beginPayment,
  confirmCard,
  expectStatus,
  placeOrder,
  readOrder,
  readPayments,
  readStock,
  reportPaid,
} from '#tests/support/buying.ts';
import { deliveryMethod, forgetRules, setDelivery } from '#tests/support/charges.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';
import { roundsOf } from '#tests/support/test-form.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const ada = setUpForEach(() => t.makeUser());

const change = ({ _id, phone, address, minQuantity }: Order, changes: object, { token } = ada) =>
  t.call<Order & ErrorReply>('PUT', `/orders/${_id}`, {
    token,
    body: { minQuantity, phone, address, ...changes },
  });

const end = ({ _id }: Order, { token } = ada) =>
  t.call<{ deletedCount: number } & ErrorReply>('DELETE', `/orders/${_id}/payment`, { token });

async function editTool(toolId: string, changes: object) {
  const { body: tool } = await t.call<{ version: number }>('GET', `/tool/${toolId}`);
  const body = { version: tool.version, ...changes };
  expectStatus(await t.call('PATCH', `/tool/${toolId}`, { token: admin.token, body }), 200);
}

const refused = {
  status: 409,
  body: {
    error: {
      code: 'payment_in_progress',
      message: 'A payment for this order is in progress. End that payment first to change the order.',
    },
  },
};

/** Ten units at $20, or at $10 from ten units. */
async function makeHalved() {
  const { id } = await t.makeTool({ priceCents: 2000, onHand: 10 });
  await editTool(id, { price_breaks: [{ quantity: 10, price: 10 }] });
  return id;
}

/** Pays, and expects the ordered units to be sold, and all others on the shelf. */
async function payAndCount(toolId: string, order: Order, intent: { paymentIntentId: string }, all: number) {
  await confirmCard(t, intent as Parameters<typeof confirmCard>[1]);
  expectStatus(await reportPaid(t, ada, order._id, intent.paymentIntentId), 200);
  const { minQuantity, paid } = await readOrder(t, ada, order._id);
  expect({ minQuantity, paid }).toEqual({ minQuantity: order.minQuantity, paid: true });
  expect(await readStock(t, toolId)).toEqual({ onHand: all - minQuantity, held: 0, sold: minQuantity });
}

describe('while a payment is live, its order keeps its data', () => {
  test('its quantity, even if a price break makes the total equal: 5 at 20 and 10 at 10', async () => {
    const toolId = await makeHalved();
    const order = await placeOrder(t, ada, toolId, 5);
    const intent = await beginPayment(t, ada, order);
    expect(await change(order, { minQuantity: 10 })).toMatchObject(refused);
    expect(await readStock(t, toolId)).toEqual({ onHand: 10, held: 5, sold: 0 });
    await payAndCount(toolId, order, intent, 10);
    expectStatus(await t.call('POST', `/orders/${order._id}/cancel`, { token: ada.token, body: {} }), 200);
    expect(await readStock(t, toolId)).toEqual({ onHand: 10, held: 0, sold: 0 });
  });

  test('its quantity the other way round: 10 at 10 and 5 at 20', async () => {
    const toolId = await makeHalved();
    const order = await placeOrder(t, ada, toolId, 10);
    const intent = await beginPayment(t, ada, order);
    expect(await change(order, { minQuantity: 5 })).toMatchObject(refused);
    await payAndCount(toolId, order, intent, 10);
  });

  test('its quantity, even if the price changes too: 19 × 20 and 20 × 19', async () => {
    const { id } = await t.makeTool({ priceCents: 2000, onHand: 30 });
    const order = await placeOrder(t, ada, id, 19);
    const intent = await beginPayment(t, ada, order);
    await editTool(id, { price: 19 });
    expect(await change(order, { minQuantity: 20 })).toMatchObject(refused);
    await payAndCount(id, order, intent, 30);
  });

  test('its quantity and price, even if the price is halved meanwhile', async () => {
    const { id } = await t.makeTool({ priceCents: 2000, onHand: 10 });
    const order = await placeOrder(t, ada, id, 5);
    const intent = await beginPayment(t, ada, order);
    await editTool(id, { price: 10 });
    expect(await change(order, { minQuantity: 10 })).toMatchObject(refused);
    const accept = (token: string, path: string, body: object) =>
      t.call('POST', `${path}/accept-price`, { token, body });
    expect(await accept(ada.token, `/orders/${order._id}`, { price: 10 })).toMatchObject(refused);
    const forCustomer = { orderId: order._id, price: 10 };
    expect(await accept(admin.token, `/customers/${ada.email}`, forCustomer)).toMatchObject(refused);
    await payAndCount(id, order, intent, 10);
  });

  test('the quantity whose weight determined its delivery charge', async () => {
    await setDelivery(t, admin, {
      methods: [
        deliveryMethod({
          kind: 'by_weight',
          steps: [
            { upToGrams: 5_000, price: 5 },
            { upToGrams: 50_000, price: 50 },
          ],
        }),
      ],
    });
    const toolId = await makeHalved();
    await editTool(toolId, { weight_grams: 1_000 });
    const order = await placeOrder(t, ada, toolId, 5);
    const begin = (body: object) =>
      t.call<{ paymentIntentId: string; amount: number }>('POST', '/create-payment-intent', {
        token: ada.token,
        body,
      });
    const intent = expectStatus(await begin({ orderIds: [order._id] }), 200);
    expect(await change(order, { minQuantity: 10 })).toMatchObject(refused);
    expectStatus(await end(order), 200);
    const more = expectStatus(await change(order, { minQuantity: 10 }), 200);
    const next = expectStatus(await begin({ orderIds: [more._id] }), 200);
    expect([intent.amount, next.amount]).toEqual([105, 150]);
    await forgetRules(t, admin);
  });

  test('its address, but not its phone, note and purchase order', async () => {
    const { id } = await t.makeTool();
    const order = await placeOrder(t, ada, id);
    await beginPayment(t, ada, order);
    expect(await change(order, { address: '8 Plumb Line' })).toMatchObject(refused);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ address: order.address });
    const words = { phone: '+1 555 0177', purchaseOrderNumber: 'PO 7731', buyerNote: 'Ring twice.' };
    expect(await change(order, words)).toMatchObject({ status: 200, body: words });
    expect(await readPayments(t, order._id)).toMatchObject([{ state: 'live' }]);
  });
});

describe('a payment in progress', () => {
  test('is ended by its buyer or by staff, releases its units, and frees the order for changes', async () => {
    const { id } = await t.makeTool({ onHand: 9 });
    for (const who of [ada, admin]) {
      const order = await placeOrder(t, ada, id, 2);
      const intent = await beginPayment(t, ada, order);
      expect((await end(order, await t.makeUser())).status).toBe(404);
      expect(await readStock(t, id)).toMatchObject({ held: 2 });
      expect(await end(order, who)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
      expect(await end(order, who)).toMatchObject({ status: 200, body: { deletedCount: 0 } });
      expect(await readStock(t, id)).toEqual({ onHand: 9, held: 0, sold: 0 });
      expect((await confirmCard(t, intent)).status).toBe(409);
      expect(await change(order, { minQuantity: 3 })).toMatchObject({
        status: 200,
        body: { minQuantity: 3 },
      });
    }
  });

  test('is counted once it has succeeded, and can’t be ended any more', async () => {
    const { id } = await t.makeTool({ onHand: 9 });
    const order = await placeOrder(t, ada, id, 2);
    await confirmCard(t, await beginPayment(t, ada, order));
    for (let times = 0; times < 2; times++)
      expect(await end(order)).toMatchObject({
        status: 409,
        body: { error: { code: 'conflict', message: 'This order is paid and can’t be changed' } },
      });
    expect(await readStock(t, id)).toEqual({ onHand: 7, held: 0, sold: 2 });
  });

  test('blocks nothing once it has expired', async () => {
    const { id } = await t.makeTool({ onHand: 9 });
    const order = await placeOrder(t, ada, id, 2);
    await beginPayment(t, ada, order);
    await t.asOwner(`update payments set hold_expires_at = now() where user_id = '${ada.userId}'`);
    expect(await change(order, { minQuantity: 3, address: '8 Plumb Line' })).toMatchObject({ status: 200 });
    expect(await readPayments(t, order._id)).toMatchObject([{ state: 'cancelled' }]);
    expect(await readStock(t, id)).toEqual({ onHand: 9, held: 0, sold: 0 });
  });
});

test('refunds a late payment of an order changed to the same total', async () => {
  const toolId = await makeHalved();
  const order = await placeOrder(t, ada, toolId, 5);
  const intent = await beginPayment(t, ada, order);
  expectStatus(await end(order), 200);
  // As if the provider had charged the card at the moment it was told to cancel.
  await t.asOwner(
    `update sandbox_cards.intents set status = 'succeeded' where id = '${intent.paymentIntentId}'`,
  );
  expectStatus(await change(order, { minQuantity: 10 }), 200);
  expect(await reportPaid(t, ada, order._id, intent.paymentIntentId)).toMatchObject({ status: 409 });
  expect(await readPayments(t, order._id)).toMatchObject([
    { state: 'refund_due', refund_reason: 'order_changed' },
  ]);
  expect(await readStock(t, toolId)).toEqual({ onHand: 10, held: 0, sold: 0 });
});

describe('the database', () => {
  const asOwner = (set: string, { _id }: Order) => t.asOwner(`update orders set ${set} where id = '${_id}'`);

  test('changes no quantity, price, tool or address of an order under a payment', async () => {
    const toolId = await makeHalved();
    const order = await placeOrder(t, ada, toolId, 5);
    const other = await t.makeTool();
    await beginPayment(t, ada, order);
    for (const set of [
      'quantity = 10, unit_price_cents = 1000',
      'quantity = 6, total_cents = unit_price_cents * 6',
      `tool_id = '${other.id}'`,
    ])
      await expect(asOwner(set, order)).rejects.toThrow('payment_orders_as_ordered');
    await expect(asOwner("address = 'Elsewhere 1'", order)).rejects.toThrow('where its payment charges for');
    expectStatus(await end(order), 200);
    await asOwner("quantity = 10, unit_price_cents = 1000, address = 'Elsewhere 1'", order);
  });

  test('holds exactly what is ordered', async () => {
    const order = await placeOrder(t, ada, await makeHalved(), 5);
    await beginPayment(t, ada, order);
    const lines = (set: string) =>
      t.asOwner(`update payment_orders set ${set} where order_id = '${order._id}'`);
    await expect(lines('held_quantity = 4')).rejects.toThrow('payment_orders_hold_what_is_ordered');
    await expect(lines('ordered_quantity = 4, held_quantity = 4')).rejects.toThrow('does not change');
  });
});

test('holds exactly what is ordered when a change and a payment start at once, at any total', async () => {
  for (let round = 0; round < roundsOf(12); round++) {
    const toolId = await makeHalved();
    const order = await placeOrder(t, ada, toolId, 5);
    const [started, changed] = await Promise.all(
      shuffledPair(
        round,
        () => t.call('POST', '/create-payment-intent', { token: ada.token, body: { orderIds: [order._id] } }),
        () => change(order, { minQuantity: 10, address: '8 Plumb Line' }),
      ),
    );
    expect(started.status).toBe(200);
    expect([200, 409]).toContain(changed.status);
    const { minQuantity } = await readOrder(t, ada, order._id);
    expect(minQuantity).toBe(changed.status === 200 ? 10 : 5);
    expect(await readPayments(t, order._id)).toMatchObject([{ state: 'live', held_quantity: minQuantity }]);
    expect(await readStock(t, toolId)).toEqual({ onHand: 10, held: minQuantity, sold: 0 });
  }
});
