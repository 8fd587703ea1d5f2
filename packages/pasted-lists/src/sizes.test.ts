import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSize, sortBySize, unitKey } from './sizes.ts';

const sorted = (texts: string[]) => sortBySize(texts, (text) => text);

describe('one number, with or without a unit', () => {
  it.each([
    ['10', 10, ''],
    ['-40', -40, ''],
    ['−0.5', -0.5, ''],
    ['2,5', 2.5, ''],
    ['1,250', 1250, ''],
    ['3/8', 0.375, ''],
    ['½', 0.5, ''],
    ['7-1/4', 7.25, ''],
    ['7 1/4"', 7.25, 'in'],
    ['4½″', 4.5, 'in'],
    ['10mm', 10, 'mm'],
    ['10 mm', 10, 'mm'],
    ['18 Volts', 18, 'v'],
    ['24 TPI', 24, 'tpi'],
    ['-20 °F', -20, 'f'],
  ])('reads %s', (text, number, unit) => expect(readSize(text)).toEqual({ number, unit }));

  it.each([
    '',
    'M8',
    '2XL',
    '10 x 22',
    '10-13',
    '1/4-20',
    '1.2.3',
    '1/0',
    '10 mm or so',
    `1${'0'.repeat(400)}`,
  ])('does not read %s', (text) => expect(readSize(text)).toBeUndefined());

  it('reads what the database reads as a number, as the same number', () => {
    const plain = fc
      .tuple(fc.boolean(), fc.nat(999_999_999), fc.option(fc.stringMatching(/^\d{1,6}$/)))
      .map(([isBelow, whole, digits]) => `${isBelow ? '-' : ''}${whole}${digits ? `.${digits}` : ''}`);
    fc.assert(fc.property(plain, (text) => readSize(text)?.number === (Number(text) || 0)));
  });
});

describe('sorting by value', () => {
  it.each([
    [['-1', '9', '9.5', '10', '100']],
    [['3/8', '7/16', '1/2', '1', '1 1/16', '1-1/4']],
    [['M2.25', 'M2.5', 'M8', 'M8 × 1', 'M8 x 1.25', 'M10', 'M12']],
    [['1/4-20', '5/16-18', '3/8-16', '#8-32', '#10-32']],
    [['PH00', 'PH1', 'PH2', 'PZ1']],
    [['3.5 x 50', '4 x 40', '4 x 100']],
    [['10 in', '8 mm', '12 mm', 'stub']],
  ])('orders %j', (texts) => expect(sorted(texts.toReversed())).toEqual(texts));

  it('orders numbers as numbers, however they are written', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9999, max: 9999 })), (eighths) => {
        const written = eighths.map((n) =>
          n % 8 === 0 || n < 0 ? String(n / 8) : `${n > 8 ? `${Math.floor(n / 8)}-` : ''}${n % 8}/8`,
        );
        const values = sorted(written).map((text) => readSize(text)?.number);
        expect(values).toEqual(eighths.map((n) => n / 8 || 0).sort((one, other) => one - other));
      }),
    );
  });

  it('does not depend on the order before', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.stringMatching(/^[M#]?\d{0,3}([/., x-]\d{1,2}){0,2}( mm|")?$/),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const once = sorted(texts);
        expect(sorted(texts.toReversed())).toEqual(once);
        expect(sorted(once)).toEqual(once);
      }),
    );
  });
});

it('knows a unit however it is spelled', () => {
  expect(['in', 'Inches', '"', '″', 'mm', 'MM', 'TPI'].map(unitKey)).toEqual([
    'in',
    'in',
    'in',
    'in',
    'mm',
    'mm',
    'TPI',
  ]);
});
