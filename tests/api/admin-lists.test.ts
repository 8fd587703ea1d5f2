import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Order } from '#features/orders/contract.ts';
import type { UserRow } from '#features/users/roles-contract.ts';
import { buy, placeOrder } from '#tests/support/buying.ts';
import { nextPage } from '#tests/support/next-page.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { startTestShop } from '#tests/support/test-shop.ts';

const t = setUpShop();
const admin = setUp(() => t.makeUser({ email: 'boss@shop.example', name: 'Zed Boss', role: 'admin' }));
const ada = setUp(() => t.makeUser({ email: 'ada.joiner@mill.example', name: 'ada Joiner' }));
let placed: Record<'saw' | 'drill' | 'plane' | 'clamp', Order>;

beforeAll(async () => {
  const bob = await t.makeUser({ email: 'bob@shop.example', name: 'Bob O’Mason' });
  const tool = (name: string, priceCents: number) => t.makeTool({ name, priceCents });
  const [saw, drill, plane, clamp] = await Promise.all([
    tool('Mitre saw', 30_000),
    tool('cordless Drill 12V', 20_000),
    tool('Bench plane', 10_000),
    tool('Angle clamp', 10_000),
  ]);
  placed = {
    saw: await placeOrder(t, ada, saw.id),
    drill: await buy(t, bob, drill.id),
    plane: await buy(t, ada, plane.id),
    clamp: await placeOrder(t, bob, clamp.id),
  };
  await t.call('PUT', `/manageorders/${placed.plane._id}`, { token: admin.token });
});

const asAdmin = <Body>(path: string) => t.call<Body>('GET', path, { token: admin.token });

/** The kinds of tools that a list of orders answers. */
async function ordersOf(query: string): Promise<string[]> {
  const { status, body, headers } = await asAdmin<Order[]>(`/manageorders?${query}`);
  expect(status).toBe(200);
  expect(headers.get('x-total-count')).toBe(String(body.length));
  return body.map(({ _id }) => kindOf(_id));
}

const kindOf = (id: string) => Object.entries(placed).find(([, { _id }]) => _id === id)?.[0] ?? id;

async function usersOf(query: string): Promise<string[]> {
  const { status, body, headers } = await asAdmin<UserRow[]>(`/user?${query}`);
  expect(status).toBe(200);
  expect(headers.get('x-total-count')).toBe(String(body.length));
  return body.map(({ displayName }) => displayName);
}

/** Follows the links of a list, one row per page. */
async function readOneByOne<Row>(path: string, token = admin.token): Promise<Row[]> {
  const rows: Row[] = [];
  let next: string | undefined = `${path}&limit=1`;
  while (next !== undefined) {
    const reply = await t.call<Row[]>('GET', next, { token });
    expect(reply.body).toHaveLength(1);
    rows.push(...reply.body);
    next = nextPage(reply.headers);
  }
  return rows;
}

const sortedOrders = [
  ['', ['clamp', 'plane', 'drill', 'saw']],
  ['sort=newest', ['clamp', 'plane', 'drill', 'saw']],
  ['sort=oldest', ['saw', 'drill', 'plane', 'clamp']],
  ['sort=price', ['plane', 'clamp', 'drill', 'saw']],
  ['sort=-price', ['saw', 'drill', 'clamp', 'plane']],
  ['sort=buyer', ['saw', 'plane', 'drill', 'clamp']],
  ['sort=tool', ['clamp', 'plane', 'drill', 'saw']],
] as const;

describe('all orders', () => {
  test.each(sortedOrders)('sorted by "%s"', async (query, expected) => {
    expect(await ordersOf(query)).toEqual(expected);
  });

  test.each(sortedOrders)('sorted by "%s", one by one', async (query, expected) => {
    const rows = await readOneByOne<Order>(`/manageorders?${query}`);
    expect(rows.map(({ _id }) => kindOf(_id))).toEqual(expected);
  });

  test.each([
    ['status=unpaid', ['clamp', 'saw']],
    ['status=paid', ['drill']],
    ['status=shipped', ['plane']],
    ['status=unpaid&sort=oldest', ['saw', 'clamp']],
    ['status=unpaid&q=ada', ['saw']],
  ])('filtered by "%s"', async (query, expected) => {
    expect(await ordersOf(query)).toEqual(expected);
  });

  test.each([
    ['joiner', ['plane', 'saw']],
    ['JOIN ada', ['plane', 'saw']],
    ['omason', []],
    ['o’mason', ['clamp', 'drill']],
    ['bob@shop.example', ['clamp', 'drill']],
    ['mill.example', ['plane', 'saw']],
    ['drill 12v', ['drill']],
    ['dri', ['drill']],
    ['rill', []],
    ['ada drill', []],
    ['%', []],
    ['_', []],
    ["'", []],
    ['& | ! :*', []],
    [`"saw":* | 'drill'`, []],
    ['   ', ['clamp', 'plane', 'drill', 'saw']],
  ])('found by %j', async (q, expected) => {
    expect(await ordersOf(`q=${encodeURIComponent(q)}`)).toEqual(expected);
  });

  test('are found by a whole order id or transaction id', async () => {
    expect(await ordersOf(`q=${placed.saw._id}`)).toEqual(['saw']);
    expect(await ordersOf(`q=${placed.saw._id.toUpperCase()}`)).toEqual(['saw']);
    expect(await ordersOf(`q=${randomUUID()}`)).toEqual([]);
    expect(await ordersOf(`q=${placed.drill.transactionId}`)).toEqual(['drill']);
    expect(await ordersOf(`q=${placed.drill.transactionId?.slice(0, -1)}`)).toEqual([]);
    expect(await ordersOf(`q=${placed.saw._id}&status=shipped`)).toEqual([]);
  });

  test('exclude a deleted one from every list', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool({ name: 'Fret rasp' })).id);
    expect(await ordersOf('q=rasp')).toEqual([order._id]);
    await t.call('DELETE', `/orders/${order._id}`, { token: ada.token });
    expect(await ordersOf('q=rasp')).toEqual([]);
    expect(await ordersOf(`q=${order._id}`)).toEqual([]);
    expect(await ordersOf('')).toEqual(['clamp', 'plane', 'drill', 'saw']);
    expect(await ordersOf('sort=price')).toHaveLength(4);
  });

  test('continue after the end where the cursor names no order', async () => {
    const reply = await asAdmin<Order[]>(`/manageorders?sort=price&cursor=${randomUUID()}`);
    expect(reply).toMatchObject({ status: 200, body: [] });
  });

  test.each([
    'sort=cheap',
    'sort=',
    'status=lost',
    'status=PAID',
    'cursor=x',
    'limit=0',
    `q=${'x'.repeat(201)}`,
    'q=%00',
  ])('refuse %s', async (query) => {
    const reply = await asAdmin<ErrorReply>(`/manageorders?${query}`);
    expect(reply).toMatchObject({ status: 400, body: { error: { field: query.split('=')[0] } } });
  });

  test.each(['sort=price&sort=oldest', 'q=a&q=b', 'status=paid&status=unpaid'])(
    'refuse %s, given twice',
    async (query) => {
      const reply = await asAdmin<ErrorReply>(`/manageorders?${query}`);
      expect(reply).toMatchObject({ status: 400, body: { error: { field: query.split('=')[0] } } });
    },
  );
});

