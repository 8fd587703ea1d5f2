import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeFormula, unescapeFormula } from './formulas.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ["'=1", "''=1"],
  ['Saw', 'Saw'],
  ["'Twas", "'Twas"],
  ['', ''],
])('%j is written %j', (cell, written) => {
  expect(escapeFormula(cell)).toBe(written);
});

it('gives every cell back as it was, and lets none begin like a formula', () => {
  const cell = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', 'a', ' ') });
  fc.assert(
    fc.property(cell, (text) => {
      expect(escapeFormula(text)).not.toMatch(/^[=+\-@\t\r]/);
      expect(unescapeFormula(escapeFormula(text))).toBe(text);
    }),
  );
});
