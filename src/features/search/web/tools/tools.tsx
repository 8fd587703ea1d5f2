import { useMemo, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useLocation,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { type Card, countToolsCall, listCardsCall } from '#features/catalogue/contract.ts';
import { openingHeaders, toolPath } from '#features/catalogue/rules.ts';
import { askedToolTexts } from '#features/catalogue/texts/tool.ts';
import { describeTools } from '#features/catalogue/web/describe-tools.ts';
import { type continueTo, setPlaceholderTool } from '#features/catalogue/web/tool-query.ts';
import { CompareBar } from '#features/compare/web/compare-bar.tsx';
import { toolsTexts } from '#features/search/texts.ts';
import { LinkButton } from '#ui/button.tsx';
import { publicApi } from '#ui/client/api-client.ts';
import { apiContext, usePrice, useShopSettings } from '#ui/client/load-context.ts';
import { publicQueries } from '#ui/client/query-provider.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { PriceNote } from '#ui/price.tsx';
import { StructuredData } from '#ui/structured-data.tsx';
import { toolListTexts } from '#ui/texts.ts';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import {
  cachedOrFirst,
  countText,
  type FirstRows,
  firstRows,
  type RowsSource,
  useList,
} from '#ui/use-list.ts';
import {
  facetsQuery,
  filtersOf,
  foldFacets,
  formatHits,
  formatShowHits,
  listHits,
  type ShownFacets,
  useFacets,
} from './facets.ts';
import { activeFilters, FilterChips } from './filter-chips.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { NextTools } from './next-tools.tsx';
import { NoTools } from './no-tools.tsx';
import {
  choiceAddress,
  everyTool,
  readAfter,
  readChoice,
  type ToolChoice,
  toolsMeta,
} from './tool-choice.ts';
import { ToolFilter, useAskedChoice, ViewSwitch } from './tool-filter.tsx';
import { ToolGrid } from './tool-grid.tsx';

const TOOLS_AT_ONCE = 24;
/** Maximum number of categories suggested if nothing was found. */
const MAX_CATEGORIES = 6;

const NO_WORDS: string[] = [];

function listQuery({ view: _, sort, ...filters }: ToolChoice) {
  return { ...filters, sort: sort || undefined, limit: TOOLS_AT_ONCE };
}

/** The list of a choice, or what follows `after`, a cursor of it. */
const toolsFound = (
  choice: ToolChoice,
  after: string | undefined,
  headers?: typeof openingHeaders,
): RowsSource<Card> => [
  ['tools', listQuery(choice), after],
  ({ cursor = after, signal }) =>
    publicApi.list(
      import('#features/catalogue/contract.ts').then((calls) => calls.listCardsCall),
      { query: { ...listQuery(choice), cursor }, headers, signal },
    ),
];

/** Loads suggestions if nothing was found: the first top-level categories. */
async function loadCategories(
  found: FirstRows<Card>,
  loadFacets: () => Promise<ShownFacets>,
): Promise<string[]> {
  if (found.list?.rows.length !== 0) return [];
  const facets = await loadFacets().catch(() => undefined);
  const tops = facets?.categories.filter(({ parent }) => !parent) ?? [];
  return tops.slice(0, MAX_CATEGORIES).map(({ value }) => value);
}

/** Leads to the beginning of the list from an address that doesn't continue it: its cursor is of another
 * list, or nothing is left behind it. */
function expectMore(tools: FirstRows<Card>, choice: ToolChoice, after: string | undefined): void {
  const isOver = tools.list ? tools.list.rows.length === 0 : tools.status === 400;
  if (after && isOver) throw redirect(choiceAddress(choice));
}

/** Server-side loader; redirects to the current name of a category. Without its list the response is an
 * error, so that it is not cached; without facets the page still works. It includes only the first values of
 * each facet, unless `all` requests more. */
export async function loader({ context, url, request: { signal } }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const choice = readChoice(url.searchParams);
  const after = readAfter(url.searchParams);
  const query = { ...listQuery(choice), cursor: after };
  const [tools, facets] = await Promise.all([
    firstRows(toolListTexts.failed, api.list(listCardsCall, { query, signal })),
    api.call(countToolsCall, { query: filtersOf(choice), signal }).catch(() => null),
  ]);
  expectMore(tools, choice, after);
  const { category = null } = facets ?? {};
  if (category && category !== choice.category) throw redirect(choiceAddress({ ...choice, category }, after));
  const categories = await loadCategories(tools, () => api.call(countToolsCall, { query: {}, signal }));
  const shown = facets && !url.searchParams.has('all') ? foldFacets(facets, choice) : facets;
  return data({ tools, facets: shown, categories }, tools.list ? 200 : tools.status);
}

/** Loader in the browser. A list seen before is shown at once, as it was left; the facets follow when
 * loaded. */
export async function clientLoader({ url }: ClientLoaderFunctionArgs) {
  const choice = readChoice(url.searchParams);
  const after = readAfter(url.searchParams);
  const found = toolsFound(choice, after, openingHeaders);
  if (!publicQueries.getQueryData(found[0])) {
    publicQueries.query(facetsQuery(choice)).catch(() => undefined);
  }
  const tools = await cachedOrFirst(toolListTexts, found);
  expectMore(tools, choice, after);
  const categories = await loadCategories(tools, () => publicQueries.query(facetsQuery(everyTool)));
  return { tools, facets: undefined, categories };
}

export const meta = (args: MetaArgs<typeof loader>) => toolsMeta(args, args.loaderData?.tools.list?.rows[0]);

/** All tools of the shop, searched, filtered and sorted by the URL. */
export default function Tools() {
  const loaderData = useLoaderData<typeof loader | typeof clientLoader>();
  const [query] = useSearchParams();
  const choice = useMemo(() => readChoice(query), [query]);
  const after = readAfter(query);
  const list = useList(toolListTexts, toolsFound(choice, after), loaderData.tools);
  const { facets, isCurrent, isWaiting, loadAll } = useFacets(loaderData.facets, choice);
  const isSearching = useNavigation().location?.pathname === '/tools';
  const asked = useAskedChoice(choice);
  const { rows } = list;
  const settings = useShopSettings();
  const price = usePrice();
  const activeCount = activeFilters(asked, price).length;
  const hits = listHits(list);
  const hitsWords = hits ? formatHits(hits) : '';
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
          <PriceNote className="max-md:w-full" />
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
            showHits={formatShowHits(hits)}
          />
        </ToolFilter>
        <section aria-label={toolsTexts.found} aria-busy={isSearching} className="tools-list space-y-4">
          <FilterChips choice={asked} />
          {corrected && (
            <p className="wrap-anywhere">
              {facets.successor
                ? toolsTexts.replaced(facets.successor, choice.q)
                : toolsTexts.corrected(corrected)}
            </p>
          )}
          {list.firstFailure && (
            <ErrorState message={list.firstFailure} onRetry={list.retry} retrying={list.retrying} />
          )}
          {after && (
            <Link to={choiceAddress(choice)} className="text-link inline-flex min-h-11 items-center">
              {toolsTexts.toFirst}
            </Link>
          )}
          {rows.length > 0 && (
            <>
              <ToolGrid tools={rows} choice={choice} after={after} words={facets?.words ?? NO_WORDS} />
              <LoadMore
                ahead={2_000}
                hasMore={list.hasMore}
                loading={list.retrying}
                failure={list.nextFailure}
                onLoadMore={list.loadMore}
                count={after ? countText({ ...list, hasMore: true }, toolListTexts) : list.count}
              >
                <NextTools
                  address={choiceAddress(choice, list.nextCursor)}
                  loading={list.retrying}
                  onLoadMore={list.loadMore}
                />
              </LoadMore>
            </>
          )}
          {rows.length === 0 && !list.firstFailure && (
            <NoTools choice={choice} isFiltered={activeCount > 0} categories={loaderData.categories} />
          )}
          <CompareBar />
        </section>
      </div>
      <StructuredData
        data={import.meta.env.SSR && describeTools(loaderData.tools.list?.rows ?? [], settings)}
      />
    </div>
  );
}

/** A link to the tool that led to the sign-up; not shown after a reload, because the
 * server-rendered page has none. */
function ContinueToTool() {
  const hydrated = useHydrated();
  const { state }: { state: ReturnType<typeof continueTo> | null } = useLocation();
  const [tool] = useState(() => (hydrated ? state?.continueTo : undefined));
  if (!tool) return null;
  return (
    <div className="mb-5 flex items-center gap-4 rounded-md border border-line bg-surface p-3 sm:p-4">
      <ToolPicture
        of={tool}
        sizes="96px"
        eager
        className="w-20 shrink-0 rounded-md border border-line sm:w-24"
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="font-semibold">{askedToolTexts.accountReady}</p>
        <LinkButton
          to={toolPath(tool)}
          onClick={() => setPlaceholderTool(tool)}
          className="wrap-anywhere py-1"
        >
          {askedToolTexts.continueTo(tool.name)}
        </LinkButton>
      </div>
    </div>
  );
}
