import { useCallback, useEffect, useState } from 'react';
import type { ApiClient } from '#web/api-client.ts';
import { publicApi } from '#web/public-api.ts';
import type { ShownFacets } from './facet-values.ts';
import type { ToolChoice } from './tool-choice.ts';

/** What a loader gives: facets that came with the page, or a promise of them. `undefined`: there are none to be had. */
export type GivenFacets = ShownFacets | undefined | Promise<ShownFacets | undefined>;

/** Asks for facets without ever failing: a page stands without them. */
export function fetchFacets(
  api: ApiClient,
  choice: ToolChoice,
  signal?: AbortSignal,
): Promise<ShownFacets | undefined> {
  const { sort: _, ...filters } = choice;
  return api.getToolFacets(filters, signal).catch(() => undefined);
}

/**
 * The facets of what is looked for. Until new ones have come the last ones stand, `isCurrent` being false; the list
 * never waits for them. `loadAll` fetches those that the page left out.
 */
export function useFacets(given: GivenFacets, choice: ToolChoice) {
  const [state, setState] = useState({ given, facets: given instanceof Promise ? undefined : given });
  useEffect(() => {
    let isWanted = true;
    if (given instanceof Promise) {
      void given.then((facets) => isWanted && setState({ given, facets }));
    } else {
      setState((before) => (before.given === given ? before : { given, facets: given }));
    }
    return () => {
      isWanted = false;
    };
  }, [given]);

  const loadAll = useCallback(async () => {
    const facets = await fetchFacets(publicApi, choice);
    if (facets) setState((before) => (before.given === given ? { given, facets } : before));
  }, [given, choice]);
  return { facets: state.facets, isCurrent: state.given === given, loadAll };
}
