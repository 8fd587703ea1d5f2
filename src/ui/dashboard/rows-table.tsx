import type { ReactNode } from 'react';
import { type ListTexts, listsTexts } from '#texts/lists.ts';
import { counted, formatCount } from '#texts/locale.ts';
import { ErrorState } from '#ui/list-states.tsx';
import type { RowsSoFar } from '#ui/use-list.ts';
import { errorMessage } from '../client/api-client.ts';
import { LoadMore } from '../load-more.tsx';
import { type Column, DataTable, type RowGroups } from './data-table.tsx';

const WAITING_ROWS = 6;

/** A list as a table or cards in all its states: loading, failed, `empty`, and more rows on scrolling. */
export function RowsTable<Row>({
  list,
  texts,
  empty,
  fold,
  ...table
}: {
  list: RowsSoFar<Row>;
  texts: ListTexts;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  groups?: RowGroups<Row> | undefined;
  /** Merges rows that are shown as one. */
  fold?: ((rows: readonly Row[]) => readonly Row[]) | undefined;
  empty: ReactNode;
}) {
  const { rows, error } = list;
  if (!rows && error) {
    return <ErrorState message={errorMessage(error)} onRetry={list.retry} retrying={list.retrying} />;
  }
  return (
    <>
      {rows?.length === 0 ? (
        empty
      ) : (
        <DataTable
          {...table}
          caption={texts.caption}
          rows={rows && fold ? fold(rows) : (rows ?? [])}
          waitingRows={rows ? 0 : WAITING_ROWS}
        />
      )}
      {rows && (list.pages > 1 || list.hasMore || error) && (
        <LoadMore
          hasMore={list.hasMore}
          loading={list.loadingMore}
          failure={error ? errorMessage(error) : undefined}
          onLoadMore={list.loadMore}
          count={shownWords(list, texts)}
        />
      )}
    </>
  );
}

/** The number of rows of a list, announced as it changes. */
export const RowCount = <Row,>({ list, texts }: { list: RowsSoFar<Row>; texts: ListTexts }) => (
  <p role="status" className="min-h-5 text-sm text-ink-soft tabular-nums max-sm:w-full sm:ml-auto">
    {list.rows && list.rows.length > 0 && hitWords(list, texts)}
  </p>
);

/** '1,240 orders', or 'More than 10,000 orders' if counting stopped there. */
function hitWords({ total = 0, totalMoreThan }: RowsSoFar<unknown>, { count }: ListTexts): string {
  const isMore = totalMoreThan !== undefined && total <= totalMoreThan;
  return isMore ? listsTexts.hitsMoreThan(totalMoreThan, count) : listsTexts.hits(total, count);
}

/** 'Showing 100 of 1,240 orders', 'Showing all 1,240 orders'. */
function shownWords(
  { rows = [], total = 0, totalMoreThan }: RowsSoFar<unknown>,
  { count }: ListTexts,
): string {
  const shown = formatCount(rows.length);
  if (totalMoreThan !== undefined && rows.length <= totalMoreThan) {
    return listsTexts.shownOfMoreThan(shown, counted(totalMoreThan, count));
  }
  const whole = counted(total, count);
  return rows.length < total ? listsTexts.shown(shown, whole) : listsTexts.allShown(whole);
}
