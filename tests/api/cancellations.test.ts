import { describe, expect, test } from 'vitest';
import { buy, expectStatus, placeOrder, queuedMails, readOrder, readStock } from '#tests/support/buying.ts';
import { cancelOrder, givenBack, refundOrder, refundsOf } from '#tests/support/refunding.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const ada = setUp(() => t.makeUser());
const staff = setUp(() => t.makeUser({ role: 'staff' }));

const movementsOf = (toolId: string) =>
  t.shop.db
    .selectFrom('stock_movements')
    .select(['kind', 'quantity', 'cause_name'])
    .where('tool_id', '=', toolId)
    .orderBy('id')
    .execute();

describe('cancelling an order', () => {
  test('restores the units, owes the money until it is refunded, and notifies by email', async () => {
    const { id } = await t.makeTool({ onHand: 5 });
    const order = await buy(t, ada, id, 3);
    const cancelled = expectStatus(await cancelOrder(t, ada, order._id), 200);
    expect(cancelled).toMatchObject({
      state: 'cancelled',
      paid: true,
      refunded: 0,
      refundDue: 37.5,
      refundable: 0,
      refundedQuantity: 3,
    });
    expect(cancelled.cancelledAt).not.toBeNull();
    expect((await readStock(t, id)).onHand).toBe(5);
    expect((await movementsOf(id)).at(-1)).toEqual({
      kind: 'returned',
      quantity: 3,
      cause_name: order.number,
    });
    expect(await queuedMails(t, order._id)).toContain('order-cancelled');
    await t.runJobs();
    expect(await readOrder(t, ada, order._id)).toMatchObject({ refunded: 37.5, refundDue: 0 });
    expect(await givenBack(t, order)).toEqual({ cents: 3750, times: 1 });
    expect(await refundsOf(t, ada, order._id)).toMatchObject([
      { amount: 37.5, quantity: 3, restocked: 3, reason: null, state: 'done' },
    ]);
  });

  test('happens once, however many cancel how often', async () => {
    const { id } = await t.makeTool({ onHand: 5 });
    const order = await buy(t, ada, id, 2);
    const replies = await Promise.all([
      cancelOrder(t, ada, order._id),
      cancelOrder(t, staff, order._id, { reason: 'Sold by mistake' }),
      cancelOrder(t, ada, order._id),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await refundsOf(t, staff, order._id)).toHaveLength(1);
    expect((await readStock(t, id)).onHand).toBe(5);
  });

  test('is for its buyer and staff, who give a reason', async () => {
    const order = await buy(t, ada, (await t.makeTool()).id);
    const stranger = await t.makeUser();
    expect((await cancelOrder(t, stranger, order._id)).status).toBe(404);
    expect(await cancelOrder(t, staff, order._id)).toMatchObject({
      status: 400,
      body: { error: { field: 'reason' } },
    });
    expect(await cancelOrder(t, ada, order._id, { reason: 7 })).toMatchObject({ status: 400 });
    expect((await readOrder(t, ada, order._id)).state).toBe('paid');
    expect(expectStatus(await cancelOrder(t, staff, order._id, { reason: 'No more made' }), 200).state).toBe(
      'cancelled',
    );
    expect(await refundsOf(t, staff, order._id)).toMatchObject([{ reason: 'No more made' }]);
  });

  test('is refused for an unpaid order, and for one that has shipped', async () => {
    const { id } = await t.makeTool();
    const unpaid = await placeOrder(t, ada, id);
    expect(await cancelOrder(t, ada, unpaid._id)).toMatchObject({
      status: 409,
      body: { error: { message: 'This order hasn’t been paid. Delete it instead.' } },
    });
    const shipped = await buy(t, ada, id);
    expectStatus(await t.call('PUT', `/manageorders/${shipped._id}`, { token: staff.token }), 200);
    expect((await cancelOrder(t, ada, shipped._id)).status).toBe(409);
    expect(await refundsOf(t, staff, shipped._id)).toEqual([]);
  });

  test('is refused for a partly shipped order', async () => {
    const { id } = await t.makeTool({ onHand: 5 });
    const order = await buy(t, ada, id, 3);
    expect(order.cancelRefund).toBe(37.5);
    const body = { orders: [{ orderId: order._id, quantity: 1 }] };
    expectStatus(await t.call('POST', '/parcels', { token: staff.token, body }), 201);
    for (const [by, reason] of [[ada], [staff, { reason: 'No more made' }]] as const)
      expect(await cancelOrder(t, by, order._id, reason)).toMatchObject({
        status: 409,
        body: { error: { message: expect.stringContaining('Part of this order has shipped') } },
      });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ state: 'paid', cancelRefund: null });
    expect(await refundsOf(t, staff, order._id)).toEqual([]);
    expect((await readStock(t, id)).onHand).toBe(2);
  });

  test('still ends a fully refunded order, and restores its units', async () => {
    const { id } = await t.makeTool({ onHand: 5 });
    const order = await buy(t, ada, id, 2);
    expectStatus(await refundOrder(t, staff, order._id, { amount: 25 }), 201);
    expect((await readOrder(t, ada, order._id)).cancelRefund).toBe(0);
    expectStatus(await cancelOrder(t, staff, order._id, { reason: 'No more made' }), 200);
    expect((await readStock(t, id)).onHand).toBe(5);
    await t.runJobs();
    expect(await givenBack(t, order)).toEqual({ cents: 2500, times: 1 });
  });

  test('prevents its shipment and a review', async () => {
    const { id } = await t.makeTool();
    const order = await buy(t, ada, id);
    expectStatus(await cancelOrder(t, ada, order._id), 200);
    expect((await t.call('PUT', `/manageorders/${order._id}`, { token: staff.token })).status).toBe(409);
    const review = { toolId: id, rate: 5, reviews: 'Never came', email: ada.email, name: ada.name };
    expect(await t.call('POST', '/review', { token: ada.token, body: review })).toMatchObject({
      status: 400,
      body: { error: { field: 'toolId' } },
    });
  });

  test('refunds what is left after a partial refund', async () => {
    const { id } = await t.makeTool({ onHand: 10 });
    const order = await buy(t, ada, id, 4);
    expectStatus(await refundOrder(t, staff, order._id, { quantity: 1, restock: false }), 201);
    expectStatus(await refundOrder(t, staff, order._id, { amount: 2.5 }), 201);
    expectStatus(await cancelOrder(t, ada, order._id), 200);
    // The unit that staff did not put back is neither sold nor on the shelf.
    expect((await readStock(t, id)).onHand).toBe(9);
    await t.runJobs();
    expect(await givenBack(t, order)).toEqual({ cents: 5000, times: 3 });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ refunded: 50, refundDue: 0, refundable: 0 });
  });
});
