import { useCallback } from 'react';
import { data, useNavigation, useSearchParams } from 'react-router';
import type { ApiClient } from '#web/api-client.ts';
import { apiContext, settingsContext } from '#web/load-context.ts';
import { pageMeta } from '#web/page-meta.ts';
import { publicApi } from '#web/public-api.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import type { Route } from './+types/tools.ts';
import { firstRows } from './first-rows.ts';
import { countText } from './list-rows.ts';
import { categoriesOf, toolListData } from './tool-facts.ts';
import { ToolFilter } from './tool-filter.tsx';
import { ToolGrid } from './tool-grid.tsx';
import { useList } from './use-list.ts';
import { useOnFocus } from './use-on-focus.ts';

const TOOLS_AT_ONCE = 24;

function readFilter(query: URLSearchParams) {
  return { q: query.get('q') ?? '', category: query.get('category') ?? '' };
}

function load(api: ApiClient, url: URL, signal: AbortSignal) {
  return firstRows(
    'The tools',
    api.listTools({ ...readFilter(url.searchParams), limit: TOOLS_AT_ONCE, signal }),
  );
}

/** The page as the server renders it. Without its list the answer is no success, so that it is not kept. */
export async function loader({ context, url, request }: Route.LoaderArgs) {
  const tools = await load(context.get(apiContext), url, request.signal);
  const { currency } = context.get(settingsContext);
  const structured = toolListData(tools.list?.rows ?? [], currency);
  return data({ tools, structured }, tools.list ? 200 : tools.status);
}

/** The same, from the browser. */
export async function clientLoader({ url, request }: Route.ClientLoaderArgs) {
  return { tools: await load(publicApi, url, request.signal), structured: undefined };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...pageMeta(
    'Tools',
    'Every tool in the shop with its price and the quantity that is really there.',
    '/tools',
  ),
  ...(loaderData?.structured ? [{ 'script:ld+json': loaderData.structured }] : []),
];

/** All tools of the shop, searched and filtered by the page's address. */
export default function Tools({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const { q, category } = readFilter(query);
  const fetchTools = useCallback(
    (cursor?: string) => publicApi.listTools({ q, category, limit: TOOLS_AT_ONCE, cursor }),
    [q, category],
  );
  const list = useList('The tools', loaderData.tools, fetchTools);
  useOnFocus(list.refresh);
  const isSearching = useNavigation().location?.pathname === '/tools';
  const { rows, nextCursor, total } = list.shown;
  const isFiltered = q !== '' || category !== '';
  return (
    <div className="page py-10 lg:py-14">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="text-3xl lg:text-4xl">Tools</h1>
        {total !== undefined && (
          <p className="text-ink-soft tabular-nums">{total === 1 ? '1 tool' : `${total} tools`}</p>
        )}
      </div>
      <ToolFilter q={q} category={category} categories={categoriesOf(rows, category)} />
      <section
        aria-label="Tools found"
        aria-busy={isSearching}
        className={classNames('mt-8 space-y-5 transition-opacity', isSearching && 'opacity-60')}
      >
        {list.firstFailure && (
          <ErrorState message={list.firstFailure} onRetry={list.refresh} retrying={list.loading} />
        )}
        {rows.length > 0 && (
          <>
            <ToolGrid tools={rows} heading="h2" eagerCount={6} />
            <LoadMore
              hasMore={nextCursor !== undefined}
              loading={list.loading}
              failure={list.nextFailure}
              onLoadMore={list.loadMore}
              count={countText(list.shown, 'tool', 'tools')}
            />
          </>
        )}
        {rows.length === 0 && !list.firstFailure && <NoTools isFiltered={isFiltered} />}
      </section>
    </div>
  );
}

function NoTools({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <EmptyState title="There are no tools in the shop yet" />;
  return (
    <EmptyState title="No tool matches your search">
      <p>Look for a shorter word, a brand or another category.</p>
      <LinkButton to="/tools" variant="secondary" className="mt-5">
        Show all tools
      </LinkButton>
    </EmptyState>
  );
}
