import { describe, expect, it, test } from 'vitest';
import { measurePrice, plainContent, readContent } from './content-rules.ts';

test.each([
  ['250 ml', '250 ml'],
  ['250ml', '250 ml'],
  ['0,75 L', '0.75 l'],
  [' 1.5 kg ', '1.5 kg'],
  ['2 m2', '2 m²'],
  ['100 pcs.', '100 pieces'],
  ['100 Stück', '100 pieces'],
  ['1,000 pieces', '1000 pieces'],
])('%s is kept as %s', (typed, kept) => {
  expect(plainContent(typed)).toBe(kept);
  expect(plainContent(kept)).toBe(kept);
});

test.each(['', 'ml', '250', '0 ml', '-1 l', '1.2345 l', '250 oz', '250 ml extra', '9999999 g', 'NaN ml'])(
  '“%s” is no content',
  (typed) => {
    expect(readContent(typed)).toBeUndefined();
  },
);

describe('the price for a measure', () => {
  it.each([
    ['250 ml', 499, 19.96, '1 l'],
    ['750 ml', 1000, 13.33, '1 l'],
    ['5 l', 1000, 2, '1 l'],
    ['400 g', 350, 8.75, '1 kg'],
    ['2.5 kg', 999, 4, '1 kg'],
    ['50 cm', 120, 2.4, '1 m'],
    ['20 m', 890, 0.45, '1 m'],
    ['1.5 m²', 900, 6, '1 m²'],
    ['250 pieces', 1249, 5, '100 pieces'],
    ['12 pieces', 600, 50, '100 pieces'],
  ])('%s for %i cents', (content, cents, price, per) => {
    expect(measurePrice(content, cents, 'eur')).toEqual({ price, per });
  });

  it('is left out where the price itself says it, or nothing is known', () => {
    for (const content of ['1 l', '1000 ml', '1 kg', '100 pieces', '1 m²', null])
      expect(measurePrice(content, 499, 'eur')).toBeNull();
  });

  it('has the currency’s digits', () => {
    expect(measurePrice('300 ml', 1000, 'jpy')).toEqual({ price: 3333, per: '1 l' });
  });
});
