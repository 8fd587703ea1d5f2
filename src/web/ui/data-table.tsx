import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { Skeleton } from './skeleton.tsx';
import { nextSort, type SortValue, sortRows } from './sort-rows.ts';

/** A column of a `DataTable`. */
export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row, index: number) => ReactNode;
  /** `end` for figures: right-aligned and tabular. */
  align?: 'start' | 'end';
  /** Makes the head a sort button. */
  sortValue?: (row: Row) => SortValue;
  /** No wider than its content, for numbers, pictures and buttons. */
  narrow?: boolean;
  /** On phones: leaves out the label before the value (for a picture, a name or buttons). */
  bare?: boolean;
  /** On phones: heads the card, without its label: what the row is about. */
  lead?: boolean;
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The current sort: a column's key, with `-` before it when falling. Keep it in the page's address. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** Shows this many grey rows instead while the first rows are on their way. */
  skeletonRows?: number;
}

/** A table with hairlines; under 768 px each row becomes a card of labels and values. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  skeletonRows = 0,
}: DataTableProps<Row>) {
  const sorted = sortRows(rows, sort, (key) => columns.find((column) => column.key === key)?.sortValue);
  return (
    <div className="rounded-md border-line bg-surface max-md:bg-transparent md:overflow-x-auto md:border">
      <table
        className="w-full border-collapse text-sm max-md:block"
        aria-busy={skeletonRows > 0 || undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="max-md:sr-only">
          <tr className="border-b border-line">
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block max-md:space-y-3">
          {waitingKeys(skeletonRows).map((key) => (
            <TableRow key={key} columns={columns} content={() => <Skeleton />} />
          ))}
          {sorted.map((row, index) => (
            <TableRow key={rowKey(row)} columns={columns} content={(column) => column.cell(row, index)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function waitingKeys(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `waiting-${index}`);
}

function TableRow<Row>({
  columns,
  content,
}: {
  columns: readonly Column<Row>[];
  content: (column: Column<Row>) => ReactNode;
}) {
  return (
    <tr className="border-line max-md:flex max-md:flex-col max-md:rounded-md max-md:border max-md:bg-surface max-md:p-4 md:border-b md:last:border-b-0">
      {columns.map((column) => (
        <td
          key={column.key}
          className={classNames(
            'align-middle max-md:flex max-md:justify-between max-md:gap-4 max-md:py-1.5 md:px-4 md:py-3',
            column.align === 'end' && 'tabular-nums md:text-right',
            column.narrow && 'md:w-px',
            column.lead && 'max-md:order-first',
            'max-md:has-[>span:last-child:empty]:hidden',
          )}
        >
          {!column.bare && !column.lead && (
            <span aria-hidden="true" className="shrink-0 text-ink-soft md:hidden">
              {column.header}
            </span>
          )}
          <span
            className={classNames(
              'min-w-0 max-md:block',
              !column.bare && !column.lead && 'max-md:text-right',
            )}
          >
            {content(column)}
          </span>
        </td>
      ))}
    </tr>
  );
}

function HeadCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}) {
  const rising = sort === column.key;
  const falling = sort === `-${column.key}`;
  const sortable = column.sortValue && onSort;
  return (
    <th
      scope="col"
      aria-sort={sortable ? (rising ? 'ascending' : falling ? 'descending' : 'none') : undefined}
      className={classNames(
        'label-caps px-4 py-2 align-bottom text-ink-soft',
        column.align === 'end' ? 'text-right' : 'text-left',
      )}
    >
      {sortable ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(sort, column.key))}
          className={classNames(
            'inline-flex min-h-6 items-center gap-1 rounded-md uppercase hover:text-ink',
            column.align === 'end' ? 'text-right' : 'text-left',
            (rising || falling) && 'text-ink',
          )}
        >
          {column.header}
          <Icon
            name="sort"
            className={classNames(
              'size-4 shrink-0',
              falling && 'rotate-180',
              !rising && !falling && 'opacity-40',
            )}
          />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}
