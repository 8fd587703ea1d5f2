import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Tool, ToolFacets } from '#features/catalogue/contract.ts';
import { searchWords } from '#features/search/search-words.ts';
import { makeDemoTools } from '#tests/support/demo-tools.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import { pairs } from '#tests/support/singulars-and-plurals.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import { namesOf, searchPath, searchTools } from '#tests/support/tool-search.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
beforeAll(() => makeDemoTools(t));

describe('the words of a search', () => {
  test('part numbers match with or without their hyphen, and by their parts', async () => {
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

  test.each([
    ['10 x 22 lathe', 'Metal lathe, 10 × 22 in'],
    ['10x22 lathe', 'Metal lathe, 10 × 22 in'],
    ['lathe 10*22 inch', 'Metal lathe, 10 × 22 in'],
    ['12 inch hacksaw', 'Hacksaw, 12 in'],
    ['12" hacksaw', 'Hacksaw, 12 in'],
    ['12″ hacksaw', 'Hacksaw, 12 in'],
    ['hacksaw 12-inch', 'Hacksaw, 12 in'],
    ['hacksaw 12inches', 'Hacksaw, 12 in'],
    ['1/2 inch ratchet', 'Ratchet, 1/2 in drive, 72 teeth'],
    ['½" ratchet', 'Ratchet, 1/2 in drive, 72 teeth'],
    ['7 1/4 inch circular saw', 'Circular saw, 7-1/4 in'],
    ['7¼" circular saw', 'Circular saw, 7-1/4 in'],
    ["16' tape measure", 'Tape measure, 16 ft'],
    ['16 feet tape', 'Tape measure, 16 ft'],
  ])('%s is %s', async (q, name) => {
    const names = namesOf(await searchTools(t, { q }));
    expect(names.map((each) => each.slice(0, name.length))).toEqual([name]);
  });

  test('a half inch does not match twelve, in a name or anywhere else', async () => {
    await t.makeTool({ name: 'Quoin key, 12 in', description: 'One of 2 in a set' });
    await t.makeTool({ name: 'Quoin key, ½″' });
    await t.makeTool({ name: 'Quoin key, 2-1/2 in' });
    const found = async (q: string) => namesOf(await searchTools(t, { q }));
    for (const q of ['1/2 in quoin key', 'quoin key ½"', 'quoin key 1/2'])
      expect([q, await found(q)]).toEqual([q, ['Quoin key, ½″']]);
    expect(await found('quoin key 12 inch')).toEqual(['Quoin key, 12 in']);
    expect(await found('quoin key 2½')).toEqual(['Quoin key, 2-1/2 in']);
  });

  test('sizes are read the same in the catalogue and in a query', async () => {
    const number = fc.constantFrom(
      'M8',
      'M10 x 1,5',
      '10',
      '1/2',
      '½',
      '2½',
      '2 1/2',
      '2-1/2',
      '11/16',
      '7.25',
    );
    const unit = fc.constantFrom(
      '',
      'in',
      ' inch',
      '-inches',
      '"',
      '″',
      "'",
      '′',
      ' ft',
      'mm',
      ' V',
      'x',
      '°',
      ' saw',
    );
    const sizes = fc.array(
      fc.tuple(number, unit).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    );
    const together = fc.constantFrom(' x ', 'x', ' × ', '×', '*', ', ', ' saw ', '; BW-105 ');
    const texts = fc.sample(fc.tuple(sizes, together), { numRuns: 2_000, seed: 20 });
    const asked = texts.map(([parts, sign]) => {
      const text = parts.join(sign);
      const words = searchWords(text).flatMap((word) => (word.parts.length > 0 ? word.parts : [word.text]));
      return { text, words };
    });
    const rows = await t.asOwner(`select text, words, search_words(text) as known
      from jsonb_to_recordset($$${JSON.stringify(asked)}$$::jsonb) asked (text text, words text[])
      where not search_words(text) @> words`);
    expect(rows).toEqual([]);
  });

  test('are corrected only where the correction finds something', async () => {
    for (const q of ['laser', 'laser level', 'hamer grimder', 'hamer 9999']) {
      const { body } = await t.call<ToolFacets>('GET', searchPath('/tool/facets', { q }));
      expect([q, body.corrected !== null && body.total.count === 0]).toEqual([q, false]);
    }
    const within = await t.call<ToolFacets>(
      'GET',
      searchPath('/tool/facets', { q: 'hamer', max_price: '0.01' }),
    );
    expect([within.body.corrected, within.body.total.count]).toEqual([null, 0]);
  });

  test('stay unchanged when nothing is similar', async () => {
    const { body } = await t.call<ToolFacets>('GET', searchPath('/tool/facets', { q: 'qqqqqqqq drill' }));
    expect(body).toMatchObject({
      total: { count: 0, isExact: true },
      corrected: null,
      words: ['qqqqqqqq', 'drill'],
    });
    expect(await searchTools(t, { q: 'qqqqqqqq drill' })).toEqual([]);
  });

  test('match without their accents, in singular and plural', async () => {
    const { name } = await t.makeTool({ name: 'Étau à queue d’aronde' });
    for (const q of ['etau', 'ÉTAUS', 'queues aronde'])
      expect([q, namesOf(await searchTools(t, { q }))]).toEqual([q, [name]]);
  });

  test('find singular and plural by each other, also where a tool has exactly the word asked for', async () => {
    const marked = pairs.map((pair, nth) => [`pair${nth}`, pair] as const);
    for (const [mark, names] of marked)
      for (const name of names) await t.makeTool({ name: `${name} ${mark}` });
    for (const [mark, names] of marked) {
      for (const q of names) {
        const found = namesOf(await searchTools(t, { q: `${q} ${mark}` }));
        expect([q, found.toSorted()]).toEqual([q, names.map((name) => `${name} ${mark}`).toSorted()]);
      }
    }
    expect(namesOf(await searchTools(t, { q: 'axe pair15' }))).toEqual(['axes pair15']);
  });

  test('that are part numbers or brands stay as they are', async () => {
    const { name } = await t.makeTool({ name: 'Pivot bush', partNumber: 'AXES-100', brand: 'BITS' });
    await t.makeTool({ name: 'Axis 100 plate' });
    for (const q of ['AXES-100', 'axes100'])
      expect([q, namesOf(await searchTools(t, { q }))]).toEqual([q, [name]]);
    expect(namesOf(await searchTools(t, { q: 'bits pivot' }))).toEqual([name]);
    expect(namesOf(await searchTools(t, { q: 'axis-100' }))).toEqual(['Axis 100 plate']);
  });

  test('are the same with a hyphen and without', async () => {
    await t.makeTool({ name: 'Zk-clamp, forged' });
    await t.makeTool({ name: 'Zk clamps, cast' });
    for (const q of ['zk-clamp', 'zk clamp', 'zk-clamps'])
      expect([q, namesOf(await searchTools(t, { q })).length]).toEqual([q, 2]);
  });

  test.each([
    [
      ['Stud M8x40 steel', 'Stud M8 × 40 brass'],
      ['stud M8 x 40', 'stud m8x40', 'stud M8×40', 'stud M8*40', 'stud M8 X 40'],
    ],
    [
      ['Nut M10x1.5 fine', 'Nut M10 x 1,5 inox'],
      ['nut M10 x 1.5', 'nut M10x1.5', 'nut m10x1,5'],
    ],
    [
      ['Pipe Ø22x1 copper', 'Pipe 22 x 1 zinc', 'Pipe ⌀ 22 × 1 lead'],
      ['pipe 22x1', 'pipe Ø22x1', 'pipe Ø 22 x 1', 'pipe 22 × 1'],
    ],
    [
      ['Fitting 1/2" x 3/4" steel', 'Fitting ½″ × ¾″ brass'],
      ['fitting 1/2" x 3/4"', 'fitting ½ × ¾', 'fitting 1/2x3/4'],
    ],
  ])('sizes of %j are read however they are written', async (names, questions) => {
    for (const name of names) await t.makeTool({ name });
    await t.makeTool({ name: names[0]?.replaceAll(/\d+/g, '77') ?? '' });
    for (const q of questions)
      expect([q, namesOf(await searchTools(t, { q })).toSorted()]).toEqual([q, names.toSorted()]);
  });

  test('find staff’s tools in any form', async () => {
    const admin = await t.makeUser({ role: 'admin' });
    await t.makeTool({ name: 'Lathe knife zorn, M8x40' });
    for (const q of ['knives zorn', 'knife zorn', 'zorn M8 x 40']) {
      const { body } = await t.call<Tool[]>('GET', searchPath('/managetool', { q }), { token: admin.token });
      expect([q, namesOf(body)]).toEqual([q, ['Lathe knife zorn, M8x40']]);
    }
  });

  test('that are only punctuation do not narrow the search', async () => {
    const all = await t.call<Tool[]>('GET', '/tool');
    const signs = await t.call<Tool[]>('GET', '/tool?q=%25_%27%5C%26%21%3A*');
    expect([signs.status, signs.headers.get('x-total-count')]).toEqual([
      200,
      all.headers.get('x-total-count'),
    ]);
  });

  test('that look like index terms, or are arbitrary text, cause no error', async () => {
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
