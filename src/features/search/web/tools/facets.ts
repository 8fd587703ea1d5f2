import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Hits, ToolFacets } from '#features/catalogue/contract.ts';
import { toolsTexts } from '#features/search/texts.ts';
import { formatCount } from '#texts/locale.ts';
import { publicApi } from '#ui/client/api-client.ts';
import type { RowsSoFar } from '#ui/use-list.ts';
import type { ToolChoice } from './tool-choice.ts';

/** '1,284 tools', '1 tool', 'More than 10,000 tools'. */
export function formatHits({ count, isExact }: Hits): string {
  return isExact ? toolsTexts.hits(count) : toolsTexts.hitsMoreThan(count);
}

/** What leads to the tools found: 'Show 23 tools'. */
export function formatShowHits(hits: Hits | undefined): string {
  if (!hits) return toolsTexts.showSome;
  return hits.isExact ? toolsTexts.show(hits.count) : toolsTexts.showMoreThan(hits.count);
}

/** The short form that stands beside a filter: '1,284', '10,000+'. */
export function formatHitsFigure({ count, isExact }: Hits): string {
  return isExact ? formatCount(count) : `${formatCount(count)}+`;
}

/** Whether it is sure that nothing would be found. */
export function isNothing(hits: Hits | undefined): boolean {
  return hits?.count === 0 && hits.isExact;
}

/** The hits of a list, as far as it is known. */
export function listHits({ total, totalMoreThan }: Pick<RowsSoFar<unknown>, 'total' | 'totalMoreThan'>) {
  if (total === undefined) return undefined;
  return totalMoreThan === undefined || total > totalMoreThan
    ? { count: total, isExact: true }
    : { count: totalMoreThan, isExact: false };
}

/** So many categories and brands are shown until the reader wants to see all. */
export const FOLDED_VALUES = 12;

/** A category or brand as the shop counts it. */
type KnownValue = ToolFacets['categories'][number];

/** One category or brand with what choosing it would find. `hits` is undefined where that is not known. */
export type FacetValue = { value: string; parent?: string | undefined; hits?: Hits };

/** Facets as a page carries them. `left` counts the categories and brands that
 * were left out to keep it small. */
export type ShownFacets = ToolFacets & { left?: { categories: number; brands: number } };

/** Facets without the values that a page shows folded anyway, for the server to send. */
export function foldFacets(facets: ToolFacets, choice: ToolChoice): ShownFacets {
  const categories = foldValues(facets.categories, [choice.category]);
  const brands = foldValues(facets.brands, choice.brand);
  const left = {
    categories: facets.categories.length - categories.length,
    brands: facets.brands.length - brands.length,
  };
  return { ...facets, categories, brands, left };
}

/** The facets of the same words with other filters: values that stood before keep their places, without
 * hits if they have none any more, and new ones come after them, or after their parent. So nothing
 * moves away from under a finger. */
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

/** The values to choose from: the first ones or all, and in any case those that are chosen. */
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

/** The first values and those that are chosen; of categories under another one, those
 * beside a chosen one or under it. */
function foldValues<Value extends KnownValue>(values: readonly Value[], chosen: readonly string[]): Value[] {
  const open = values.flatMap(({ value, parent }) => (chosen.includes(value) ? [value, parent] : []));
  const first = values.filter(({ parent }) => !parent).slice(0, FOLDED_VALUES);
  return values.filter(
    (each) => first.includes(each) || open.includes(each.value) || open.includes(each.parent ?? ''),
  );
}

/** What of a choice finds tools, whatever their order and look. */
export const filtersOf = ({ sort: _, view: __, ...filters }: ToolChoice) => filters;

/** What each filter would find among the tools of a choice. */
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

/** The facets of what is looked for, which its loader has begun to fetch or the server has `given` (`null`:
 * it has none). Until new ones have come the last ones stand (`isCurrent` is false); the list never waits
 * for them. `isWaiting`: the first ones are on their way. `loadAll` fetches those that the page left out. */
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
