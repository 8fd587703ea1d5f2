import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/api-error.ts';
import type { Tool } from '#contracts/tool.ts';
import { type ToolFacets, toolFacetsSchema } from '#contracts/tool-search.ts';
import { type DemoTool, makeDemoTools } from '#tests/support/demo-tools.ts';
import { nextPage } from '#tests/support/next-page.ts';
import { startTestShop, type TestShop } from '#tests/support/test-shop.ts';

let t: TestShop;
let demo: DemoTool[];

beforeAll(async () => {
  t = await startTestShop({ SHOP_RATE_LIMIT: 'off' });
  demo = await makeDemoTools(t);
  // Some are rated, some sold out.
  for (const [index, tool] of demo.entries()) {
    const change =
      index % 3 === 0
        ? { rating_sum: 7 + (index % 4), rating_count: 2 }
        : index % 5 === 1
          ? { on_hand: 0 }
          : {};
    if (index % 3 === 0) tool.rating = Math.round((7 + (index % 4)) * 5) / 10;
    else if (index % 5 === 1) tool.availableQuantity = 0;
    if (Object.keys(change).length > 0) {
      await t.shop.db.updateTable('tools').set(change).where('id', '=', tool.id).execute();
    }
  }
});
afterAll(() => t.stop());

type Query = {
  q?: string;
  category?: string;
  brand?: string[];
  min_price?: string;
  max_price?: string;
  orderable?: string;
  rating?: string;
  sort?: string;
  limit?: string;
};

function pathOf(path: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) params.append(name, each);
  return `${path}?${params}`;
}

/** Every tool that a search lists, page by page. */
async function list(query: Query): Promise<Tool[]> {
  const seen: Tool[] = [];
  for (let next: string | undefined = pathOf('/tool', query); next; ) {
    const reply = await t.call<Tool[]>('GET', next);
    expect(reply.status, next).toBe(200);
    seen.push(...reply.body);
    next = nextPage(reply.headers);
  }
  return seen;
}

const namesOf = (tools: { name: string }[]) => tools.map(({ name }) => name);
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
const textOf = ({ name, brand, category, description }: DemoTool) =>
  `${name} ${brand} ${category} ${description}`;

/** Whether a tool has all words, the last of them perhaps as a beginning: told without the shop. */
function hasWords(tool: DemoTool, q: string): boolean {
  const has = wordsOf(textOf(tool));
  const asked = wordsOf(q);
  return asked.every((word, index) => {
    const isLast = index === asked.length - 1;
    return has.some((each) => each === word || each === `${word}s` || (isLast && each.startsWith(word)));
  });
}

type Filter = 'category' | 'brand' | 'price' | 'orderable' | 'rating';

function isFound(tool: DemoTool, query: Query, except?: Filter): boolean {
  const { q = '', category, brand = [], min_price = '0', max_price = '1e9', orderable, rating = '0' } = query;
  return (
    hasWords(tool, q) &&
    (except === 'category' || category === undefined || tool.category === category) &&
    (except === 'brand' || brand.length === 0 || brand.includes(tool.brand)) &&
    (except === 'price' || (tool.price >= Number(min_price) && tool.price <= Number(max_price))) &&
    (except === 'orderable' || orderable !== '1' || tool.availableQuantity >= tool.minOrderQuantity) &&
    (except === 'rating' || (tool.rating ?? 0) >= Number(rating))
  );
}

function inOrder(tools: DemoTool[], sort: string): DemoTool[] {
  const place = new Map(demo.map(({ id }, index) => [id, index]));
  const byKey: Record<string, (tool: DemoTool) => number> = {
    price: ({ cents }) => cents,
    '-price': ({ cents }) => -cents,
    rating: ({ rating }) => -(rating ?? 0),
    newest: () => 0,
  };
  const key = byKey[sort] ?? (() => 0);
  // The same price goes the other way round when the cheapest come first: one index serves both.
  const turn = sort === 'price' ? -1 : 1;
  return tools.toSorted(
    (one, other) => key(one) - key(other) || turn * ((place.get(one.id) ?? 0) - (place.get(other.id) ?? 0)),
  );
}

