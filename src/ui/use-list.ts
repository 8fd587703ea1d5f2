import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { ApiError, type ListRows } from './client/api-client.ts';
import { publicQueries } from './client/query-provider.tsx';
import type { LoadedListTexts } from './texts.ts';

/** A list's first page as a loader hands it over: the rows, or why there are
 * none, with the page's status then. */
export type FirstRows<Row> =
  | { list: ListRows<Row>; failure?: undefined }
  | { list?: undefined; failure: string; status: number };

/** A text of the catalogue on something that could not be loaded, with the reason. */
type FailureText = (reason: string) => string;

/** A list that is fetched page by page, as far as it has been asked for. */
export type RowsSoFar<Row> = {
  /** `undefined` while the first page is on its way, or when it failed. */
  rows: Row[] | undefined;
  pages: number;
  /** How long the whole list is, as far as the shop says; at least what is loaded. */
  total: number | undefined;
  /** That the list is longer than this, where the shop has only counted so far. */
  totalMoreThan: number | undefined;
  error: Error | null;
  /** That it was the next page which failed, not what is shown. */
  isNextError: boolean;
  hasMore: boolean;
  loadingMore: boolean;
  retrying: boolean;
  loadMore: () => void;
  retry: () => void;
};

/** Fetches the page of a list that begins at `cursor`, or its first one. */
type LoadRows<Row> = (page: { cursor: string | undefined; signal: AbortSignal }) => Promise<ListRows<Row>>;

/** The key under which a list is kept, and how it is fetched. */
export type RowsSource<Row> = readonly [key: readonly unknown[], load: LoadRows<Row>];

/** A list as TanStack Query fetches it. */
function rowsQuery<Row>(key: readonly unknown[], load: LoadRows<Row>) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load({ cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Fetches a list on from where the reader has got to. `first` is what a loader has got of its beginning. */
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
    loadingMore: state.isFetchingNextPage,
    retrying: state.isFetching,
    loadMore,
    retry,
  };
}

/** Waits for a list's first page; a refusal becomes words, so that the page stands.
 * @throws whatever is no `ApiError` */
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

/** What was asked wrongly stays the asker's fault; that the shop could not answer is its own, for now. */
function failureStatus(error: unknown): number {
  const isAskersFault = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isAskersFault ? error.status : 503;
}

/** What could not be loaded, with the reason that the shop gave. Rethrows what is no `ApiError`. */
export function failureText(failed: FailureText, error: unknown): string {
  if (error instanceof ApiError) return failed(error.message);
  throw error;
}

/** A list of the storefront, with what is wrong with it in words. What was shown stays in any case. */
export type ShownList<Row> = Omit<RowsSoFar<Row>, 'rows'> & {
  rows: Row[];
  /** That the beginning is on its way. */
  isWaiting: boolean;
  /** Why the beginning could not be fetched, or fetched again. */
  firstFailure: string | undefined;
  nextFailure: string | undefined;
  /** 'Showing 24 of 1,284 tools'. */
  count: string;
};

/** A list as it was kept, to be asked for again when it is shown, or else its first
 * page: for loaders in the browser. */
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

/** A list of the storefront, which goes on from what its loader gave. A row that
 * moved down meanwhile is shown once. */
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
