import { useCallback, useEffect, useState } from 'react';
import { countToolsCall } from '#contracts/tool-search.ts';
import type { ApiClient } from '#web/api-client.ts';
import { publicApi } from '#web/public-api.ts';
import { keepPlaces, type ShownFacets } from './facet-values.ts';
import type { ToolChoice } from './tool-choice.ts';

/** What a loader gives: facets that came with the page, or a promise of them. `undefined`: there are none to be had. */
export type GivenFacets = ShownFacets | undefined | Promise<ShownFacets | undefined>;

/** Asks for facets without ever failing: a page stands without them. */
export function fetchFacets(
  api: ApiClient,
  choice: ToolChoice,
  signal?: AbortSignal,
): Promise<ShownFacets | undefined> {
  const { sort: _, view: __, ...filters } = choice;
  return api.call(countToolsCall, { query: filters, signal }).catch(() => undefined);
}

/**
 * The facets of what is looked for. Until new ones have come the last ones stand, `isCurrent` being false; the list
 * never waits for them. While the words stay the same, so do the values: one that no tool has any more keeps its place,
 * with no hits. `isWaiting`: the first ones are on their way. `loadAll` fetches those that the page left out.
 */
export function useFacets(given: GivenFacets, choice: ToolChoice) {
  const [state, setState] = useState<FacetState>(() => {
    const facets = given instanceof Promise ? undefined : given;
    return { given: facets, q: choice.q, facets };
  });
  const { q } = choice;
  useEffect(() => {
    let isWanted = true;
    if (given instanceof Promise) {
      void given.then((facets) => isWanted && setState((before) => following(before, { given, q, facets })));
    } else {
      setState((before) => (before.given === given ? before : { given, q, facets: given }));
    }
    return () => {
      isWanted = false;
    };
  }, [given, q]);

  const loadAll = useCallback(async () => {
    const facets = await fetchFacets(publicApi, choice);
    setState((before) =>
      facets && before.given === given ? following(before, { given, q: choice.q, facets }) : before,
    );
  }, [given, choice]);
  const isCurrent = state.given === given;
  return { facets: state.facets, isCurrent, isWaiting: !(isCurrent || state.facets), loadAll };
}

/** The facets shown, of which words, and where they came from. */
type FacetState = { given: GivenFacets; q: string; facets: ShownFacets | undefined };

function following(before: FacetState, { given, q, facets }: FacetState): FacetState {
  const stood = before.q === q ? before.facets : undefined;
  return { given, q, facets: stood && facets ? keepPlaces(stood, facets) : facets };
}
