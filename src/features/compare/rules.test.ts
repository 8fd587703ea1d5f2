import { expect, test } from 'vitest';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import { rowOf, specificationRows } from './row-rules.ts';
import { comparisonPath, readComparison } from './rules.ts';

const idOf = (nth: number) => `019aa000-0000-7000-8000-00000000000${nth}`;

test('an address names up to four tools, each once, whatever else is in it', () => {
  const ids = [1, 2, 3, 4].map(idOf);
  const path = comparisonPath(ids, true);
  expect(readComparison(new URL(path, 'https://shop.example').searchParams)).toEqual({
    ids,
    isOnlyDifferences: true,
  });
  const odd = new URLSearchParams([
    ['tool', 'none'],
    ['tool', idOf(1)],
    ['tool', idOf(1).toUpperCase()],
    ...[2, 3, 4, 5].map((nth): [string, string] => ['tool', idOf(nth)]),
    ['only', 'something'],
  ]);
  expect(readComparison(odd)).toEqual({ ids, isOnlyDifferences: false });
});

test('a row differs if one value does, also where one is unknown', () => {
  expect(rowOf('Length', ['10 mm', '10 mm'])).toMatchObject({ isDifferent: false });
  expect(rowOf('Length', ['10 mm', null])).toMatchObject({ isDifferent: true });
  expect(rowOf('Length', [null, null])).toBeNull();
});

type Facts = Partial<Pick<ToolDetails, 'specifications' | 'weight_grams' | 'gtin'>>;

const toolWith = (facts: Facts) =>
  ({
    ...{ specifications: [], gtin: null, weight_grams: null },
    ...{ length_mm: null, width_mm: null, height_mm: null },
    ...facts,
  }) as unknown as ToolDetails;

test('rows follow the first tool’s order, then the others’, and end with weights and sizes', () => {
  const length = (value: string, unit: string | null = 'mm') => ({ name: 'Length', value, unit });
  const first = toolWith({
    specifications: [length('200'), { name: 'Steel', value: 'Cr-V', unit: null }],
    weight_grams: 500,
  });
  const other = toolWith({
    specifications: [{ name: 'Standard', value: 'DIN 3113', unit: null }, length('8', 'in')],
  });
  expect(specificationRows([first, other], 'metric')).toEqual([
    { name: 'Length', values: ['200 mm', '8 in'], isDifferent: true },
    { name: 'Steel', values: ['Cr-V', null], isDifferent: true },
    { name: 'Standard', values: [null, 'DIN 3113'], isDifferent: true },
    { name: 'Shipping weight', values: ['500 g', null], isDifferent: true },
  ]);
});

test('a specification goes before a fact of the same name, as on the tool’s own page', () => {
  const tool = toolWith({
    specifications: [{ name: 'GTIN', value: 'on the box', unit: null }],
    gtin: '4006381333931',
  });
  expect(specificationRows([tool], 'metric')).toEqual([
    { name: 'GTIN', values: ['on the box'], isDifferent: false },
  ]);
});
