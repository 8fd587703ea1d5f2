import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { type ToolFacets, toolFacetsSchema } from '#features/catalogue/contract.ts';
import {
  addDemoSpecifications,
  type DemoTool,
  groupDemoTools,
  makeDemoTools,
} from '#tests/support/demo-tools.ts';
import {
  firstOfFamilies,
  inOrder,
  isFound,
  naiveFacets,
  naiveSizes,
  textOf,
  wordsOf,
} from '#tests/support/naive-search.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import {
  namesOf,
  type SearchQuery,
  searchCards,
  searchPath,
  searchTools,
} from '#tests/support/tool-search.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
let demo: DemoTool[];

beforeAll(async () => {
  demo = await makeDemoTools(t);
  await addDemoSpecifications(t, demo);
  await groupDemoTools(t, demo, [1, 2, 3, 5, 12]);
  // Some are rated, some out of stock.
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

const queries: fc.Arbitrary<SearchQuery> = fc.record(
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
    spec: fc.uniqueArray(
      fc.constantFrom(
        'Length, in:7..10',
        'Length, in:..9.5',
        'Length, in:20..',
        'Current, A:5..12',
        'Current, A:10..10',
        'Highest speed, rpm:2900..',
        'Blade teeth:24..48',
        'Speeds:..3',
        'Length:1..',
        'Nothing, at all:-1..1.5',
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
);

describe('a search', () => {
  test('lists what matches all filters, in every order and page by page, and counts it by every facet', async () => {
    const sorts = fc.constantFrom('newest', 'price', '-price', 'rating');
    await fc.assert(
      fc.asyncProperty(queries, sorts, fc.integer({ min: 1, max: 9 }), async (query, sort, limit) => {
        const expected = inOrder(
          demo,
          demo.filter((tool) => isFound(tool, query)),
          sort,
        );
        const found = await searchTools(t, { ...query, sort, limit: String(limit) });
        expect(namesOf(found)).toEqual(namesOf(expected));
        const cards = await searchCards(t, { ...query, sort, limit: String(limit) });
        const first = firstOfFamilies(expected);
        expect(cards.map(({ name, sizes }) => [name, sizes])).toEqual(
          first.map((tool) => [tool.name, naiveSizes(demo, query, tool)]),
        );
        const { body } = await t.call<ToolFacets>('GET', searchPath('/tool/facets', query));
        expect(z.strictObject(toolFacetsSchema.shape).parse(body)).toMatchObject(naiveFacets(demo, query));
        const relevant = await searchTools(t, { ...query, sort: 'relevance', limit: String(limit) });
        expect(namesOf(relevant).toSorted()).toEqual(namesOf(expected).toSorted());
        const relevantCards = await searchCards(t, { ...query, sort: 'relevance', limit: String(limit) });
        const cardsOf = (tools: { id: string; family?: string }[]) =>
          tools.map(({ id, family }) => family ?? id).toSorted();
        expect(
          cardsOf(
            relevantCards.map(({ _id, family }) => ({ id: _id, ...(family && { family: family._id }) })),
          ),
        ).toEqual(cardsOf(first));
      }),
      { numRuns: roundsOf(60), seed: 4 },
    );
  }, 120_000);

  test('finds every tool by each of its words, and by each word’s prefix', {
    tags: ['sweep'],
    timeout: 120_000,
  }, async () => {
    const words = [...new Set(demo.flatMap((tool) => wordsOf(textOf(tool))))].toSorted();
    for (const [index, word] of words.entries()) {
      if (index % 7 > 0) continue;
      const having = demo.filter((tool) => wordsOf(textOf(tool)).includes(word));
      for (const q of [word, word.slice(0, -1)]) {
        if (q.length < 2) continue;
        const found = new Set((await searchTools(t, { q })).map(({ _id }) => _id));
        expect([q, having.filter(({ id }) => !found.has(id)).length]).toEqual([q, 0]);
      }
    }
  });
});

describe('relevance', () => {
  test('ranks whole words in the name, then prefixes there, brand and category, and the description', async () => {
    const make = (tool: Parameters<typeof t.makeTool>[0]) => t.makeTool({ description: 'Plain.', ...tool });
    const inText = await make({ name: 'Relevance one', description: 'Cuts like a zorb.' });
    const inBrand = await make({ name: 'Relevance two', brand: 'Zorb' });
    const beginning = await make({ name: 'Zorbel three' });
    const inName = await make({ name: 'A zorb four' });
    const older = [beginning, inBrand, inText].map(({ name }) => name);
    expect(namesOf(await searchTools(t, { q: 'zorb' }))).toEqual([inName.name, ...older]);
    const newest = await make({ name: 'Zorb five' });
    expect(namesOf(await searchTools(t, { q: 'zorb', limit: '1' }))).toEqual([
      newest.name,
      inName.name,
      ...older,
    ]);
  });
});

describe('search results follow', () => {
  test('a tool that is deleted, sells out or is rated', async () => {
    const { id, name } = await t.makeTool({ name: 'Flumox', onHand: 3, minOrderQuantity: 2 });
    const set = (change: object) => t.shop.db.updateTable('tools').set(change).where('id', '=', id).execute();
    const finds = async (query: SearchQuery) =>
      namesOf(await searchTools(t, { q: 'flumox', ...query })).includes(name);
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
  });
});
