import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Tool } from '#features/catalogue/contract.ts';
import { isLow } from '#features/catalogue/rules.ts';
import { beginPayment, placeOrder } from '#tests/support/buying.ts';
import { nextPage } from '#tests/support/next-page.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const admin = setUp(() => t.makeUser({ role: 'admin' }));
let plane: { id: string };

beforeAll(async () => {
  // Three minimum orders of the saw are left, fewer of the plane and the clamp.
  await t.makeTool({ name: 'mitre saw', priceCents: 30_000, minOrderQuantity: 2, onHand: 6, brand: 'Acme' });
  plane = await t.makeTool({ name: 'Bench plane', priceCents: 10_000, minOrderQuantity: 4, onHand: 11 });
  await t.makeTool({ name: 'Angle clamp', priceCents: 10_000, onHand: 0, category: 'Clamps' });
  const gone = await t.makeTool({ name: 'Gone saw', priceCents: 5_000 });
  await t.call('DELETE', `/tool/${gone.id}`, { token: admin.token });
});

const ask = <Body>(query: string) => t.call<Body>('GET', `/managetool?${query}`, { token: admin.token });

/** The tools in the list's answer, as the last words of their names. */
async function toolsOf(query: string): Promise<(string | undefined)[]> {
  const { status, body, headers } = await ask<Tool[]>(query);
  expect(status).toBe(200);
  expect(headers.get('x-total-count')).toBe(String(body.length));
  return body.map(({ name }) => name.split(' ').at(-1));
}

const sorted = [
  ['', ['clamp', 'plane', 'saw']],
  ['sort=newest', ['clamp', 'plane', 'saw']],
  ['sort=name', ['clamp', 'plane', 'saw']],
  ['sort=price', ['plane', 'clamp', 'saw']],
  ['sort=-price', ['saw', 'clamp', 'plane']],
  ['sort=minimum', ['clamp', 'saw', 'plane']],
  ['sort=-minimum', ['plane', 'saw', 'clamp']],
  ['sort=available', ['clamp', 'saw', 'plane']],
  ['sort=-available', ['plane', 'saw', 'clamp']],
] as const;

test.each(sorted)('the admins’ tools sorted by "%s"', async (query, expected) => {
  expect(await toolsOf(query)).toEqual(expected);
});

test.each(sorted)('the admins’ tools sorted by "%s", one by one', async (query, expected) => {
  const names: (string | undefined)[] = [];
  let next: string | undefined = `/managetool?${query}&limit=1`;
  while (next !== undefined) {
    const { body, headers }: { body: Tool[]; headers: Headers } = await t.call('GET', next, {
      token: admin.token,
    });
    names.push(...body.map(({ name }) => name.split(' ').at(-1)));
    next = nextPage(headers);
  }
  expect(names).toEqual(expected);
});

test.each([
  ['saw', ['saw']],
  ['MITRE s', ['saw']],
  ['acme', ['saw']],
  ['clamps', ['clamp']],
  ['lane', []],
  ['gone', []],
  [`"saw":* | 'plane'`, []],
  ['&', []],
])('the admins’ tools found by %j', async (q, expected) => {
  expect(await toolsOf(`q=${encodeURIComponent(q)}`)).toEqual(expected);
});

test('finds tools that run low, with reserved units counted as gone', async () => {
  expect(await toolsOf('stock=low')).toEqual(['clamp', 'plane']);
  // As the pages decide for each tool.
  const low = (await ask<Tool[]>('')).body.filter(isLow);
  expect(low.map(({ name }) => name).toSorted()).toEqual(['Angle clamp', 'Bench plane']);
  expect(await toolsOf('stock=low&q=plane&sort=price')).toEqual(['plane']);
  expect(await toolsOf('stock=low&q=saw')).toEqual([]);
  const [saw] = (await ask<Tool[]>('q=saw')).body;
  const ada = await t.makeUser();
  await beginPayment(t, ada, await placeOrder(t, ada, saw?._id ?? '', 2));
  expect(await toolsOf('stock=low&sort=available')).toEqual(['clamp', 'saw', 'plane']);
});

test('filters by category, with its subcategories, and by brand, in list and file', async () => {
  const token = admin.token;
  const parent = await t.call<{ insertedId: string }>('POST', '/categories', {
    token,
    body: { name: 'Holding' },
  });
  const { body: categories } = await t.call<{ _id: string; name: string }[]>('GET', '/categories', { token });
  const clamps = categories.find(({ name }) => name === 'Clamps');
  await t.call('PATCH', `/categories/${clamps?._id}`, { token, body: { parent: parent.body.insertedId } });
  expect(await toolsOf('category=Clamps')).toEqual(['clamp']);
  expect(await toolsOf('category=Holding&sort=name')).toEqual(['clamp']);
  expect(await toolsOf('brand=Acme&q=clamp')).toEqual([]);
  expect(await toolsOf('category=Clamps&brand=Acme')).toEqual([]);
  expect(await toolsOf('brand=Acme')).toEqual(['saw']);
  const file = await fetch(`${t.url}/exports/tools.csv?category=Holding`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const rows = (await file.text()).trimEnd().split('\r\n').slice(1);
  expect(rows).toEqual([expect.stringContaining('Angle clamp')]);
});

test('lists the names of numeric specifications, with their units', async () => {
  const specifications = [
    { name: 'Power', value: '1500', unit: 'W' },
    { name: 'Teeth', value: '24' },
    { name: 'Body', value: 'Cast iron' },
  ];
  for (const name of ['Router', 'Sander']) {
    const { id } = await t.makeTool({ name });
    await t.call('PATCH', `/tool/${id}`, { token: admin.token, body: { version: 1, specifications } });
  }
  const { body } = await t.call('GET', '/managetool/specifications', { token: admin.token });
  expect(body).toEqual([
    { name: 'Power', unit: 'W' },
    { name: 'Teeth', unit: null },
  ]);
});

test('describes a tool as everywhere else, with its name on lines', async () => {
  const { body } = await ask<Tool[]>('q=plane');
  const shown = (await t.call<Tool[]>('GET', '/tool?q=plane')).body;
  expect(body).toEqual(shown.map((tool) => ({ ...tool, line_name: tool.name })));
  expect((await t.call<Tool>('GET', `/tool/${plane.id}`)).body).toMatchObject(shown[0] ?? {});
});

test.each(['sort=cheap', 'sort=', 'stock=high', 'stock=', 'cursor=x', 'limit=101'])(
  'refuses an invalid query: %s',
  async (query) => {
    const { status, body } = await ask<ErrorReply>(query);
    expect(status).toBe(400);
    expect(body.error.field).toBe(query.split('=')[0]);
  },
);

test('returns nothing after an unknown tool', async () => {
  expect(await ask(`sort=name&cursor=${randomUUID()}`)).toMatchObject({ status: 200, body: [] });
});
