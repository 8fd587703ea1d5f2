import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { beginPayment, buy, orderBody, placeOrder } from '#tests/support/buying.ts';
import { nextPage } from '#tests/support/next-page.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const victim = setUp(() => t.makeUser({ email: 'victim@shop.example', name: 'Vera Victim' }));
const curious = setUp(() => t.makeUser({ email: 'curious@shop.example' }));
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const tool = setUp(() => t.makeTool());
/** The victim's orders, oldest first. */
let theirs: Order[];

beforeAll(async () => {
  theirs = [await placeOrder(t, victim, tool.id), await buy(t, victim, tool.id)];
});

const ids = (orders: Order[]) => orders.map(({ _id }) => _id);

describe('the list of orders', () => {
  it.each([
    'victim@shop.example',
    'VICTIM@SHOP.EXAMPLE',
    ' victim@shop.example ',
    'Victim@Shop.Example',
    'victim%40shop.example',
  ])("is refused for somebody else's address written as '%s'", async (email) => {
    const { status, body } = await t.call('GET', `/orders?${new URLSearchParams({ email })}`, curious);
    expect([400, 403]).toContain(status);
    expect(JSON.stringify(body)).not.toContain(theirs[0]?._id);
  });

  it('is refused for two addresses, in any order', async () => {
    const { email: own } = curious;
    for (const query of [
      `email=${own}&email=${victim.email}`,
      `email=${victim.email}&email=${own}`,
      `email[]=${victim.email}&email=${own}&email[]=x`,
      `email=${own}%00${victim.email}`,
      `email=${own},${victim.email}`,
      'email=%25',
      'email=%',
      'email=',
    ]) {
      const { status, body } = await t.call('GET', `/orders?${query}`, curious);
      expect([query, status === 200 ? body : []]).toEqual([query, []]);
    }
  });

  it('shows only the caller’s orders after any cursor', async () => {
    const own = await placeOrder(t, curious, tool.id);
    const highest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    const cursors = [...ids(theirs), own._id, highest, randomUUID(), '00000000-0000-0000-0000-000000000000'];
    for (const cursor of cursors) {
      const path = `/orders?email=${curious.email}&cursor=${cursor}`;
      const { status, body, headers } = await t.call<Order[]>('GET', path, curious);
      expect(status).toBe(200);
      expect(ids(body).filter((id) => id !== own._id)).toEqual([]);
      expect(headers.get('x-total-count')).toBe('1');
    }
  });

  it('links only to the caller’s own further pages', async () => {
    for (let n = 0; n < 2; n++) await placeOrder(t, curious, tool.id);
    const first = await t.call<Order[]>('GET', `/orders?email=${curious.email}&limit=1`, curious);
    const next = nextPage(first.headers) ?? '';
    expect(next).toContain(encodeURIComponent(curious.email));
    expect(next).not.toContain('victim');
    // The link itself grants nothing: it requires the right caller.
    expect((await t.call('GET', next, victim)).status).toBe(403);
    expect((await t.call('GET', next)).status).toBe(401);
  });
});

describe('private data', () => {
  const privatePaths = () => [
    `/orders?email=${victim.email}`,
    `/orders/${theirs[0]?._id}`,
    `/user/${victim.email}`,
    `/admin/${victim.email}`,
  ];

  it('has no ETag and is never cached', async () => {
    for (const path of privatePaths()) {
      const { status, headers } = await t.call('GET', path, victim);
      const told = ['etag', 'last-modified', 'cache-control'].map((name) => headers.get(name));
      expect([path, status, ...told]).toEqual([path, 200, null, null, 'no-store']);
    }
  });

  it('never answers 304, neither to its owner nor to others', async () => {
    for (const path of privatePaths().slice(0, 3)) {
      for (const currentUser of [victim, curious, undefined]) {
        const options = { headers: { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() } };
        const { status } = await t.call('GET', path, {
          ...options,
          ...(currentUser && { token: currentUser.token }),
        });
        const refusal = path.startsWith('/orders/') ? 404 : 403;
        expect([path, status]).toEqual([path, currentUser === victim ? 200 : currentUser ? refusal : 401]);
      }
    }
  });

  it('answers an unknown order and another person’s alike', async () => {
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { transactionId: 'pi_1' }]] as const) {
      const unknown = await t.call(method, `/orders/${randomUUID()}`, { token: curious.token, body });
      const foreign = await t.call(method, `/orders/${theirs[0]?._id}`, { token: curious.token, body });
      expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
    }
  });

  it('shows only admins who is an admin and what happened to an order', async () => {
    const asked = await t.call('GET', `/admin/${admin.email}`, curious);
    expect([asked.status, asked.body]).toEqual([200, { admin: false }]);
    expect((await t.call('GET', `/orders/${theirs[1]?._id}/audit`, victim)).status).toBe(403);
    const trail = await t.call<unknown[]>('GET', `/orders/${theirs[1]?._id}/audit`, admin);
    expect([trail.status, trail.body.length > 0]).toEqual([200, true]);
  });
});

describe('an Idempotency-Key', () => {
  it('of another person returns nothing of theirs', async () => {
    const headers = { 'idempotency-key': 'the same key' };
    const body = orderBody(tool.id);
    const first = await t.call<Order>('POST', '/orders', { token: victim.token, body, headers });
    const second = await t.call<Order>('POST', '/orders', { token: curious.token, body, headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body._id).not.toBe(first.body._id);
    expect([first.body.email, second.body.email]).toEqual([victim.email, curious.email]);
  });

  it('does not open the payment of another person’s order', async () => {
    const order = await placeOrder(t, victim, tool.id);
    const headers = { 'idempotency-key': 'the key of a payment' };
    const body = { orderId: order._id, price: order.price };
    const mine = await t.call('POST', '/create-payment-intent', { token: victim.token, body, headers });
    const stolen = await t.call('POST', '/create-payment-intent', { token: curious.token, body, headers });
    expect([mine.status, stolen.status]).toEqual([200, 404]);
    expect(JSON.stringify(stolen.body)).not.toContain('secret');
  });

  it('of one call is not one of another', async () => {
    const headers = { 'idempotency-key': 'a key for two calls' };
    const order = await t.call<Order>('POST', '/orders', {
      token: curious.token,
      body: orderBody(tool.id),
      headers,
    });
    const review = await t.call('POST', '/review', {
      token: curious.token,
      body: { rate: 4, reviews: 'Sturdy.' },
      headers,
    });
    expect([order.status, review.status]).toEqual([201, 200]);
  });
});

it('pays no order by a price that only another person’s order has', async () => {
  const tool = await t.makeTool({ priceCents: 987_654 });
  const order = await placeOrder(t, victim, tool.id);
  await beginPayment(t, victim, order);
  const reply = await t.call('POST', '/create-payment-intent', {
    token: curious.token,
    body: { price: order.price },
  });
  expect(reply).toMatchObject({ status: 400, body: { error: { field: 'price' } } });
});
