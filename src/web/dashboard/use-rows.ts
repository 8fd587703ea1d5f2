import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ListRows } from '#web/api-client.ts';

/** A list that is fetched stretch by stretch, as far as it has been asked for. */
export type RowsSoFar<Row> = {
  /** `undefined` while the first stretch is on its way, or when it failed. */
  rows: Row[] | undefined;
  /** How many stretches are loaded. */
  pages: number;
  /** How long the whole list is, as far as the shop says; at least what is loaded. */
  total: number | undefined;
  /** That the list is longer than this, where the shop has only counted so far. */
  totalMoreThan: number | undefined;
  error: Error | null;
  hasMore: boolean;
  loadingMore: boolean;
  retrying: boolean;
  loadMore: () => void;
  retry: () => void;
};

/** Fetches a list under `key`, on from where the reader has got to. */
export function useRows<Row>(
  key: readonly unknown[],
  load: (page: { cursor: string | undefined; signal: AbortSignal }) => Promise<ListRows<Row>>,
): RowsSoFar<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load({ cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  });
  const { fetchNextPage, refetch } = query;
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const retry = useCallback(() => void refetch(), [refetch]);
  const { data } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  return {
    rows,
    pages: query.data?.pages.length ?? 0,
    total: rows && Math.max(query.data?.pages.at(-1)?.total ?? 0, rows.length),
    totalMoreThan: query.data?.pages.at(-1)?.totalMoreThan,
    error: query.error,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    retrying: query.isFetching,
    loadMore,
    retry,
  };
}
