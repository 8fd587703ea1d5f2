import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { listsTexts } from '#texts/lists.ts';
import { errorMessage, type ListRows } from '../client/api-client.ts';
import { notify } from '../toast.tsx';
import { useAction } from '../use-action.ts';

/** Changes rows of the lists under a key where they are shown: a list that is fetched anew
 * would put others under the pointer. */
export function patchRows<Row extends { _id: string }>(
  queries: QueryClient,
  queryKey: readonly string[],
  ids: readonly string[],
  change: (row: Row) => Partial<Row>,
): void {
  const changed = (row: Row) => (ids.includes(row._id) ? { ...row, ...change(row) } : row);
  const patch = () =>
    queries.setQueriesData<InfiniteData<ListRows<Row>>>(
      { queryKey },
      (list) =>
        list && { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.map(changed) })) },
    );
  const isUnderWay = queries.isFetching({ queryKey }) > 0;
  patch();
  if (!isUnderWay) return void queries.invalidateQueries({ queryKey, refetchType: 'none' });
  // What was asked before the change, as for other words, may answer after it and not know of it.
  // A list whose fetch is called off is what it was before that.
  void queries.cancelQueries({ queryKey }).then(() => {
    patch();
    return queries.invalidateQueries({ queryKey });
  });
}

/** What is done to a row: what sends it, which answers what the row then is, and what is said of it. */
type RowChange<Row> = {
  row: Row;
  /** Nothing where somebody else had done it already. */
  send: () => Promise<Partial<Row> | undefined>;
  done: string;
};

/** Changes a row of a list and shows it so where it stands. What somebody else has done meanwhile is fetched.
 * `onFailure` has why it could not be done. */
export function useRowChange<Row extends { _id: string }>(
  queryKey: readonly string[],
  onEnd: () => void = () => undefined,
  onFailure: (error: unknown) => void = (error) => notify.error(errorMessage(error)),
) {
  const queries = useQueryClient();
  return useAction({
    call: ({ send }: RowChange<Row>) => send(),
    onDone: (becomes, { row, done }) => {
      onEnd();
      if (!becomes) {
        notify.error(listsTexts.changedBefore);
        return queries.invalidateQueries({ queryKey });
      }
      notify.success(done);
      patchRows<Row>(queries, queryKey, [row._id], () => becomes);
    },
    onRefused: (error) => {
      onFailure(error);
      void queries.invalidateQueries({ queryKey });
    },
  });
}