const queries: fc.Arbitrary<Query> = fc.record(
  {
    q: fc.constantFrom(
      'saw',
      'drill',
      'mm',
      'steel',
      '18 v',
      'tarnholt drill',
      'sa',
      'wood',
      'hand tools',
      'the',
    ),
    category: fc.constantFrom('Hand tools', 'Power tools', 'Machines', 'Nothing'),
    brand: fc.subarray(['Brackwell', 'Tarnholt', 'Fenwright', 'Ostrand']),
    min_price: fc.constantFrom('0', '24.5', '60', '100.00', '250'),
    max_price: fc.constantFrom('250', '499.99', '1200', '9999999'),
    orderable: fc.constantFrom('1', '0'),
    rating: fc.constantFrom('1', '3', '4'),
  },
  { requiredKeys: [] },
);

describe('a search', () => {
  test('lists what fits all its filters, in every order and page by page, and counts it by every facet', async () => {
    const sorts = fc.constantFrom('newest', 'price', '-price', 'rating');
    await fc.assert(
      fc.asyncProperty(queries, sorts, fc.integer({ min: 1, max: 9 }), async (query, sort, limit) => {
        const expected = inOrder(
          demo.filter((tool) => isFound(tool, query)),
          sort,
        );
        const found = await list({ ...query, sort, limit: String(limit) });
        expect(namesOf(found)).toEqual(namesOf(expected));
        const { body } = await t.call<ToolFacets>('GET', pathOf('/tool/facets', query));
        expect(toolFacetsSchema.strict().parse(body)).toMatchObject(naiveFacets(query));
        const relevant = await list({ ...query, sort: 'relevance', limit: String(limit) });
        expect(namesOf(relevant).toSorted()).toEqual(namesOf(expected).toSorted());
      }),
      { numRuns: 60, seed: 4 },
    );
  }, 120_000);

  test('finds every tool by each of its words, and by the beginning of each', async () => {
    const words = [...new Set(demo.flatMap((tool) => wordsOf(textOf(tool))))].toSorted();
    for (const [index, word] of words.entries()) {
      if (index % 7 > 0) continue;
      const having = demo.filter((tool) => wordsOf(textOf(tool)).includes(word));
      for (const q of [word, word.slice(0, -1)]) {
        if (q.length < 2) continue;
        const found = new Set((await list({ q })).map(({ _id }) => _id));
        expect([q, having.filter(({ id }) => !found.has(id)).length]).toEqual([q, 0]);
      }
    }
  }, 120_000);
});

function naiveFacets(query: Query) {
  const without = (filter?: Filter) => demo.filter((tool) => isFound(tool, query, filter));
  const exact = (count: number) => ({ count, isExact: true });
  const values = (tools: DemoTool[], name: 'category' | 'brand', chosen: string[]) => {
    const all = [...new Set([...tools.map((tool) => tool[name])])];
    const counted = all.map((value) => ({
      value,
      ...exact(tools.filter((tool) => tool[name] === value).length),
    }));
    counted.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
    return [
      ...counted,
      ...chosen.filter((value) => !all.includes(value)).map((value) => ({ value, ...exact(0) })),
    ];
  };
  const prices = without('price').map(({ price }) => price);
  const edges = [0, 25, 50, 100, 250, 500, 1000];
  return {
    total: exact(without().length),
    corrected: null,
    categories: values(without('category'), 'category', query.category ? [query.category] : []),
    brands: values(without('brand'), 'brand', query.brand ?? []),
    prices: prices.length > 0 ? { min: Math.min(...prices), max: Math.max(...prices) } : null,
    priceRanges: edges.map((from, index) => {
      const end = edges[index + 1] ?? Number.POSITIVE_INFINITY;
      return {
        from,
        to: end === Number.POSITIVE_INFINITY ? null : Number((end - 0.01).toFixed(2)),
        ...exact(prices.filter((price) => price >= from && price < end).length),
      };
    }),
    orderable: exact(
      without('orderable').filter(
        ({ availableQuantity, minOrderQuantity }) => availableQuantity >= minOrderQuantity,
      ).length,
    ),
    ratings: [4, 3, 2, 1].map((atLeast) => ({
      atLeast,
      ...exact(without('rating').filter(({ rating }) => (rating ?? 0) >= atLeast).length),
    })),
  };
}

