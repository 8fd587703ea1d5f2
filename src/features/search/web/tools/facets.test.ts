import { expect, it } from 'vitest';
import { facetValues, foldFacets, keepPlaces, type ShownFacets } from './facets.ts';
import { everyTool } from './tool-choice.ts';

const hits = (value: string, count: number) => ({ value, count, isExact: true });
const facets = (
  categories: ShownFacets['categories'],
  left?: ShownFacets['left'],
  specifications: string[] = [],
): ShownFacets => ({
  total: { count: 9, isExact: true },
  words: [],
  corrected: null,
  successor: null,
  category: null,
  categories,
  brands: [],
  prices: null,
  priceRanges: [],
  orderable: { count: 9, isExact: true },
  ratings: [],
  specifications: specifications.map((label) => ({ label, min: 1, max: 2, count: 3, isExact: true })),
  ...(left && { left }),
});

it('keeps values in place, at zero hits if they have none, and appends new ones', () => {
  const before = facets([hits('Saws', 5), hits('Drills', 3), hits('Planes', 1)], {
    categories: 1,
    brands: 0,
  });
  const after = facets([hits('Drills', 3), hits('Lathes', 2), hits('Saws', 1)]);
  expect(keepPlaces(before, after)).toEqual(
    facets([hits('Saws', 1), hits('Drills', 3), hits('Planes', 0), hits('Lathes', 2)]),
  );
});

it('shows subcategories where their parent or a sibling is chosen', () => {
  const under = (value: string, count: number, parent: string) => ({ ...hits(value, count), parent });
  const tree = [
    hits('Hand tools', 9),
    under('Saws', 5, 'Hand tools'),
    under('Planes', 3, 'Hand tools'),
    hits('Machines', 4),
    under('Lathes', 4, 'Machines'),
  ];
  const shown = (chosen: string) => facetValues(tree, [chosen], true).map(({ value }) => value);
  expect(shown('')).toEqual(['Hand tools', 'Machines']);
  expect(shown('Hand tools')).toEqual(['Hand tools', 'Saws', 'Planes', 'Machines']);
  expect(shown('Lathes')).toEqual(['Hand tools', 'Machines', 'Lathes']);
  const folded = foldFacets(facets(tree), { ...everyTool, category: 'Machines' });
  expect(folded).toMatchObject({ categories: [tree[0], tree[3], tree[4]], left: { categories: 2 } });
  expect(
    keepPlaces(folded, facets([hits('Hand tools', 1), under('Saws', 1, 'Hand tools')])).categories,
  ).toEqual([
    hits('Hand tools', 1),
    under('Saws', 1, 'Hand tools'),
    hits('Machines', 0),
    under('Lathes', 0, 'Machines'),
  ]);
});

it('keeps specifications in order, drops missing ones and appends new ones', () => {
  const before = facets([], undefined, ['Power, W', 'Voltage, V', 'Length, in']);
  const after = facets([], undefined, ['Speeds', 'Length, in', 'Power, W']);
  expect(keepPlaces(before, after)).toEqual(facets([], undefined, ['Power, W', 'Length, in', 'Speeds']));
});
