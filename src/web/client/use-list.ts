import { useMemo } from 'react';
import type { LoadedListTexts } from '#web/texts/loaded-lists.ts';
import type { ListRows } from './api-client.ts';
import { publicQueries } from './query-provider.tsx';
import {
  type FirstRows,
  failureText,
  firstRows,
  type RowsSoFar,
  type RowsSource,
  rowsQuery,
  useRows,
} from './use-rows.ts';

/** A list of the storefront, with what is wrong with it in words. What was shown stays in any case. */
export type ShownList<Row> = Omit<RowsSoFar<Row>, 'rows'> & {
  rows: Row[];
  /** That the beginning is on its way. */
  isWaiting: boolean;
  /** Why the beginning could not be fetched, or fetched again. */
  firstFailure: string | undefined;
  /** Why the list did not go on. */
  nextFailure: string | undefined;
  /** 'Showing 24 of 1,284 tools'. */
  count: string;
};

/** A list as it was kept, to be asked for again when it is shown, or else its first page: for loaders in the browser. */
export async function keptOrFirst<Row>(
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

/** A list of the storefront, which goes on from what its loader gave. A row that moved down meanwhile is shown once. */
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

/** 'All 42 tools', 'Showing 24 of 1,284 tools', '… of more than 10,000 tools', '1 tool': the visible count under a list. */
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