describe('relevance', () => {
  test('puts words in the name first, as they are before as a beginning, then brand and category, then the description', async () => {
    const make = (tool: Parameters<typeof t.makeTool>[0]) => t.makeTool({ description: 'Plain.', ...tool });
    const inText = await make({ name: 'Relevance one', description: 'Cuts like a zorb.' });
    const inBrand = await make({ name: 'Relevance two', brand: 'Zorb' });
    const beginning = await make({ name: 'Zorbel three' });
    const inName = await make({ name: 'A zorb four' });
    const older = [beginning, inBrand, inText].map(({ name }) => name);
    expect(namesOf(await list({ q: 'zorb' }))).toEqual([inName.name, ...older]);
    const newest = await make({ name: 'Zorb five' });
    expect(namesOf(await list({ q: 'zorb', limit: '1' }))).toEqual([newest.name, inName.name, ...older]);
  });
});

describe('words', () => {
  test('part numbers are found with and without their hyphen, and by their parts', async () => {
    const { name } = await t.makeTool({ name: 'Halden XHP-486Z combi drill 18 V' });
    for (const q of ['XHP-486Z', 'xhp486z', 'xhp 486z', 'xhp-4', 'XHP48', '486z', 'halden xhp486z 18v']) {
      expect([q, namesOf(await list({ q }))]).toEqual([q, [name]]);
    }
    expect(await list({ q: 'xhp-487z' })).toEqual([]);
  });

  test.each([
    ['hamer', 'hammer'],
    ['chisle', 'chisel'],
    ['sccrewdriver', 'screwdriver'],
    ['tarnhlot drill', 'tarnholt drill'],
    ['grimder', 'grinder'],
    ['screwdrvr', 'screwdriver'],
  ])('%s is understood as %s', async (q, corrected) => {
    const { body } = await t.call<ToolFacets>('GET', pathOf('/tool/facets', { q }));
    expect([body.corrected, body.words]).toEqual([corrected, corrected.split(' ')]);
    expect(body.total.count).toBeGreaterThan(0);
    expect(namesOf(await list({ q }))).toEqual(namesOf(await list({ q: corrected })));
  });

  test('are left as they are when nothing is like them', async () => {
    const { body } = await t.call<ToolFacets>('GET', pathOf('/tool/facets', { q: 'qqqqqqqq drill' }));
    expect(body).toMatchObject({
      total: { count: 0, isExact: true },
      corrected: null,
      words: ['qqqqqqqq', 'drill'],
    });
    expect(await list({ q: 'qqqqqqqq drill' })).toEqual([]);
  });

  test('are found without their accents, in singular and plural', async () => {
    const { name } = await t.makeTool({ name: 'Étau à queue d’aronde' });
    for (const q of ['etau', 'ÉTAUS', 'queues aronde'])
      expect([q, namesOf(await list({ q }))]).toEqual([q, [name]]);
  });

  test('that are only signs narrow nothing', async () => {
    const all = await t.call<Tool[]>('GET', '/tool');
    const signs = await t.call<Tool[]>('GET', '/tool?q=%25_%27%5C%26%21%3A*');
    expect([signs.status, signs.headers.get('x-total-count')]).toEqual([
      200,
      all.headers.get('x-total-count'),
    ]);
  });

  test('that look like terms of the index, and text of every kind, do no harm', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.string({ maxLength: 30 }),
        async (q, value) => {
          for (const path of ['/tool', '/tool/facets']) {
            const { status } = await t.call(
              'GET',
              pathOf(path, { q, category: value, brand: [value, q.slice(0, 20)] }),
            );
            expect([200, 400]).toContain(status);
          }
        },
      ),
      { numRuns: 60 },
    );
    for (const q of [
      "'",
      '\\',
      "=c'Hand tools'",
      '!hammer',
      "hammer' | 'saw",
      'a'.repeat(200),
      '💡'.repeat(90),
    ]) {
      expect([
        q,
        (await t.call('GET', pathOf('/tool', { q, category: q.slice(0, 60), brand: [q.slice(0, 60)] })))
          .status,
      ]).toEqual([q, 200]);
    }
  });
});

