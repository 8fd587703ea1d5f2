import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { type Order, orderSchema } from '#features/orders/contract.ts';
import { buy, placeOrder, queuedMails, readOrder } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const ada = setUp(() => t.makeUser());
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const ship = (id: string, token = admin.token) => t.call('PUT', `/manageorders/${id}`, { token });

describe('all orders', () => {
  test('are listed for an admin, newest first, page by page', async () => {
    const tool = await t.makeTool();
    const older = await placeOrder(t, ada, tool.id);
    const newer = await placeOrder(t, await t.makeUser(), tool.id);
    const list = await t.call<Order[]>('GET', '/manageorders?limit=1', { token: admin.token });
    expect(list.status).toBe(200);
    expect(z.array(orderSchema).parse(list.body)).toMatchObject([{ _id: newer._id }]);
    expect(Number(list.headers.get('x-total-count'))).toBeGreaterThanOrEqual(2);
    const next = /<(.+)>; rel="next"/.exec(list.headers.get('link') ?? '')?.[1] ?? '';
    expect(await t.call('GET', next, { token: admin.token })).toMatchObject({ body: [{ _id: older._id }] });
  });

  test('are for admins whose address is verified', async () => {
    const unverified = await t.makeUser({ role: 'admin', verified: false });
    expect((await t.call('GET', '/manageorders')).status).toBe(401);
    for (const { token } of [ada, unverified]) {
      expect(await t.call('GET', '/manageorders', { token })).toMatchObject({
        status: 403,
        body: { error: { code: 'not_allowed' } },
      });
    }
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x'])('refuse %s', async (query) => {
    const reply = await t.call('GET', `/manageorders?${query}`, { token: admin.token });
    expect(reply).toMatchObject({ status: 400, body: { error: { field: query.split('=')[0] } } });
  });
});

describe('shipping', () => {
  test('marks a paid order as shipped once, with one email', async () => {
    const order = await buy(t, ada, (await t.makeTool()).id);
    expect(await ship(order._id)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    const shipped = await readOrder(t, ada, order._id);
    expect(shipped).toMatchObject({ pendingChange: 'shipped', shippedAt: expect.any(String) });
    expect(await ship(order._id)).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    expect(await readOrder(t, ada, order._id)).toEqual(shipped);
    expect(await queuedMails(t, order._id)).toEqual(['payment-received', 'parcel-sent']);
    const remove = await t.call('DELETE', `/orders/${order._id}`, { token: admin.token });
    expect(remove).toMatchObject({
      status: 409,
      body: { error: { message: 'This order is shipped and can’t be deleted' } },
    });
  });

  test('is refused for an unpaid, unknown, deleted or malformed order', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    expect(await ship(order._id)).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', message: 'This order is unpaid and can’t be shipped' } },
    });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ pendingChange: null });
    await t.call('DELETE', `/orders/${order._id}`, { token: ada.token });
    expect((await ship(order._id)).status).toBe(404);
    expect((await ship(randomUUID())).status).toBe(404);
    expect((await ship('42')).status).toBe(400);
  });

  test('is for admins', async () => {
    const order = await buy(t, ada, (await t.makeTool()).id);
    expect((await ship(order._id, ada.token)).status).toBe(403);
    expect((await t.call('PUT', `/manageorders/${order._id}`)).status).toBe(401);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ pendingChange: null });
  });
});
