import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tool, ToolFacets } from '#features/catalogue/contract.ts';
import { makeDemoTools } from '#tests/support/demo-tools.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import { startTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { namesOf, searchPath, searchTools } from '#tests/support/tool-search.ts';

let t: TestShop;
beforeAll(async () => {
  t = await startTestShop({ SHOP_RATE_LIMIT: 'off' });
  await makeDemoTools(t);
});
afterAll(() => t.stop());

describe('the words of a search', () => {
  test('part numbers are found with and without their hyphen, and by their parts', async () => {
    const { name } = await t.makeTool({ name: 'Halden XHP-486Z combi drill 18 V' });
    for (const q of ['XHP-486Z', 'xhp486z', 'xhp 486z', 'xhp-4', 'XHP48', '486z', 'halden xhp486z 18v']) {
      expect([q, namesOf(await searchTools(t, { q }))]).toEqual([q, [name]]);
    }
    expect(await searchTools(t, { q: 'xhp-487z' })).toEqual([]);
  });

  test.each([
    ['hamer', 'hammer'],
    ['chisle', 'chisel'],
    ['sccrewdriver', 'screwdriver'],
    ['tarnhlot drill', 'tarnholt drill'],
    ['grimder', 'grinder'],
    ['screwdrvr', 'screwdriver'],
  ])('%s is understood as %s', async (q, corrected) => {
    const { body } = await t.call<ToolFacets>('GET', searchPath('/tool/facets', { q }));
    expect([body.corrected, body.words]).toEqual([corrected, corrected.split(' ')]);
    expect(body.total.count).toBeGreaterThan(0);
    expect(namesOf(await searchTools(t, { q }))).toEqual(namesOf(await searchTools(t, { q: corrected })));
  });

  test('are left as they are when nothing is like them', async () => {
    const { body } = await t.call<ToolFacets>('GET', searchPath('/tool/facets', { q: 'qqqqqqqq drill' }));
    expect(body).toMatchObject({
      total: { count: 0, isExact: true },
      corrected: null,
      words: ['qqqqqqqq', 'drill'],
    });
    expect(await searchTools(t, { q: 'qqqqqqqq drill' })).toEqual([]);
  });

  test('are found without their accents, in singular and plural', async () => {
    const { name } = await t.makeTool({ name: 'Étau à queue d’aronde' });
    for (const q of ['etau', 'ÉTAUS', 'queues aronde'])
      expect([q, namesOf(await searchTools(t, { q }))]).toEqual([q, [name]]);
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
              searchPath(path, { q, category: value, brand: [value, q.slice(0, 20)] }),
            );
            expect([200, 400]).toContain(status);
          }
        },
      ),
      { numRuns: roundsOf(60) },
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
        (await t.call('GET', searchPath('/tool', { q, category: q.slice(0, 60), brand: [q.slice(0, 60)] })))
          .status,
      ]).toEqual([q, 200]);
    }
  });
});
