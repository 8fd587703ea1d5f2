import { expect, test } from 'vitest';
import { toolPath } from './tool-path-rules.ts';

const pathOf = (name: string, part_number: string | null = null) => toolPath({ _id: '7', name, part_number });

test.each([
  ['Claw hammer, 16 oz', 'BW-105', '/tools/7/bw-105-claw-hammer-16-oz'],
  ['Claw hammer', null, '/tools/7/claw-hammer'],
  ['Säge für ½″ Öl “Ñandú”', null, '/tools/7/sage-fur-1-2-ol-nandu'],
  ['../../login?from=x#y', null, '/tools/7/login-from-x-y'],
  ['İSTANBUL', null, '/tools/7/istanbul'],
  ['电锤', 'K/9', '/tools/7/k-9'],
  ['电锤', null, '/tools/7'],
  [' – ', '', '/tools/7'],
])('writes %s of number %s to be read', (name, partNumber, path) => {
  expect(pathOf(name, partNumber)).toBe(path);
});

test('ends a long one with a whole word, of sixty letters at most', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'abcde').join(' ');
  expect(pathOf(words(10))).toHaveLength('/tools/7/'.length + 59);
  expect(pathOf(words(30))).toBe(pathOf(words(10)));
  expect(pathOf(`${'x'.repeat(60)} y`)).toBe(`/tools/7/${'x'.repeat(60)}`);
  expect(pathOf('x'.repeat(90))).toBe(`/tools/7/${'x'.repeat(60)}`);
});
