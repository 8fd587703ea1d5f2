import { Fragment, memo, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Skeleton } from '#ui/loading.tsx';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { type CardPart, Figure, RowCard } from './row-card.tsx';

/** The context of a cell: its row's index in the list, and the size of its buttons, small in a table. */
export type CellPlace = { index: number; size: 'sm' | undefined };

/** Renders a part of a row. */
export type RowCell<Row> = (row: Row, place: CellPlace) => ReactNode;

export type Column<Row> = {
  key: string;
  header: string;
  cell: RowCell<Row>;
  /** The minimum readable width, padding included, in pixels. Remaining space is distributed in
   * proportion. */
  width: number;
  /** Keeps its width; the columns that do not then share the rest equally. */
  isFixed?: boolean;
  /** `end` for figures: right-aligned and tabular. */
  align?: 'start' | 'end';
  /** The part of a row's card that shows the cell if there is no room for a table; or several parts, each
   * with its content. */
  card?: CardPart | Partial<Record<CardPart, RowCell<Row>>>;
  /** The sorts that the header toggles: ascending and, if supported, descending. */
  sorts?: readonly [rising: string, falling?: string];
};

/** Rows that belong together, by their key; a row without one stands alone. `head` is shown above them.
 * Must be stable between renders. */
export type RowGroups<Row> = {
  keyOf: (row: Row) => string | undefined;
  head: (rows: readonly Row[]) => ReactNode;
};

type PlacedRow<Row> = { row: Row; index: number };

/** Puts rows of the same group together, at the place of the first. */
function inGroups<Row>(rows: readonly Row[], groups: RowGroups<Row> | undefined): PlacedRow<Row>[][] {
  const placed = rows.map((row, index) => ({ row, index }));
  if (!groups) return [placed];
  return [...Map.groupBy(placed, ({ row, index }) => groups.keyOf(row) ?? index).values()];
}

type SortedColumn = Pick<Column<never>, 'header' | 'align' | 'sorts'>;

/** A column's header: a button if the list can be sorted by it. The empty sort is the list's own order. */
export function HeadCell({
  column: { header, align, sorts },
  sort,
  onSort,
}: {
  column: SortedColumn;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}) {
  const direction = sort === undefined ? undefined : directionOf(sorts, sort);
  return (
    <th
      scope="col"
      aria-sort={sorts && onSort ? (direction ?? 'none') : undefined}
      className={classNames(
        'label-caps px-2 py-1 align-bottom text-ink-soft first:pl-3 last:pr-3',
        align === 'end' ? 'text-right' : 'text-left',
      )}
    >
      {sorts && onSort ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(sorts, sort))}
          className={classNames(
            'inline-flex min-h-6 items-center gap-1 rounded-md uppercase hover:text-ink',
            align === 'end' ? 'text-right' : 'text-left',
            direction && 'text-ink',
          )}
        >
          {header}
          <Icon
            name="sort"
            className={classNames(
              'size-4 shrink-0',
              direction === 'descending' && 'rotate-180',
              !direction && 'opacity-40',
            )}
          />
        </button>
      ) : (
        <span className="inline-flex min-h-6 items-center">{header}</span>
      )}
    </th>
  );
}

function directionOf(sorts: SortedColumn['sorts'], sort: string) {
  if (sort === sorts?.[0]) return 'ascending';
  return sort === sorts?.[1] ? 'descending' : undefined;
}

/** Ascending, then descending if supported, then the list's own order again. */
function nextSort([rising, falling = '']: NonNullable<SortedColumn['sorts']>, sort: string | undefined) {
  if (sort === rising) return falling;
  return sort === falling ? '' : rising;
}

interface DataTableProps<Row> {
  /** The table's caption for screen readers. */
  caption: string;
  /** Must be stable between renders, so that unchanged rows are not rendered again. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The current sort: one of the columns' `sorts`. */
  sort?: string | undefined;
  onSort?: ((sort: string) => void) | undefined;
  /** The number of placeholder rows shown while the first rows are loading. */
  waitingRows?: number;
  groups?: RowGroups<Row> | undefined;
}

/** The key of a group's markup, and its head if it has one. */
function headOf<Row>(
  group: PlacedRow<Row>[],
  { groups, rowKey }: Pick<DataTableProps<Row>, 'groups' | 'rowKey'>,
): { key: string; head: ReactNode } {
  const [first] = group;
  if (!first) return { key: '', head: undefined };
  const hasHead = groups?.keyOf(first.row) !== undefined;
  return { key: rowKey(first.row), head: hasHead && groups?.head(group.map(({ row }) => row)) };
}

/** A table's left and right border. */
const BORDERS = 2;

/** A table if there is room, else cards. Separate markup: some screen readers do not recognize a table whose
 * cells are laid out as blocks. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const place = useRef<HTMLDivElement>(null);
  const needed = BORDERS + props.columns.reduce((sum, { width }) => sum + width, 0);
  const fits = useFits(place, needed);
  return (
    <div ref={place} className="@container">
      {fits === true && <Table {...props} />}
      {fits === false && <Cards {...props} />}
    </div>
  );
}

/** Whether a box is at least this many pixels wide; undefined until it is measured, which is before it is
 * painted. */
