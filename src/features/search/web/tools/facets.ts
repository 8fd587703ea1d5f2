import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Hits, ToolFacets } from '#features/catalogue/contract.ts';
import { toolsTexts } from '#features/search/texts.ts';
import { formatCount } from '#texts/locale.ts';
import { publicApi } from '#ui/client/api-client.ts';
import type { RowsSoFar } from '#ui/use-list.ts';
import type { ToolChoice } from './tool-choice.ts';

/** Formats as '1,284 tools', '1 tool', 'More than 10,000 tools'. */
export function formatHits({ count, isExact }: Hits): string {
  return isExact ? toolsTexts.hits(count) : toolsTexts.hitsMoreThan(count);
}

/** Label of the button that shows the tools found: 'Show 23 tools'. */
export function formatShowHits(hits: Hits | undefined): string {
  if (!hits) return toolsTexts.showSome;
  return hits.isExact ? toolsTexts.show(hits.count) : toolsTexts.showMoreThan(hits.count);
}

/** Formats the short count beside a filter: '1,284', '10,000+'. */
export function formatHitsFigure({ count, isExact }: Hits): string {
  return isExact ? formatCount(count) : `${formatCount(count)}+`;
}

/** Whether it is certain that nothing would be found. */
export function isNothing(hits: Hits | undefined): boolean {
  return hits?.count === 0 && hits.isExact;
}

/** Returns a list's number of hits, as far as it is known. */
export function listHits({ total, totalMoreThan }: Pick<RowsSoFar<unknown>, 'total' | 'totalMoreThan'>) {
  if (total === undefined) return undefined;
  return totalMoreThan === undefined || total > totalMoreThan
    ? { count: total, isExact: true }
    : { count: totalMoreThan, isExact: false };
}

/** Number of categories and brands shown before the list is expanded. */
export const FOLDED_VALUES = 12;

/** A category or brand with its count from the server. */
type KnownValue = ToolFacets['categories'][number];

/** A category or brand with the hits of choosing it. `hits` is undefined if unknown. */
export type FacetValue = { value: string; parent?: string | undefined; hits?: Hits };

/** Facets as included in a page. `left` counts the categories and brands that were omitted to reduce its
 * size. */
export type ShownFacets = ToolFacets & { left?: { categories: number; brands: number } };

/** Removes the values that a page shows only when expanded, for the server-rendered page. */
export function foldFacets(facets: ToolFacets, choice: ToolChoice): ShownFacets {
  const categories = foldValues(facets.categories, [choice.category]);
  const brands = foldValues(facets.brands, choice.brand);
  const left = {
    categories: facets.categories.length - categories.length,
    brands: facets.brands.length - brands.length,
  };
  return { ...facets, categories, brands, left };
}

/** Merges the facets of the same query with other filters: existing values stay in place, without hits if
 * they have none any more; new ones follow them, or their parent. So nothing moves away from under a
 * finger. */
export function keepPlaces(before: ShownFacets, { left: _, ...after }: ShownFacets): ShownFacets {
  const inPlace = (name: 'categories' | 'brands') => {
    const stood: readonly KnownValue[] = before[name];
    const now: readonly KnownValue[] = after[name];
    const isSame = (one: KnownValue) => (other: KnownValue) => one.value === other.value;
    const kept = stood.map((each) => now.find(isSame(each)) ?? { ...each, count: 0, isExact: true });
    const values = [...kept, ...now.filter((each) => !stood.some(isSame(each)))];
    const under = (parent?: string) => values.filter((each) => each.parent === parent);
    return under().flatMap((top) => [top, ...under(top.value)]);
  };
  const placeOf = ({ label }: ToolFacets['specifications'][number]) => {
    const place = before.specifications.findIndex((each) => each.label === label);
    return place < 0 ? before.specifications.length : place;
  };
  const specifications = after.specifications.toSorted((one, other) => placeOf(one) - placeOf(other));
  return { ...after, categories: inPlace('categories'), brands: inPlace('brands'), specifications };
}

/** Returns the values to choose from: the first ones or all, and always the chosen ones. */
export function facetValues(
  known: readonly KnownValue[],
  chosen: readonly string[],
  isFolded: boolean,
): FacetValue[] {
  const shown: FacetValue[] = (isFolded ? foldValues(known, chosen) : known).map(
    ({ value, parent, count, isExact }) => ({ value, parent, hits: { count, isExact } }),
  );
  const missing = chosen.filter((value) => value && !shown.some((each) => each.value === value));
  return [...shown, ...missing.map((value) => ({ value }))];
}

/** Returns the first values and the chosen ones; of subcategories, those beside or under a chosen one. */
function foldValues<Value extends KnownValue>(values: readonly Value[], chosen: readonly string[]): Value[] {
  const open = values.flatMap(({ value, parent }) => (chosen.includes(value) ? [value, parent] : []));
  const first = values.filter(({ parent }) => !parent).slice(0, FOLDED_VALUES);
  return values.filter(
    (each) => first.includes(each) || open.includes(each.value) || open.includes(each.parent ?? ''),
  );
}

/** Returns the part of a choice that selects tools, without sort and view. */
export const filtersOf = ({ sort: _, view: __, ...filters }: ToolChoice) => filters;

/** Query options for the facets of a choice. */
export function facetsQuery(choice: ToolChoice) {
  const query = filtersOf(choice);
  return queryOptions({
    queryKey: ['facets', query],
    queryFn: ({ signal }): Promise<ShownFacets> =>
      publicApi.call(
        import('#features/catalogue/contract.ts').then((calls) => calls.countToolsCall),
        { query, signal },
      ),
  });
}

/** The facets of a choice, which its loader has started to fetch or the server has `given` (`null`: none).
 * Until new ones load, the previous ones stay (`isCurrent` is false); the list never waits for them.
 * `isWaiting`: the first ones are loading. `loadAll` fetches those that the page omitted. */
export function useFacets(given: ShownFacets | null | undefined, choice: ToolChoice) {
  const { data, isLoading, isError, refetch } = useQuery({
    ...facetsQuery(choice),
    ...(given && { initialData: given }),
    enabled: given !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { q } = choice;
  const [shown, setShown] = useState({ q, from: data, facets: data });
  if (data && shown.from !== data) {
    const facets = shown.facets && shown.q === q ? keepPlaces(shown.facets, data) : data;
    setShown({ q, from: data, facets });
  }
  const loadAll = useCallback(() => void refetch(), [refetch]);
  return {
    facets: isError ? undefined : shown.facets,
    isCurrent: data !== undefined,
    isWaiting: isLoading && !shown.facets,
    loadAll,
  };
}
