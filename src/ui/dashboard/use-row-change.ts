import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { listsTexts } from '#texts/lists.ts';
import { errorMessage, type ListRows } from '../client/api-client.ts';
import { notify } from '../toast.tsx';
import { useAction } from '../use-action.ts';

/** Changes rows in place in the lists under a key: refetching a list could put other rows under the
 * pointer. */
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
  // A fetch started before the change, for example for other search words, may return without it. Cancelling
  // a fetch restores the list's state from before it.
  void queries.cancelQueries({ queryKey }).then(() => {
    patch();
    return queries.invalidateQueries({ queryKey });
  });
}

/** A change to a row: the call that makes it and returns the row's new fields, and the success message. */
type RowChange<Row> = {
  row: Row;
  /** Resolves to undefined if someone else had done it already. */
  send: () => Promise<Partial<Row> | undefined>;
  done: string;
};

/** Changes a row of a list and shows the result in place. If it fails, or someone else had done it already,
 * the list is refetched. `onFailure` receives the error. */
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
