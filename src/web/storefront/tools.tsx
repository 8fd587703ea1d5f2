import { useCallback, useEffect, useMemo } from 'react';
import { data, useLocation, useNavigation, useSearchParams } from 'react-router';
import type { Tool } from '#contracts/tool.ts';
import { listToolsCall } from '#contracts/tool-search.ts';
import { toolListTexts } from '#texts/loaded-lists.ts';
import { toolsTexts } from '#texts/tools.ts';
import type { ApiClient } from '#web/api-client.ts';
import { describeTools } from '#web/found/describe-tools.ts';
import { StructuredData } from '#web/found/structured-data.tsx';
import { historyKey } from '#web/history-key.ts';
import { apiContext } from '#web/load-context.ts';
import { publicApi } from '#web/public-api.ts';
import { useShopSettings } from '#web/shop-settings.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import type { Route } from './+types/tools.ts';
import { type FirstRows, firstRows } from './first-rows.ts';
import { countText } from './list-rows.ts';
import { ToolFilter } from './tool-filter.tsx';
import { ContinueToTool } from './tools/continue-to-tool.tsx';
import { foldFacets } from './tools/facet-values.ts';
import { activeFilters, FilterChips } from './tools/filter-chips.tsx';
import { FilterPanel } from './tools/filter-panel.tsx';
import { hitsText, listHits, showHitsText } from './tools/hits-text.ts';
import { type KeptList, keepList, keptList } from './tools/kept-lists.ts';
import { firstPlace, type ListPlace } from './tools/list-place.ts';
import { LongGrid } from './tools/long-grid.tsx';
import { NoTools } from './tools/no-tools.tsx';
import { readChoice, type ToolChoice } from './tools/tool-choice.ts';
import { toolsMeta } from './tools/tools-meta.ts';
import { useAskedChoice } from './tools/use-asked-choice.ts';
import { fetchFacets, type GivenFacets, useFacets } from './tools/use-facets.ts';
import { ViewSwitch } from './tools/view-switch.tsx';
import { useList } from './use-list.ts';
import { useOnFocus } from './use-on-focus.ts';

const TOOLS_AT_ONCE = 24;
/** So many categories are offered where nothing was found. */
const MAX_CATEGORIES = 6;

/** Nothing is marked. */
const NO_WORDS: string[] = [];

function fetchTools(
  api: ApiClient,
  { view: _, sort, ...filters }: ToolChoice,
  more: { cursor?: string | undefined; signal?: AbortSignal },
) {
  const query = { ...filters, sort: sort || undefined, limit: TOOLS_AT_ONCE, cursor: more.cursor };
  return api.list(listToolsCall, { query, signal: more.signal });
}

function loadRows(api: ApiClient, choice: ToolChoice, signal: AbortSignal) {
  return firstRows(toolListTexts.failed, fetchTools(api, choice, { signal }));
}

/** The ways on where nothing was found: the categories with the most tools. */
async function loadCategories(
  api: ApiClient,
  found: FirstRows<Tool>,
  signal: AbortSignal,
): Promise<string[]> {
  if (found.list?.rows.length !== 0) return [];
  const facets = await fetchFacets(api, readChoice(new URLSearchParams()), signal);
  return facets?.categories.slice(0, MAX_CATEGORIES).map(({ value }) => value) ?? [];
}

/**
 * The page as the server renders it. Without its list the answer is no success, so that it is not kept; without the
 * facets it stands. It carries the first values of each facet only, unless `all` asks for more.
 */
export async function loader({ context, url, request }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const choice = readChoice(url.searchParams);
  const [tools, allFacets] = await Promise.all([
    loadRows(api, choice, request.signal),
    fetchFacets(api, choice, request.signal),
  ]);
  const facets = allFacets && !url.searchParams.has('all') ? foldFacets(allFacets, choice) : allFacets;
  const categories = await loadCategories(api, tools, request.signal);
  return data({ tools, facets, categories }, tools.list ? 200 : tools.status);
}

/**
 * The same, from the browser: the facets come when they come. Who goes back or forward finds the list as it was left;
 * the browser's history is at that entry already while its loader runs.
 */
