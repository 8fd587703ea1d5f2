import { expect, test } from 'vitest';
import { code128 } from './code-128.ts';

const widthOf = (widths: number[]) => widths.reduce((sum, width) => sum + width, 0);

test('writes start, characters, check, and stop, starting with a bar', () => {
  // 104 + 1·P(48) + 2·J(42) + 3·J(42) + 4·1(17) + 5·2(18) + 6·3(19) + 7·C(35) = 879, and 879 mod 103 = 55.
  const widths = code128('PJJ123C').join('');
  expect(widths.slice(0, 6)).toBe('211214');
  expect(widths.slice(-13)).toBe(`311321${'2331112'}`);
});

test('gives each character 11 modules, as are start and check, and 13 to stop', () => {
  for (const text of ['RMA-1001', 'RMA-99999999', 'a ~!'])
    expect(widthOf(code128(text))).toBe(11 * (text.length + 2) + 13);
});

test('no two characters look the same', () => {
  const printable = Array.from({ length: 95 }, (_, nth) => String.fromCharCode(32 + nth));
  const drawn = new Set(printable.map((character) => code128(character).slice(6, 12).join('')));
  expect(drawn.size).toBe(95);
});

test('refuses what code set B does not have', () => {
  expect(() => code128('RMA–1')).toThrow(RangeError);
});
