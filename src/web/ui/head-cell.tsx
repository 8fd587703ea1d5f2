import { classNames } from './class-names.ts';
import type { Column } from './column.ts';
import { Icon } from './icon.tsx';

type SortedColumn = Pick<Column<never>, 'header' | 'align' | 'sorts'>;

/** The head of a column: a button where the list can be sorted by it. The empty sort is the list's own order. */
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
        'label-caps px-2 py-2 align-bottom text-ink-soft first:pl-3 last:pr-3',
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

/** Rising, then falling where that can be asked for, then the list's own order again. */
function nextSort([rising, falling = '']: NonNullable<SortedColumn['sorts']>, sort: string | undefined) {
  if (sort === rising) return falling;
  return sort === falling ? '' : rising;
}
