import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { errorWords } from '#web/error-words.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { formatCount } from '#web/ui/format.ts';
import { LoadMore } from '#web/ui/load-more.tsx';
import type { RowsSoFar } from './use-rows.ts';

const SKELETON_ROWS = 6;

/**
 * A list as a table, in all its states: grey rows while loading, words and 'Try again' after a failure, `empty` when
 * there is nothing, and more rows as the reader goes. Where columns sort, their sort is kept in the page's address. `noun` is what the
 * visible count counts, as one ('order').
 */
export function RowsTable<Row>({
  list,
  caption,
  columns,
  rowKey,
  noun,
  empty,
}: {
  list: RowsSoFar<Row>;
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  noun: string;
  empty: ReactNode;
}) {
  const [search, setSearch] = useSearchParams();
  const sort = search.get('sort') ?? undefined;
  const { rows, error } = list;
  const sortsHere = columns.some((column) => column.sortValue);

  if (!rows && error) {
    return <ErrorState message={errorWords(error)} onRetry={list.retry} retrying={list.retrying} />;
  }
  if (rows?.length === 0) return empty;

  const changeSort = (next: string) =>
    setSearch(
      (current) => {
        if (next) current.set('sort', next);
        else current.delete('sort');
        return current;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows ?? []}
        rowKey={rowKey}
        sort={sort}
        onSort={changeSort}
        skeletonRows={rows ? 0 : SKELETON_ROWS}
      />
      {rows && (
        <LoadMore
          hasMore={list.hasMore}
          loading={list.loadingMore}
          failure={error ? errorWords(error) : undefined}
          onLoadMore={list.loadMore}
          count={countWords(list, noun, sortsHere && list.hasMore && sort !== undefined)}
        />
      )}
    </>
  );
}

/** '100 of 1,240 orders', '100 of more than 10,000 orders', and what a sort covers while there is more to come. */
function countWords(list: RowsSoFar<unknown>, noun: string, partlySorted: boolean): string {
  const { rows, total, totalMoreThan } = list;
  const shown = rows?.length ?? 0;
  if (totalMoreThan !== undefined && shown <= totalMoreThan) {
    return `${formatCount(shown)} of more than ${formatCount(totalMoreThan)} ${noun}s`;
  }
  const whole = total === undefined || total === shown ? '' : ` of ${formatCount(total)}`;
  const sorted = partlySorted ? ', sorted among those shown' : '';
  const counted = (total ?? shown) === 1 ? noun : `${noun}s`;
  return `${formatCount(shown)}${whole} ${counted}${sorted}`;
}
