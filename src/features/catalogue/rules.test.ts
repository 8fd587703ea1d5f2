import { expect, it } from 'vitest';
import { canBeOrdered, isLow, reductionOf, toolPath } from './rules.ts';

it.each([
  [3, false, true],
  [4, true, true],
  [11, true, true],
  [12, true, false],
])('of %d left, four to an order: can be ordered %s, runs low %s', (left, orderable, low) => {
  const tool = { available_quantity: left, min_order_quantity: 4 };
  expect([canBeOrdered(tool), isLow(tool)]).toEqual([orderable, low]);
});

const pathOf = (name: string, part_number: string | null = null) => toolPath({ _id: '7', name, part_number });

it.each([
  ['Claw hammer, 16 oz', 'BW-105', '/tools/7/bw-105-claw-hammer-16-oz'],
  ['Claw hammer', null, '/tools/7/claw-hammer'],
  ['Säge für ½″ Öl “Ñandú”', null, '/tools/7/sage-fur-1-2-ol-nandu'],
  ['../../login?from=x#y', null, '/tools/7/login-from-x-y'],
  ['İSTANBUL', null, '/tools/7/istanbul'],
  ['电锤', 'K/9', '/tools/7/k-9'],
  ['电锤', null, '/tools/7'],
  [' – ', '', '/tools/7'],
])('writes %s of number %s readably', (name, partNumber, path) => {
  expect(pathOf(name, partNumber)).toBe(path);
});

it('shortens a long name to whole words, sixty letters at most', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'abcde').join(' ');
  expect(pathOf(words(10))).toHaveLength('/tools/7/'.length + 59);
  expect(pathOf(words(30))).toBe(pathOf(words(10)));
  expect(pathOf(`${'x'.repeat(60)} y`)).toBe(`/tools/7/${'x'.repeat(60)}`);
  expect(pathOf('x'.repeat(90))).toBe(`/tools/7/${'x'.repeat(60)}`);
});

it.each([
  [80, 100, { former: 100, percent: 20 }],
  [66.67, 100, { former: 100, percent: 33 }],
  [19.99, 19.999, { former: 19.999, percent: 0 }],
  [0.71, 1, { former: 1, percent: 29 }],
  [100, 100, undefined],
  [100, 90, undefined],
  [100, null, undefined],
])('a price of %d is told as reduced from the lowest, %s, as %j', (unit_price, lowestPrice30Days, told) => {
  expect(reductionOf({ unit_price, lowestPrice30Days })).toEqual(told);
});
