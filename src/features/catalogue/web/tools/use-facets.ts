import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { publicApi } from '#web/client/public-api.ts';
import { keepPlaces, type ShownFacets } from './facet-values.ts';
import type { ToolChoice } from './tool-choice.ts';

/** What of a choice finds tools, whatever their order and look. */
export const filtersOf = ({ sort: _, view: __, ...filters }: ToolChoice) => filters;

/** What each filter would find among the tools of a choice. */
export function facetsQuery(choice: ToolChoice) {
  const query = filtersOf(choice);
  return queryOptions({
    queryKey: ['facets', query],
    queryFn: ({ signal }): Promise<ShownFacets> =>
      publicApi.call(
        import('#features/catalogue/search/contract.ts').then((calls) => calls.countToolsCall),
        { query, signal },
      ),
  });
}

/**
 * The facets of what is looked for, which its loader has begun to fetch or the server has `given` (`null`: it has none).
 * Until new ones have come the last ones stand, `isCurrent` being false; the list never waits for them. While the words stay
 * the same, so do the values: one that no tool has any more keeps its place, with no hits. `isWaiting`: the first ones are
 * on their way. `loadAll` fetches those that the page left out.
 */
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