describe('a buyer’s own orders', () => {
  test('are sorted as requested, without other people’s', async () => {
    const path = `/orders?email=${ada.email}&sort=-price`;
    const own = (await t.call<Order[]>('GET', path, { token: ada.token })).body;
    expect(own.map(({ _id }) => kindOf(_id))).toEqual(['saw', 'plane']);
    const oneByOne = await readOneByOne<Order>(path, ada.token);
    expect(oneByOne).toEqual(own);
  });

  test('refuse an unknown sort', async () => {
    const reply = await t.call('GET', `/orders?email=${ada.email}&sort=x`, { token: ada.token });
    expect(reply).toMatchObject({ status: 400, body: { error: { field: 'sort' } } });
  });
});

const everybody = ['Bob O’Mason', 'ada Joiner', 'Zed Boss'];

describe('all users', () => {
  test.each([
    ['', everybody],
    ['sort=newest', everybody],
    ['sort=name', ['ada Joiner', 'Bob O’Mason', 'Zed Boss']],
    ['sort=email', ['ada Joiner', 'Bob O’Mason', 'Zed Boss']],
    ['role=admin', ['Zed Boss']],
    ['role=user&sort=name', ['ada Joiner', 'Bob O’Mason']],
    ['q=boss', ['Zed Boss']],
    ['q=shop.example', ['Bob O’Mason', 'Zed Boss']],
    ['q=shop&role=user', ['Bob O’Mason']],
    ['q=nobody', []],
    ['q=%25', []],
  ])('by "%s"', async (query, expected) => {
    expect(await usersOf(query)).toEqual(expected);
  });

  test.each(['newest', 'name', 'email'])('sorted by %s, one by one', async (sort) => {
    const rows = await readOneByOne<UserRow>(`/user?sort=${sort}`);
    expect(rows.map(({ displayName }) => displayName)).toEqual(await usersOf(`sort=${sort}`));
  });

  test('are found by their current name', async () => {
    const eve = await t.makeUser({ name: 'Eve Turner' });
    await t.asOwner(`update users set display_name = 'Eve Cooper' where id = '${eve.userId}'`);
    expect(await usersOf('q=cooper')).toEqual(['Eve Cooper']);
    expect(await usersOf('q=turner')).toEqual([]);
    await t.asOwner(`update users set email = null where id = '${eve.userId}'`);
    expect(await usersOf('q=cooper')).toEqual([]);
  });

  test.each(['sort=age', 'role=boss', 'cursor=x', 'limit=101', 'q=%00'])('refuse %s', async (query) => {
    const reply = await asAdmin<ErrorReply>(`/user?${query}`);
    expect(reply).toMatchObject({ status: 400, body: { error: { field: query.split('=')[0] } } });
  });
});

test('allows searches to admins only', async () => {
  for (const path of ['/manageorders?q=ada&sort=price', '/user?q=ada&role=admin']) {
    expect((await t.call('GET', path, { token: ada.token })).status).toBe(403);
    expect((await t.call('GET', path)).status).toBe(401);
  }
});

test('stops counting at 10,000', { tags: ['sweep'] }, async () => {
  const many = await startTestShop();
  try {
    const { token } = await many.makeUser({ role: 'admin', name: 'Admin' });
    const addUsers = (from: number, to: number) =>
      many.asOwner(`insert into users (id, subject, email, display_name)
        select gen_random_uuid(), 'many-' || n, 'many-' || n || '@shop.example', 'One of many'
        from generate_series(${from}, ${to}) n`);
    await addUsers(1, 10_000);
    const exact = await many.call('GET', '/user?q=many&limit=1', { token });
    expect(exact.headers.get('x-total-count')).toBe('10000');
    expect(exact.headers.get('x-total-more-than')).toBeNull();
    await addUsers(10_001, 10_001);
    const beyond = await many.call('GET', '/user?q=many&limit=1', { token });
    expect(beyond.headers.get('x-total-count')).toBeNull();
    expect(beyond.headers.get('x-total-more-than')).toBe('10000');
  } finally {
    await many.stop();
  }
});