export async function clientLoader({ url, request }: Route.ClientLoaderArgs) {
  const choice = readChoice(url.searchParams);
  const kept = keptList(historyKey(), url.search);
  if (kept) return { tools: { list: kept.list }, facets: kept.facets, kept, categories: [] };
  const facets: GivenFacets = fetchFacets(publicApi, choice, request.signal);
  const tools = await loadRows(publicApi, choice, request.signal);
  return { tools, facets, categories: await loadCategories(publicApi, tools, request.signal) };
}

export const meta: Route.MetaFunction = (args) => toolsMeta(args, args.loaderData?.tools.list?.rows[0]);

/** All tools of the shop, searched, filtered and sorted by the page's address. */
export default function Tools({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const choice = useMemo(() => readChoice(query), [query]);
  const fetchNext = useCallback((cursor?: string) => fetchTools(publicApi, choice, { cursor }), [choice]);
  const list = useList(toolListTexts.failed, loaderData.tools, fetchNext);
  const { facets, isCurrent, isWaiting, loadAll } = useFacets(loaderData.facets, choice);
  const kept = keptIn(loaderData);
  const { key, search } = useLocation();
  const { shown, refresh } = list;
  const place = useMemo(() => placeIn(loaderData), [loaderData]);
  useEffect(() => {
    if (shown.rows.length > 0)
      keepList(key, { search, list: shown, facets: isCurrent ? facets : undefined, place });
  }, [key, search, shown, facets, isCurrent, place]);
  useEffect(() => {
    if (kept) refresh();
  }, [kept, refresh]);
  useOnFocus(refresh);
  const isSearching = useNavigation().location?.pathname === '/tools';
  const asked = useAskedChoice(choice);
  const { rows, nextCursor } = list.shown;
  const settings = useShopSettings();
  const activeCount = activeFilters(asked, settings.currency).length;
  const hits = listHits(list.shown);
  const hitsWords = hits ? hitsText(hits) : '';
  const corrected = isCurrent && facets?.corrected;
  return (
    <div className="page py-5 lg:py-10">
      <ContinueToTool />
      <div className="tools-page">
        <div className="tools-head flex flex-wrap items-baseline gap-x-4">
          <h1 className="text-2xl lg:text-4xl">{toolsTexts.heading}</h1>
          <p aria-live="polite" className="text-ink-soft tabular-nums max-md:ml-auto">
            {hitsWords}
          </p>
        </div>
        <ToolFilter choice={asked}>
          <ViewSwitch choice={asked} />
          <FilterPanel
            choice={asked}
            facets={facets}
            isWaiting={isWaiting}
            showsAll={query.has('all')}
            onShowAll={loadAll}
            activeCount={activeCount}
            hits={hitsWords}
            showHits={showHitsText(hits)}
          />
        </ToolFilter>
        <section aria-label={toolsTexts.found} aria-busy={isSearching} className="tools-list space-y-4">
          <FilterChips choice={asked} />
          {corrected && <p>{toolsTexts.corrected(corrected)}</p>}
          {list.firstFailure && (
            <ErrorState message={list.firstFailure} onRetry={list.refresh} retrying={list.loading} />
          )}
          {rows.length > 0 && (
            <>
              <LongGrid tools={rows} view={choice.view} words={facets?.words ?? NO_WORDS} place={place} />
              <LoadMore
                ahead={2_000}
                hasMore={nextCursor !== undefined}
                loading={list.loading}
                failure={list.nextFailure}
                onLoadMore={list.loadMore}
                count={countText(list.shown, toolListTexts)}
              />
            </>
          )}
          {rows.length === 0 && !list.firstFailure && (
            <NoTools choice={choice} isFiltered={activeCount > 0} categories={loaderData.categories} />
          )}
        </section>
      </div>
      <StructuredData
        data={import.meta.env.SSR && describeTools(loaderData.tools.list?.rows ?? [], settings)}
      />
    </div>
  );
}

function keptIn(loaded: Route.ComponentProps['loaderData']): KeptList | undefined {
  return 'kept' in loaded ? loaded.kept : undefined;
}

/** Where the reader left a kept list, or its beginning. */
function placeIn(loaded: Route.ComponentProps['loaderData']): ListPlace {
  return keptIn(loaded)?.place ?? firstPlace(TOOLS_AT_ONCE);
}
