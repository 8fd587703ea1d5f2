import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { type BuyersOrder, buyersOrderSchema, type Order } from '#features/orders/contract.ts';
import { beginPayment, buy, confirmCard, placeOrder, readOrder, readStock } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const ada = setUp(() => t.makeUser({ name: 'Ada Joiner', email: 'ada@example.com' }));
const bob = setUp(() => t.makeUser({ name: 'Bob Mason' }));
const admin = setUp(() => t.makeUser({ name: 'Alma Admin', role: 'admin' }));

describe('reading orders', () => {
  test('lists one’s own, newest first, page by page', async () => {
    const cleo = await t.makeUser();
    const tool = await t.makeTool();
    const placed: string[] = [];
    for (let n = 0; n < 3; n++) placed.unshift((await placeOrder(t, cleo, tool.id))._id);
    await placeOrder(t, bob, tool.id);

    const path = `/orders?email=${encodeURIComponent(cleo.email.toUpperCase())}&limit=2`;
    const first = await t.call<Order[]>('GET', path, { token: cleo.token });
    expect(first.status).toBe(200);
    expect(
      z
        .array(buyersOrderSchema)
        .parse(first.body)
        .map((order) => order._id),
    ).toEqual(placed.slice(0, 2));
    expect(first.headers.get('x-total-count')).toBe('3');
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await t.call<Order[]>('GET', next, { token: cleo.token });
    expect(second.body.map((order) => order._id)).toEqual(placed.slice(2));
    expect(second.headers.get('link')).toBeNull();
  });

  test('states which tools the buyer has reviewed', async () => {
    const cleo = await t.makeUser();
    const [square, saw, plane] = [await t.makeTool(), await t.makeTool(), await t.makeTool()];
    for (const tool of [square, saw, square]) await buy(t, cleo, tool.id);
    await buy(t, bob, saw.id);
    await placeOrder(t, cleo, plane.id);
    const review = async (token: string, toolId?: string) =>
      (await t.call('POST', '/review', { token, body: { rate: 4, reviews: 'Bought it.', toolId } })).status;
    expect([
      await review(cleo.token, square.id),
      await review(cleo.token),
      await review(bob.token, saw.id),
    ]).toEqual([200, 200, 200]);
    for (const { token } of [cleo, admin]) {
      const { body } = await t.call<BuyersOrder[]>('GET', `/orders?email=${cleo.email}`, { token });
      expect(body.map(({ toolId, reviewed }) => [toolId, reviewed])).toEqual([
        [plane.id, false],
        [square.id, true],
        [saw.id, false],
        [square.id, true],
      ]);
    }
  });

  test('shows another person’s list to an admin only', async () => {
    const cleo = await t.makeUser();
    const order = await placeOrder(t, cleo, (await t.makeTool()).id);
    const path = `/orders?email=${cleo.email}`;
    expect(await t.call('GET', path, { token: bob.token })).toMatchObject({
      status: 403,
      body: { error: { code: 'not_allowed' } },
    });
    expect(await t.call('GET', path, { token: admin.token })).toMatchObject({
      status: 200,
      body: [{ _id: order._id }],
    });
    const nobody = await t.call('GET', '/orders?email=nobody@example.com', { token: admin.token });
    expect(nobody).toMatchObject({ status: 200, body: [] });
  });

  test('shows one order to its buyer and admins only', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    const path = `/orders/${order._id}`;
    expect((await t.call('GET', path)).status).toBe(401);
    expect(await t.call('GET', path, { token: bob.token })).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', message: 'We can’t find that order' } },
    });
    expect(await t.call('GET', path, { token: admin.token })).toMatchObject({ status: 200 });
    expect(await t.call('GET', `/orders/${randomUUID()}`, { token: ada.token })).toMatchObject({
      status: 404,
    });
  });

  test.each(['/orders', '/orders?email=nonsense', '/orders?email=ada@example.com&limit=0', '/orders/42'])(
    'refuses %s',
    async (path) => {
      const reply = await t.call('GET', path, { token: ada.token });
      expect(reply).toMatchObject({ status: 400, body: { error: { field: expect.any(String) } } });
    },
  );
});

describe('deleting an order', () => {
  const remove = (id: string, token?: string) =>
    t.call('DELETE', `/orders/${id}`, token === undefined ? {} : { token });

  test('removes it from every list, once', async () => {
    const cleo = await t.makeUser();
    const order = await placeOrder(t, cleo, (await t.makeTool()).id);
    expect(await remove(order._id, cleo.token)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(await remove(order._id, cleo.token)).toMatchObject({ status: 404 });
    expect((await t.call('GET', `/orders/${order._id}`, { token: cleo.token })).status).toBe(404);
    expect((await t.call('GET', `/orders?email=${cleo.email}`, { token: cleo.token })).body).toEqual([]);
    const all = await t.call<Order[]>('GET', '/manageorders', { token: admin.token });
    expect(all.body.map(({ _id }) => _id)).not.toContain(order._id);
  });

  test('is for its buyer and admins', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    expect((await remove(order._id)).status).toBe(401);
    expect((await remove(order._id, bob.token)).status).toBe(404);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ _id: order._id });
    expect(await remove(order._id, admin.token)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
  });

  test('releases held units after ending the payment at the provider', async () => {
    const tool = await t.makeTool({ onHand: 3 });
    const order = await placeOrder(t, ada, tool.id, 2);
    const intent = await beginPayment(t, ada, order);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 3, held: 2, sold: 0 });
    expect((await remove(order._id, ada.token)).status).toBe(200);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 3, held: 0, sold: 0 });
    expect(await confirmCard(t, intent)).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    });
  });

  test('is refused once it is paid, even before the payment is reported', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const paid = await buy(t, ada, tool.id);
    const unheard = await placeOrder(t, ada, tool.id);
    await confirmCard(t, await beginPayment(t, ada, unheard));
    for (const order of [paid, unheard]) {
      expect(await remove(order._id, ada.token)).toMatchObject({
        status: 409,
        body: { error: { code: 'conflict', message: 'This order is paid and can’t be deleted' } },
      });
      expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: true });
    }
    expect(await readStock(t, tool.id)).toEqual({ onHand: 3, held: 0, sold: 2 });
  });

  test('refuses a malformed id', async () => {
    expect(await remove('42', ada.token)).toMatchObject({ status: 400, body: { error: { field: 'id' } } });
  });
});
