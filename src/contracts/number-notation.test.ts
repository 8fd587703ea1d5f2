import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createNotationFinder, readNotation, readNumber, readTypedNumber } from './number-notation.ts';

it.each([
  ['1.000', 'either'],
  ['1,250', 'either'],
  ['-999.999', 'either'],
  ['0.125', '.'],
  ['1234.567', '.'],
  ['12,5', ','],
  ['1.234,56', ','],
  ['1,234.56', '.'],
  ['1.234.567', ','],
  ['1,234,567', '.'],
  ['€ 12,50', ','],
  ["1'234.5", '.'],
  ['12 345,67', ','],
  ['1000', undefined],
  ['abc', undefined],
  ['1.2.3.x', undefined],
  ['', undefined],
])('%j has the notation %j', (cell, notation) => {
  expect(readNotation(cell)).toBe(notation);
});

it.each([
  ['1.000', ',', 1000],
  ['1.000', '.', 1],
  ['1,250', '.', 1250],
  ['1,250', ',', 1.25],
  ['1.234.567,89', ',', 1_234_567.89],
  ['12,50', '.', undefined],
  ['1.2.3', ',', undefined],
  ['1,23,456', '.', undefined],
  ['$1,299.00', '.', 1299],
  ['1 299,00 €', ',', 1299],
  ['１２.５', '.', 12.5],
  ['−5', '.', -5],
  [' ', '.', null],
  ['Infinity', '.', undefined],
] as const)('%j with decimal separator %j is read as %j', (cell, decimal, value) => {
  expect(readNumber(cell, decimal)).toBe(value);
});

it('uses the notation of unambiguous numbers, and asks if there are none or they conflict', () => {
  const find = (...cells: string[]) => {
    const finder = createNotationFinder();
    for (const cell of cells) finder.look(cell);
    return finder.find();
  };
  expect(find('1.000', '12,5', '2.500')).toEqual({ decimal: ',' });
  expect(find('1.000', '12.5')).toEqual({ decimal: '.' });
  expect(find('5', '', '7')).toEqual({ decimal: '.' });
  expect(find('5', '1.000')).toEqual({ doubtful: '1.000' });
  expect(find('1.5', '1,5')).toEqual({ doubtful: '1,5' });
});

it.each([
  ['12,50', 12.5],
  ['12.50', 12.5],
  ['0,5', 0.5],
  ['1,250', 1250],
  ['1.250,50 €', 1250.5],
  ['$1,250.50', 1250.5],
  ['1 250,50', 1250.5],
  ['1.25', 1.25],
  ['+5', 5],
  ['-12,5', -12.5],
  ['', Number.NaN],
  ['12,50,3', Number.NaN],
  ['1e5', Number.NaN],
])('reads a typed %s as %d', (typed, number) => {
  expect(readTypedNumber(typed)).toBe(number);
});

it('reads every number that a country’s formatter writes, in its notation', () => {
  const locales = { 'en-US': '.', 'de-DE': ',', 'de-CH': '.', 'fr-FR': ',', 'es-ES': ',' } as const;
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999 }),
      fc.constantFrom(...Object.keys(locales)),
      (cents, locale) => {
        const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(cents / 100);
        const decimal = locales[locale as keyof typeof locales];
        expect(readNotation(written)).toBe(decimal);
        expect(readNumber(written, decimal)).toBe(cents / 100);
      },
    ),
  );
});
