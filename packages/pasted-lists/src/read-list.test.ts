import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { knowNumbers } from './known-numbers.ts';
import { readList as readListOf } from './read-list.ts';
import { MOST_UNITS } from './read-quantity.ts';

const readList = (text: string, numbers: string[] = []) => readListOf(text, knowNumbers(numbers));

const read = (text: string) => readList(text).map(({ quantity, text: rest }) => [quantity, rest]);

const spellings: ((count: string, name: string) => string)[] = [
  (count, name) => `${count} ${name}`,
  (count, name) => `${count}x ${name}`,
  (count, name) => `${count} × ${name}`,
  (count, name) => `${name} x${count}`,
  (count, name) => `${name}, ${count}`,
  (count, name) => `${name} (${count})`,
  (count, name) => `${name}: ${count} pcs`,
  (count, name) => `${name}\t${count}`,
  (count, name) => `${count};${name}`,
  (count, name) => `${name};${count},00`,
  (count, name) => `qty ${count} ${name}`,
  (count, name) => `  -  ${count} ${name}  `,
  (count, name) => `box of ${count} ${name}`,
];

describe('readList', () => {
  it('reads every spelling of a quantity alike', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999 }),
        fc.constantFrom(...spellings),
        fc.constantFrom('claw hammer', 'bench vises', 'tongue-and-groove pliers', 'saw'),
        (count, spell, name) => {
          expect(read(spell(String(count), name))).toEqual([[count, name]]);
          if (count > 999)
            expect(readList(spell(count.toLocaleString('en-US'), name))[0]?.quantity).not.toBe(1);
        },
      ),
    );
  });

  it('does not take a size for a quantity', () => {
    const sizes = [
      '10 in',
      '7-1/4',
      '7 1/4 in',
      '18V',
      '16 oz',
      '1/2"',
      "16'",
      '200 amp',
      '2.5 hp',
      '4½"',
      'M8 x 40',
    ];
    for (const size of sizes) {
      expect([size, readList(`${size} saw`)[0]?.quantity]).toEqual([size, 1]);
      expect([size, readList(`3x ${size} saw`)[0]?.quantity]).toEqual([size, 3]);
      expect([size, readList(`${size} saw, 3 pcs`)[0]?.quantity]).toEqual([size, 3]);
    }
  });

  it('does not take the length of a bolt or the wall of a pipe for a quantity', () => {
    for (const line of ['hex bolt M8 x 40', 'bolt M10 × 1,5', 'pipe Ø22 x 1', 'pipe 22x1,5'])
      expect([line, readList(line)[0]?.quantity]).toEqual([line, 1]);
    expect(read('20 x hex bolts M8 x 40')).toEqual([[20, 'hex bolts m8x40']]);
    expect(readList('M18 x 40', ['m18'])[0]).toMatchObject({ quantity: 40, numbers: ['m18'] });
  });

  test.each([
    ['0 saws'],
    ['-3 saws'],
    ['saw\t2\t3'],
    ['2,5 x saw'],
    ['saw\t1.000'],
    ['2 boxes of saws'],
    ['2 x saw x 3'],
    ['saw\t2147483648'],
    ['7. saws'],
  ])('asks how many %j is', (line) => {
    expect(readList(line).map(({ quantity }) => quantity)).toEqual([null]);
  });

  it('reads columns by their names', () => {
    expect(read('Qty;Item no.;Description;Unit price\n3;BW-105;"Saw; fine";12,50\n;BW-106;Vise;9')).toEqual([
      [3, 'BW-105, Saw; fine'],
      [null, 'BW-106, Vise'],
    ]);
    expect(read('Part number\tQuantity\nBW-105\t20,0')).toEqual([[20, 'BW-105']]);
    expect(read('item, qty\n"Hammer, 16 oz", 4')).toEqual([[4, 'Hammer, 16 oz']]);
  });

  it('distinguishes the numbers of a numbered list from quantities', () => {
    expect(read('1. saw\n2. 5 vises\n3. hammer x 4')).toEqual([
      [1, 'saw'],
      [5, 'vises'],
      [4, 'hammer'],
    ]);
    expect(read('1) 20 saws')).toEqual([[20, 'saws']]);
    // One line, or one that doesn't follow, may also be five saws.
    expect(read('1. saw')).toEqual([[null, '1. saw']]);
    expect(read('1. saw\n3. vise')).toEqual([
      [null, '1. saw'],
      [null, '3. vise'],
    ]);
  });

  describe('does not take a known part number for a quantity', () => {
    const numbers = ['4711', '4006381333931', '0004713', 'abc-xyz', 'bw-105', '500', '88-20'];

    test.each<[line: string, quantity: number | null, numbers: string[]]>([
      ['4711\t5', 5, ['4711']],
      ['5\t4711', 5, ['4711']],
      ['4711', 1, ['4711']],
      ['4711 5', 5, ['4711']],
      ['5 4711', 5, ['4711']],
      ['4711 x 5', 5, ['4711']],
      ['4711x5', 5, ['4711']],
      ['5 x 4711', 5, ['4711']],
      ['5x4711', 5, ['4711']],
      ['4711, 5 pcs', 5, ['4711']],
      ['4711 (5)', 5, ['4711']],
      ['#4711: 5', 5, ['4711']],
      ['４７１１ 5', 5, ['4711']],
      ['4711\tSaw 18 V', 1, ['4711']],
      ['4006381333931 5', 5, ['4006381333931']],
      ['4006381333931', 1, ['4006381333931']],
      ['0004713 5', 5, ['0004713']],
      ['0004713\t5', 5, ['0004713']],
      ['4713 5', 4713, []],
      ['ABC-XYZ x 5', 5, ['abc-xyz']],
      ['abc xyz 5', 5, ['abc-xyz']],
      ['BW 105', 1, ['bw-105']],
      ['BW 105 20', 20, ['bw-105']],
      ['bw105x20', 20, ['bw-105']],
      ['88 20 3', 3, ['88-20']],
      ['8820 saws', 1, ['88-20']],
      ['4,711 saws', 4711, []],
      ['47.11', 1, []],
      ['4711 500', null, ['4711', '500']],
      ['4711\t500', null, ['4711', '500']],
      ['4711x500', null, ['4711', '500']],
      ['BW-105 500', null, ['bw-105', '500']],
      ['4711 4711', null, ['4711']],
      ['4711 500 x 5', 5, ['4711', '500']],
      ['4711\t4711 Saw\t5', 5, ['4711']],
    ])('%j', (line, quantity, found) => {
      const [read] = readList(line, numbers);
      expect([read?.quantity, read?.numbers.toSorted()]).toEqual([quantity, found.toSorted()]);
    });
  });

  it('accepts any text, and returns each non-empty line once', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'x',
        '×',
        '3',
        '1/2',
        '"',
        '\t',
        ';',
        ',',
        ' of ',
        'box',
        'qty',
        '\n',
        '\r\n',
        '-',
        '(',
        '#',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
        const found = readList(text);
        expect(found.length).toBeLessThanOrEqual(lines.length);
        expect(found.length).toBeGreaterThanOrEqual(lines.length - 1);
        for (const { quantity } of found)
          expect(
            quantity === null || (Number.isInteger(quantity) && quantity >= 1 && quantity <= MOST_UNITS),
          ).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