function useFits(box: RefObject<HTMLElement | null>, needed: number): boolean | undefined {
  const [fits, setFits] = useState<boolean>();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setFits(element.getBoundingClientRect().width >= needed);
    measure();
    // Synchronously: otherwise, after narrowing the window or turning a phone, an overflowing table is
    // painted first.
    const sizes = new ResizeObserver(() => flushSync(measure));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [box, needed]);
  return fits;
}

/** Column widths do not depend on their content: no row shifts those above it, and long words break within
 * their cell. */
function Table<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onSort, waitingRows = 0 } = props;
  const isProportional = !columns.some(({ isFixed }) => isFixed);
  return (
    <div className="rounded-md border border-line bg-surface">
      <table className="w-full table-fixed border-collapse text-sm" aria-busy={waitingRows > 0 || undefined}>
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          {columns.map(({ key, width, isFixed }) => (
            <col key={key} style={isFixed || isProportional ? { width } : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr className="border-b border-line">
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {waitingRows > 0 && (
          <tbody>
            {waitingKeys(waitingRows).map((key) => (
              <tr key={key} className="border-b border-line last:border-b-0">
                {columns.map((column) => (
                  <td key={column.key} className="px-2 py-4 first:pl-3 last:pr-3">
                    <Skeleton />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
        {inGroups(rows, props.groups).map((group) => {
          const { key, head } = headOf(group, props);
          return (
            <tbody key={key} className="not-last:border-b not-last:border-line">
              {head && (
                <tr className="border-b border-line bg-sunken">
                  <th scope="rowgroup" colSpan={columns.length} className="px-3 py-2 text-left font-normal">
                    {head}
                  </th>
                </tr>
              )}
              {group.map(({ row, index }) => (
                <TableRow key={rowKey(row)} columns={columns} row={row} index={index} />
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

type RowProps<Row> = { columns: readonly Column<Row>[]; row: Row; index: number };

function PlainRow<Row>({ columns, row, index }: RowProps<Row>) {
  return (
    <tr data-row tabIndex={-1} className="border-b border-line last:border-b-0">
      {columns.map((column) => (
        <td
          key={column.key}
          className={classNames(
            'px-2 py-1 align-middle first:pl-3 last:pr-3',
            column.align === 'end' && 'text-right tabular-nums',
          )}
        >
          {column.card === 'actions' ? (
            <div className="flex flex-wrap items-center gap-2">{column.cell(row, { index, size: 'sm' })}</div>
          ) : (
            column.cell(row, { index, size: 'sm' })
          )}
        </td>
      ))}
    </tr>
  );
}

// A list grows to a thousand rows, and each further page would render all earlier ones again.
const TableRow = memo(PlainRow) as unknown as typeof PlainRow;

function Cards<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, waitingRows = 0 } = props;
  const cards = (group: PlacedRow<Row>[], isLastWide: boolean) =>
    group.map(({ row, index }, at) => (
      <CardItem
        key={rowKey(row)}
        columns={columns}
        row={row}
        index={index}
        isWide={isLastWide && at === group.length - 1}
      />
    ));
  const groups = inGroups(rows, props.groups).map((group) => ({ group, ...headOf(group, props) }));
  // The cards since the last head, in two columns: the last one before a head leaves no hole beside it.
  let sinceHead = 0;
  return (
    <ul aria-label={caption} aria-busy={waitingRows > 0 || undefined} className="grid gap-2 @2xl:grid-cols-2">
      {waitingKeys(waitingRows).map((key) => (
        <li key={key} className="space-y-3 rounded-md border border-line bg-surface p-3">
          <Skeleton className="h-6 w-3/4" />
          <Skeleton className="h-16 w-full" />
        </li>
      ))}
      {groups.map(({ group, key, head }, at) => {
        sinceHead = head ? 0 : sinceHead + group.length;
        if (!head) return cards(group, sinceHead % 2 === 1 && Boolean(groups[at + 1]?.head));
        return (
          <li key={key} className="col-span-full space-y-3 rounded-md border border-line bg-sunken p-3">
            {head}
            <ul className="grid gap-2 @2xl:grid-cols-2">{cards(group, group.length % 2 === 1)}</ul>
          </li>
        );
      })}
    </ul>
  );
}

/** `isWide`: over all columns. */
function PlainCardItem<Row>({ columns, row, index, isWide }: RowProps<Row> & { isWide: boolean }) {
  return (
    <li
      data-row
      tabIndex={-1}
      className={classNames('card-laid-out-late rounded-md', isWide && 'col-span-full')}
    >
      <RowCard {...cardParts(columns, row, { index, size: undefined })} />
    </li>
  );
}

const CardItem = memo(PlainCardItem) as unknown as typeof PlainCardItem;

/** Groups what the columns show on a row's card by part, in column order. */
function cardParts<Row>(columns: readonly Column<Row>[], row: Row, place: CellPlace) {
  const parts: Partial<Record<CardPart, ReactNode[]>> = {};
  for (const { key, header, cell, card = {} } of columns) {
    const cells = typeof card === 'string' ? { [card]: cell } : card;
    for (const part of Object.keys(cells) as CardPart[]) {
      const shown = cells[part]?.(row, place);
      if (!shown) continue;
      parts[part] ??= [];
      parts[part].push(
        part === 'figures' ? (
          <Figure key={key} label={header}>
            {shown}
          </Figure>
        ) : (
          <Fragment key={key}>{shown}</Fragment>
        ),
      );
    }
  }
  return parts;
}

function waitingKeys(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `waiting-${index}`);
}
