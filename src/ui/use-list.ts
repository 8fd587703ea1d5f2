import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { ApiError, type ListRows } from './client/api-client.ts';
import { publicQueries } from './client/query-provider.tsx';
import type { LoadedListTexts } from './texts.ts';

/** A list's first page from a loader: the rows, or the failure with the page's status. */
export type FirstRows<Row> =
  | { list: ListRows<Row>; failure?: undefined }
  | { list?: undefined; failure: string; status: number };

/** Builds the message that something could not be loaded, with the reason. */
type FailureText = (reason: string) => string;

/** A list that is fetched page by page, with the pages so far. */
export type RowsSoFar<Row> = {
  /** `undefined` while the first page is loading, or if it failed. */
  rows: Row[] | undefined;
  pages: number;
  /** The length of the whole list, as reported by the shop; at least the number of loaded rows. */
  total: number | undefined;
  /** Set if the list is longer than this because counting stopped here. */
  totalMoreThan: number | undefined;
  error: Error | null;
  /** Whether the next page failed, rather than those shown. */
  isNextError: boolean;
  hasMore: boolean;
  /** Where the next page begins. */
  nextCursor: string | undefined;
  loadingMore: boolean;
  retrying: boolean;
  loadMore: () => void;
  retry: () => void;
};

/** Fetches the page of a list that begins at `cursor`, or the first one. */
type LoadRows<Row> = (page: { cursor: string | undefined; signal: AbortSignal }) => Promise<ListRows<Row>>;

/** The query key of a list, and the function that fetches it. */
export type RowsSource<Row> = readonly [key: readonly unknown[], load: LoadRows<Row>];

/** Returns the TanStack Query options of a list. */
function rowsQuery<Row>(key: readonly unknown[], load: LoadRows<Row>) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load({ cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Fetches a list page by page. `first` is the first page from a loader. */
export function useRows<Row>(
  key: readonly unknown[],
  load: LoadRows<Row>,
  first?: FirstRows<Row>,
): RowsSoFar<Row> {
  const { data, fetchNextPage, refetch, ...state } = useInfiniteQuery({
    ...rowsQuery(key, load),
    placeholderData: keepPreviousData,
    ...(first?.list && { initialData: { pages: [first.list], pageParams: [undefined] } }),
    enabled: ({ state: { data: known } }) => !first || known !== undefined,
  });
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const retry = useCallback(() => void refetch(), [refetch]);
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  const last = data?.pages.at(-1);
  return {
    rows,
    pages: data?.pages.length ?? 0,
    total: rows && Math.max(last?.total ?? 0, rows.length),
    totalMoreThan: last?.totalMoreThan,
    error: state.error,
    isNextError: state.isFetchNextPageError,
    hasMore: state.hasNextPage,
    nextCursor: last?.nextCursor,
    loadingMore: state.isFetchingNextPage,
    retrying: state.isFetching,
    loadMore,
    retry,
  };
}

/** Waits for a list's first page; a refusal becomes a message, so that the page still renders. @throws any
 * error that is not an `ApiError` */
export async function firstRows<Row>(
  failed: FailureText,
  call: Promise<ListRows<Row>>,
): Promise<FirstRows<Row>> {
  try {
    return { list: await call };
  } catch (error) {
    return { failure: failureText(failed, error), status: failureStatus(error) };
  }
}

/** Invalid requests keep their status; the shop's own failures are temporary. */
function failureStatus(error: unknown): number {
  const isAskersFault = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isAskersFault ? error.status : 503;
}

/** Builds the message that something could not be loaded, with the shop's reason. Rethrows any error that is
 * not an `ApiError`. */
export function failureText(failed: FailureText, error: unknown): string {
  if (error instanceof ApiError) return failed(error.message);
  throw error;
}

/** A list of the storefront, with its failures as messages. Rows already shown remain in any case. */
export type ShownList<Row> = Omit<RowsSoFar<Row>, 'rows'> & {
  rows: Row[];
  /** Whether the first page is loading. */
  isWaiting: boolean;
  /** Why the first page could not be fetched, or refetched. */
  firstFailure: string | undefined;
  nextFailure: string | undefined;
  /** 'Showing 24 of 1,284 tools'. */
  count: string;
};

/** Returns the cached list, to be refetched when it is shown, or else its first page: for loaders in the
 * browser. */
export async function cachedOrFirst<Row>(
  texts: LoadedListTexts,
  source: RowsSource<Row>,
): Promise<FirstRows<Row>> {
  const query = rowsQuery(...source);
  const kept = publicQueries.getQueryData(query.queryKey)?.pages[0];
  if (!kept) {
    const fetched = publicQueries.infiniteQuery(query);
    return firstRows(
      texts.failed,
      fetched.then(({ pages }) => pages[0] as ListRows<Row>),
    );
  }
  await publicQueries.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' });
  return { list: kept };
}

/** A list of the storefront that continues from its loader's page. A row that moved down meanwhile is shown
 * once. */
export function useList<Row extends { _id: string }>(
  texts: LoadedListTexts,
  source: RowsSource<Row>,
  first?: FirstRows<Row>,
): ShownList<Row> {
  const list = useRows(...source, first);
  const rows = useMemo(() => [...new Map(list.rows?.map((row) => [row._id, row])).values()], [list.rows]);
  const failure = list.error ? failureText(texts.failed, list.error) : !list.rows && first?.failure;
  return {
    ...list,
    rows,
    isWaiting: !list.rows && !failure,
    firstFailure: (!list.isNextError && failure) || undefined,
    nextFailure: (list.isNextError && failure) || undefined,
    count: countText({ ...list, rows }, texts),
  };
}

/** 'All 42 tools', 'Showing 24 of 1,284 tools', '… of more than 10,000 tools', '1 tool':
 * the visible count under a list. */
export function countText(
  {
    rows,
    hasMore,
    total = 0,
    totalMoreThan,
  }: Pick<ShownList<unknown>, 'rows' | 'hasMore' | 'total' | 'totalMoreThan'>,
  texts: LoadedListTexts,
): string {
  if (!hasMore) return texts.all(rows.length);
  return totalMoreThan === undefined
    ? texts.some(rows.length, total)
    : texts.someOfMoreThan(rows.length, totalMoreThan);
}
