import { describe, expect, test } from 'vitest';
import type { BuyersOrder } from '#features/orders/contract.ts';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import { updatePayment } from '#features/orders/payment-store.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  expectStatus,
  placeOrder,
  readOrder,
  readPayments,
} from '#tests/support/buying.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const HOLD_MS = 15 * 60_000;

const t = setUpShop();

/** A buyer's orders, which the list of all orders must show alike. The clock is moved, so the token is
 * new. */
async function ordersOf(buyer: TestUser, query = ''): Promise<BuyersOrder[]> {
  const { token } = await t.makeUser({ role: 'admin' });
  const own = expectStatus(
    await t.call<BuyersOrder[]>('GET', `/orders?email=${buyer.email}${query}`, { token }),
    200,
  );
  const all = expectStatus(await t.call<DeskOrder[]>('GET', '/manageorders', { token }), 200);
  for (const { reviewed: _, reviewHidden: __, terms: ___, parcels: ____, returnable: _____, ...order } of own)
    expect(all).toContainEqual({ ...order, noteCount: 0, disputes: [] });
  return own;
}

describe('a list of orders', () => {
  test('shows until when units are held, and nothing once that is over', async () => {
    const ada = await t.makeUser();
    const tool = await t.makeTool({ onHand: 3 });
    const order = await placeOrder(t, ada, tool.id);
    expect(await ordersOf(ada)).toMatchObject([{ placedAt: order.placedAt, heldUntil: null, paidAt: null }]);
    const { holdExpiresAt } = await beginPayment(t, ada, order);
    expect(await ordersOf(ada)).toMatchObject([{ heldUntil: holdExpiresAt, refundedAt: null }]);
    t.clock.advance(HOLD_MS);
    expect(await ordersOf(ada)).toMatchObject([{ heldUntil: null, refundedAt: null }]);
    await t.runJobs();
    expect(await ordersOf(ada)).toMatchObject([{ heldUntil: null, refundedAt: null }]);
  });

  test('shows when an order was paid and shipped, and holds nothing then', async () => {
    const eve = await t.makeUser();
    const order = await buy(t, eve, (await t.makeTool()).id);
    expect(await ordersOf(eve)).toMatchObject([{ paidAt: order.paidAt, shippedAt: null, heldUntil: null }]);
    const { token } = await t.makeUser({ role: 'admin' });
    await t.call('PUT', `/manageorders/${order._id}`, { token });
    const { placedAt, paidAt, shippedAt } = await readOrder(t, eve, order._id);
    expect(shippedAt).not.toBeNull();
    const story = { placedAt, paidAt, shippedAt, heldUntil: null, refundedAt: null };
    expect(await ordersOf(eve)).toMatchObject([story]);
  });

  test('shows when money was refunded, for the affected order only', async () => {
    const [bob, cy] = [await t.makeUser(), await t.makeUser()];
    const tool = await t.makeTool({ onHand: 1 });
    const order = await placeOrder(t, bob, tool.id);
    await placeOrder(t, cy, tool.id);
    const intent = await beginPayment(t, bob, order);
    await confirmCard(t, intent);
    // The units are gone before the shop hears of the payment.
    const [live] = await readPayments(t, order._id);
    await t.shop.db
      .transaction()
      .execute((tx) => updatePayment(tx, live?.id ?? '', { state: 'cancelled', settled_at: t.clock.now() }));
    await t.shop.db.updateTable('tools').set({ on_hand: 0, held: 0 }).where('id', '=', tool.id).execute();
    await settlePayment(t.shop, intent.paymentIntentId);
    await t.runJobs();
    const [payment] = await readPayments(t, order._id);
    const refundedAt = payment?.settled_at?.toISOString();
    expect(await ordersOf(bob)).toMatchObject([{ paid: false, heldUntil: null, refundedAt }]);
    expect(await ordersOf(cy)).toMatchObject([{ heldUntil: null, refundedAt: null }]);
  });
});

test('searches and filters the caller’s own orders only', async () => {
  const [dan, flo] = [await t.makeUser(), await t.makeUser()];
  const [rasp, adze] = [await t.makeTool({ name: 'Fret rasp' }), await t.makeTool({ name: 'Adze' })];
  const paid = await buy(t, dan, rasp.id);
  const unpaid = await placeOrder(t, dan, adze.id);
  await placeOrder(t, flo, rasp.id);
  const found = async (query: string) => (await ordersOf(dan, query)).map(({ _id }) => _id);
  expect(await found('')).toEqual([unpaid._id, paid._id]);
  expect(await found('&q=rasp')).toEqual([paid._id]);
  expect(await found('&status=unpaid')).toEqual([unpaid._id]);
  expect(await found('&status=paid&q=adze')).toEqual([]);
  expect(await found(`&q=${paid.transactionId}`)).toEqual([paid._id]);
  expect(await found('&sort=tool')).toEqual([unpaid._id, paid._id]);
});

test('shows what an unpaid order can still get of its tool, and returns orders by their ids', async () => {
  const gil = await t.makeUser();
  const flo = await t.makeUser();
  const tool = await t.makeTool({ onHand: 9, minOrderQuantity: 2 });
  const gone = await t.makeTool();
  const first = await placeOrder(t, gil, tool.id);
  const left = await placeOrder(t, gil, gone.id);
  const paid = await buy(t, gil, tool.id);
  const others = await placeOrder(t, flo, tool.id);
  const { token } = await t.makeUser({ role: 'admin' });
  expectStatus(await t.call('DELETE', `/tool/${gone.id}`, { token }), 200);

  const terms = {
    part_number: null,
    min_order_quantity: 2,
    available_quantity: 9 - paid.minQuantity,
    pack_step: 1,
    price: 12.5,
    price_breaks: [],
  };
  expect((await ordersOf(gil)).map((order) => order.terms)).toEqual([null, null, terms]);

  const ids = [first, left, others].map(({ _id }) => _id).join();
  const asked = await ordersOf(gil, `&ids=${ids}`);
  expect(asked.map(({ _id }) => _id)).toEqual([left._id, first._id]);
  for (const wrong of ['no-id', `${first._id},`, Array(51).fill(first._id).join()]) {
    const refusal = await t.call('GET', `/orders?email=${gil.email}&ids=${wrong}`, { token: gil.token });
    expect(refusal).toMatchObject({ status: 400, body: { error: { field: 'ids' } } });
  }
});
