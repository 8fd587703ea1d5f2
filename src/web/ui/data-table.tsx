import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { SelectField } from './field.tsx';
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
  /** As a card: leaves out the label before the value (for a picture, a name or buttons). */
  bare?: boolean;
  /** As a card: heads the card, without its label: what the row is about. */
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
  onSort?: ((sort: string) => void) | undefined;
  /** Shows this many grey rows instead while the first rows are on their way. */
  skeletonRows?: number;
}

/** A table with hairlines; where it has less than 896 px, each row becomes a card of labels and values. */
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
    <div className="@container">
      {onSort && rows.length > 1 && <SortChoice columns={columns} sort={sort} onSort={onSort} />}
      <div className="rounded-md border-line @4xl:overflow-x-auto @4xl:border @4xl:bg-surface">
        <table
          className="w-full border-collapse text-sm @max-4xl:block"
          aria-busy={skeletonRows > 0 || undefined}
        >
          <caption className="sr-only">{caption}</caption>
          <thead className="@max-4xl:hidden">
            <tr className="border-b border-line">
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody className="@max-4xl:grid @max-4xl:gap-3 @xl:@max-4xl:grid-cols-2">
            {waitingKeys(skeletonRows).map((key) => (
              <TableRow key={key} columns={columns} content={() => <Skeleton />} />
            ))}
            {sorted.map((row, index) => (
              <TableRow key={rowKey(row)} columns={columns} content={(column) => column.cell(row, index)} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Takes the place of the heads' sort buttons where rows are cards. */
function SortChoice<Row>({
  columns,
  sort = '',
  onSort,
}: {
  columns: readonly Column<Row>[];
  sort: string | undefined;
  onSort: (sort: string) => void;
}) {
  const sortable = columns.filter((column) => column.sortValue);
  if (sortable.length === 0) return null;
  return (
    <SelectField
      label="Sort by"
      className="mb-4 max-w-xs @4xl:hidden"
      value={sort}
      onChange={(event) => onSort(event.target.value)}
    >
      <option value="">Newest first</option>
      {sortable.flatMap(({ key, header }) => [
        <option key={key} value={key}>{`${header}, rising`}</option>,
        <option key={`-${key}`} value={`-${key}`}>{`${header}, falling`}</option>,
      ])}
    </SelectField>
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
    <tr className="border-line @max-4xl:flex @max-4xl:flex-col @max-4xl:rounded-md @max-4xl:border @max-4xl:bg-surface @max-4xl:p-4 @4xl:border-b @4xl:last:border-b-0">
      {columns.map((column) => (
        <td
          key={column.key}
          className={classNames(
            'align-middle @max-4xl:flex @max-4xl:justify-between @max-4xl:gap-4 @max-4xl:py-1.5 @4xl:px-3 @4xl:py-3',
            column.align === 'end' && 'tabular-nums @4xl:text-right',
            column.narrow && '@4xl:w-px',
            column.lead && '@max-4xl:order-first',
            '@max-4xl:has-[>span:last-child:empty]:hidden',
          )}
        >
          {!column.bare && !column.lead && (
            <span className="shrink-0 text-ink-soft @4xl:hidden">{column.header}</span>
          )}
          <span
            className={classNames(
              'min-w-0 @max-4xl:block',
              !column.bare && !column.lead && '@max-4xl:text-right',
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
        'label-caps px-3 py-2 align-bottom text-ink-soft',
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
        <span className="inline-flex min-h-6 items-center">{column.header}</span>
      )}
    </th>
  );
}
