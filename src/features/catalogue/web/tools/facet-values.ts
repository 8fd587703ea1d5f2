import type { ToolFacets } from '#features/catalogue/search/contract.ts';
import type { ToolChoice } from './tool-choice.ts';

/** So many categories and brands are shown until the reader wants to see all. */
export const FOLDED_VALUES = 12;

/** One category or brand with what choosing it would find. `hits` is undefined where that is not known. */
export type FacetValue = { value: string; hits?: { count: number; isExact: boolean } };

/** Facets as a page carries them. `left` counts the categories and brands that were left out to keep it small. */
export type ShownFacets = ToolFacets & { left?: { categories: number; brands: number } };

/** Facets without the values that a page shows folded anyway, for the server to send. */
export function foldFacets(facets: ToolFacets, choice: ToolChoice): ShownFacets {
  const categories = facets.categories.filter(isFirstOr([choice.category]));
  const brands = facets.brands.filter(isFirstOr(choice.brand));
  const left = {
    categories: facets.categories.length - categories.length,
    brands: facets.brands.length - brands.length,
  };
  return { ...facets, categories, brands, left };
}

/**
 * The facets of the same words with other filters: values that stood before keep their places, without hits if they have
 * none any more, and new ones come after them. So nothing moves away from under a finger.
 */
export function keepPlaces(before: ShownFacets, { left: _, ...after }: ShownFacets): ShownFacets {
  const inPlace = (name: 'categories' | 'brands') => {
    const stood = before[name].map(({ value }) => value);
    const kept = stood.map(
      (value) => after[name].find((each) => each.value === value) ?? { value, count: 0, isExact: true },
    );
    return [...kept, ...after[name].filter(({ value }) => !stood.includes(value))];
  };
  return { ...after, categories: inPlace('categories'), brands: inPlace('brands') };
}

/** The values to choose from: the most frequent ones or all, and in any case those that are chosen. */
export function facetValues(
  known: readonly (FacetValue['hits'] & { value: string })[],
  chosen: readonly string[],
  isFolded: boolean,
): FacetValue[] {
  const shown: FacetValue[] = known
    .filter((each, index) => !isFolded || isFirstOr(chosen)(each, index))
    .map(({ value, count, isExact }) => ({ value, hits: { count, isExact } }));
  const missing = chosen.filter((value) => value && !shown.some((each) => each.value === value));
  return [...shown, ...missing.map((value) => ({ value }))];
}

function isFirstOr(chosen: readonly string[]) {
  return ({ value }: { value: string }, index: number) => index < FOLDED_VALUES || chosen.includes(value);
}
