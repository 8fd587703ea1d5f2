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
  ['10-20', '10-20'],
  ['Main St\n=cmd', "Main St\n'=cmd"],
  ['Main St\r\n=cmd', "Main St\r\n'=cmd"],
  ['Main St\r@cmd', "Main St\r'@cmd"],
  ['a\u2028=b\u2029=c\u0085=d\v=e\f=f', "a\u2028'=b\u2029'=c\u0085'=d\v'=e\f'=f"],
  ['two cells;=b in a German spreadsheet', "two cells;'=b in a German spreadsheet"],
  ['two cells\t =b', "two cells\t' =b"],
  [' =1', "' =1"],
  ['\u200b\ufeff\u00a0=1', "'\u200b\ufeff\u00a0=1"],
  ['"=1', '\'"=1'],
  ['＝1 ＋1', "'＝1 ＋1"],
  ['－1', "'－1"],
])('%j is written %j', (cell, written) => {
  expect(escapeFormula(cell)).toBe(written);
  expect(unescapeFormula(written)).toBe(cell);
});

const SIGNS = /[=+\-@＝＋－＠]/;
const SKIPPED = ' \u200b\ufeff"';

it('gives every cell back as it was, and lets nothing in it begin like a formula', () => {
  const unit = fc.constantFrom(...'\'=+-@＝＠\t\r\n\v\f\u0085\u2028\u200b\ufeff;, "a');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 14 }), (text) => {
      const written = escapeFormula(text);
      expect(unescapeFormula(written)).toBe(text);
      expect(written).not.toMatch(/^[\t\r]/);
      for (const part of written.split(/[\n\v\f\r\u0085\u2028\u2029\t;]/)) {
        const [first = ''] = [...part].filter((sign) => !SKIPPED.includes(sign));
        expect(first).not.toMatch(SIGNS);
      }
    }),
    { numRuns: 1_000 },
  );
});

it('takes time that grows with the length of a cell alone', () => {
  const long = `${' '.repeat(50_000)}${"\n'".repeat(50_000)}`;
  expect(unescapeFormula(escapeFormula(`${long}=`))).toBe(`${long}=`);
});
