import { expect, it } from 'vitest';
import { keepPlaces, type ShownFacets } from './facets.ts';

const hits = (value: string, count: number) => ({ value, count, isExact: true });
const facets = (categories: ShownFacets['categories'], left?: ShownFacets['left']): ShownFacets => ({
  total: { count: 9, isExact: true },
  words: [],
  corrected: null,
  category: null,
  categories,
  brands: [],
  prices: null,
  priceRanges: [],
  orderable: { count: 9, isExact: true },
  ratings: [],
  ...(left && { left }),
});

it('keeps values in their places, without hits where they have none, and puts new ones behind them', () => {
  const before = facets([hits('Saws', 5), hits('Drills', 3), hits('Planes', 1)], {
    categories: 1,
    brands: 0,
  });
  const after = facets([hits('Drills', 3), hits('Lathes', 2), hits('Saws', 1)]);
  expect(keepPlaces(before, after)).toEqual(
    facets([hits('Saws', 1), hits('Drills', 3), hits('Planes', 0), hits('Lathes', 2)]),
  );
});