describe('what is found follows', () => {
  test('a tool that leaves, sells out or is rated', async () => {
    const { id, name } = await t.makeTool({ name: 'Flumox', onHand: 3, minOrderQuantity: 2 });
    const set = (change: object) => t.shop.db.updateTable('tools').set(change).where('id', '=', id).execute();
    const finds = async (query: Query) => namesOf(await list({ q: 'flumox', ...query })).includes(name);
    expect(await finds({ orderable: '1' })).toBe(true);
    await set({ held: 2 });
    expect([await finds({ orderable: '1' }), await finds({})]).toEqual([false, true]);
    await set({ held: 0, rating_sum: 9, rating_count: 2 });
    expect([await finds({ rating: '4', orderable: '1' }), await finds({ rating: '4' })]).toEqual([
      true,
      true,
    ]);
    await set({ rating_sum: 11, rating_count: 3 });
    expect([await finds({ rating: '4' }), await finds({ rating: '3' })]).toEqual([false, true]);
    await set({ deleted_at: new Date() });
    expect(await finds({})).toBe(false);
    const left = await t.asOwner("select tools from tool_terms where term = 'flumox'");
    expect(left).toEqual([{ tools: 0 }]);
  });
});

describe('refuses', () => {
  test.each([
    ['min_price=-1', 'min_price'],
    ['min_price=abc', 'min_price'],
    ['min_price=1e3', 'min_price'],
    ['min_price=1.005', 'min_price'],
    ['max_price=99999999', 'max_price'],
    ['max_price=%00', 'max_price'],
    ['min_price=5&min_price=6', 'min_price'],
    ['min_price=10&max_price=9.99', 'max_price'],
    ['orderable=yes', 'orderable'],
    ['orderable=1&orderable=1', 'orderable'],
    ['rating=0', 'rating'],
    ['rating=5', 'rating'],
    ['rating=3.5', 'rating'],
    ['rating=3&rating=4', 'rating'],
    ['q=a&q=b', 'q'],
    ['q=%00', 'q'],
    ['category=a&category=b', 'category'],
    ['brand=%00', 'brand'],
    [`brand=${'x'.repeat(61)}`, 'brand'],
    [Array.from({ length: 21 }, (_, nth) => `brand=${nth}`).join('&'), 'brand'],
  ])('%s, on the list and on the facets', async (query, field) => {
    for (const path of ['/tool', '/tool/facets']) {
      const { status, body } = await t.call<ErrorReply>('GET', `${path}?${query}`);
      expect([path, status, body.error.field?.split('.')[0]]).toEqual([path, 400, field]);
    }
  });

  test.each(['sort=name', 'sort=', 'sort=price&sort=rating'])('%s', async (query) => {
    const { status, body } = await t.call<ErrorReply>('GET', `/tool?${query}`);
    expect([status, body.error.field]).toEqual([400, 'sort']);
  });

  test('a cursor that was not given out for this order', async () => {
    const given = nextPage((await t.call('GET', '/tool?limit=1&sort=price')).headers) ?? '';
    const cursor = new URL(given, 'http://shop').searchParams.get('cursor') ?? '';
    const code = (text: string) => Buffer.from(text).toString('base64url');
    const wrong = [`${cursor}A`, cursor.slice(1), cursor.toUpperCase(), 'x'.repeat(201), '%00', '💡'];
    wrong.push(
      code('c.-1.5.5'),
      code('c.1.5'),
      code('c.1.5.5.5'),
      code('c.1e3.5.5'),
      code('c.9999999999.1.1'),
      code('c.a.1.1'),
    );
    for (const each of wrong) {
      const { status, body } = await t.call<ErrorReply>(
        'GET',
        `/tool?sort=price&cursor=${encodeURIComponent(each)}`,
      );
      expect([each, status, body.error?.field]).toEqual([each, 400, 'cursor']);
    }
    expect((await t.call('GET', `/tool?sort=newest&cursor=${cursor}`)).status).toBe(400);
    expect((await t.call('GET', `/tool?sort=price&cursor=${cursor}`)).status).toBe(200);
  });
});
