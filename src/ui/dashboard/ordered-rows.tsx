import { type ComponentProps, type ReactNode, type Ref, useId, useImperativeHandle, useState } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { TextField } from '../field.tsx';
import { useFocus } from '../hooks.ts';
import { Icon } from '../icon.tsx';
import { rowsTexts as texts } from './texts.ts';

/** Returns the rows with the one at `from` moved to `to`. */
export function moveRow<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  return rows.toSpliced(from, 1).toSpliced(to, 0, ...rows.slice(from, from + 1));
}

/** Returns which of a row's two buttons has the focus after a move: the pressed one, or the other if that
 * cannot move the row further. */
export function wayAfterMove(from: number, to: number, count: number): 'up' | 'down' {
  const isAtEnd = to === 0 || to === count - 1;
  return to < from === isAtEnd ? 'down' : 'up';
}

type RowButtonProps = {
  id?: string;
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick: () => void;
};

/** A small icon-only button of a row. */
export function RowButton({ label, icon, ...button }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-sunken disabled:text-ink-soft disabled:hover:bg-transparent"
      {...button}
    >
      {icon}
    </button>
  );
}

type MoveButtonsProps = {
  /** The prefix of the buttons' ids, followed by `-up` and `-down`. */
  id: string;
  up: string;
  down: string;
  /** The row's index among `count` rows. */
  place: number;
  count: number;
  onMove: (to: number) => void;
};

/** Moves a row one place up or down. */
export function MoveButtons({ id, up, down, place, count, onMove }: MoveButtonsProps) {
  return (
    <>
      <RowButton
        id={`${id}-up`}
        label={up}
        disabled={place === 0}
        onClick={() => onMove(place - 1)}
        icon={<Icon name="chevron-down" className="size-4 rotate-180" />}
      />
      <RowButton
        id={`${id}-down`}
        label={down}
        disabled={place === count - 1}
        onClick={() => onMove(place + 1)}
        icon={<Icon name="chevron-down" className="size-4" />}
      />
    </>
  );
}

/** What the buttons of a row with a name are called, and what is said of it then. */
type RowWords<Name> = {
  up: (name: Name) => string;
  down: (name: Name) => string;
  remove: (name: Name) => string;
  moved: (name: Name, place: number, of: number) => string;
  removed: (name: Name) => string;
};

type OrderedRowsOptions<Name> = {
  /** What each row is known by; their number, where it is its place. */
  keys: readonly string[] | number;
  /** So many more stand before them, elsewhere. */
  before?: number;
  /** The end of the id of what has the focus in a row once another has been removed. */
  landing: string;
  words: RowWords<Name>;
  nameOf: (place: number) => Name;
  /** Puts a row elsewhere. `false` where it has not been, or not yet. Without it, rows have an order of
   * their own. */
  onMove?: (from: number, to: number) => unknown;
  /** `false` where the row has to stay. */
  onRemove: (place: number) => unknown;
};

/** Rows that are added, put in order and taken out. What has been done is `said`, and the focus goes to where
 * one can go on. Ids of rows begin with `id` and their keys; that of what adds one ends with `add`. */
export function useOrderedRows<Name>({
  keys,
  before = 0,
  landing,
  words,
  nameOf,
  onMove,
  onRemove,
}: OrderedRowsOptions<Name>) {
  const id = useId();
  const [said, setSaid] = useState('');
  const focusOn = useFocus();
  const focus = (part: string) => focusOn(`${id}-${part}`);
  const areByPlace = typeof keys === 'number';
  const known = areByPlace ? Array.from({ length: keys }, (_, place) => String(place)) : keys;

  function settle(part: string, what: string) {
    setSaid(what);
    focus(part);
  }

  function move(from: number, to: number) {
    if (onMove?.(from, to) === false) return;
    const [place, count] = [to + before, known.length + before];
    const way = wayAfterMove(from + before, place, count);
    settle(`${known[areByPlace ? to : from]}-${way}`, words.moved(nameOf(from), place + 1, count));
  }

  function remove(place: number) {
    if (onRemove(place) === false) return;
    const left = areByPlace ? known.slice(0, -1) : known.toSpliced(place, 1);
    const next = left[Math.min(place, left.length - 1)];
    settle(next === undefined ? 'add' : `${next}-${landing}`, words.removed(nameOf(place)));
  }

  /** The buttons that move a row and take it out, with what stands between them. */
  function buttons(place: number, between?: ReactNode) {
    const [row, name] = [`${id}-${known[place]}`, nameOf(place)];
    return (
      <>
        {onMove && (
          <MoveButtons
            id={row}
            up={words.up(name)}
            down={words.down(name)}
            place={place + before}
            count={known.length + before}
            onMove={(to) => move(place, to - before)}
          />
        )}
        {between}
        <RowButton
          id={`${row}-remove`}
          label={words.remove(name)}
          onClick={() => remove(place)}
          icon={<Icon name="trash" className="size-4" />}
        />
      </>
    );
  }

  return { id, said, settle, focus, buttons };
}

/** The button under the rows that adds one. */
export const AddRowButton = ({
  rows,
  ...button
}: ComponentProps<typeof Button> & { rows: { id: string } }) => (
  <Button id={`${rows.id}-add`} size="sm" variant="secondary" icon="plus" {...button} />
);

/** Joins rows of cells to one text, as form, draft and conflicts store them: no cell contains a tab or a line
 * break. */
export const writeRows = (rows: readonly string[][]) => rows.map((cells) => cells.join('\t')).join('\n');

/** Splits such a text into rows of `columns` cells; none for the empty text. */
export function readRows(text: string, columns: number): string[][] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const cells = line.split('\t');
    return Array.from({ length: columns }, (_, column) => cells[column] ?? '');
  });
}

/** Returns the rows that are not empty, trimmed. */
export const filledRows = (text: string, columns: number) =>
  readRows(text, columns)
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));

type RowsFieldProps = {
  label: string;
  hint?: ReactNode;
  /** The content of each cell in a row. */
  columns: readonly string[];
  /** The index of the widest cell, by default the first of several. */
  widest?: number;
  add: string;
  /** Suggestions while a cell is typed, by column. */
  known?: readonly (readonly string[])[];
  /** Whether the admin orders the rows; otherwise they have their own order. */
  isOrdered?: boolean;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  ref?: Ref<Pick<HTMLInputElement, 'focus'>>;
};

/** Rows of short texts that are added, taken out and put in order, as one
 * field of a form. */
export function RowsField(props: RowsFieldProps) {
  const { label, hint, columns, add, known = [], isOrdered = false, value, error, onChange, ref } = props;
  const { widest = columns.length > 2 ? 0 : undefined } = props;
  const cells = readRows(value, columns.length);
  const rows = useOrderedRows({
    keys: cells.length,
    landing: '0',
    words: texts,
    nameOf: (row) => row + 1,
    ...(isOrdered && { onMove: (from: number, to: number) => onChange(writeRows(moveRow(cells, from, to))) }),
    onRemove: (row) => onChange(writeRows(cells.toSpliced(row, 1))),
  });
  const { id } = rows;
  useImperativeHandle(ref, () => ({ focus: () => rows.focus(cells.length > 0 ? '0-0' : 'add') }));

  function addRow() {
    onChange(writeRows([...cells, columns.map(() => '')]));
    rows.settle(`${cells.length}-0`, '');
  }

  function type(row: number, column: number, text: string) {
    const typed = (cells[row] ?? []).with(column, text.replaceAll(/[\t\r\n]/g, ' '));
    onChange(writeRows(cells.with(row, typed)));
  }

  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      {hint && <p className="mb-2 text-sm text-ink-soft">{hint}</p>}
      <p role="status" className="sr-only">
        {rows.said}
      </p>
      <ol className="space-y-3">
        {cells.map((typed, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone.
          <li key={row} className="grid gap-2 max-sm:border-b max-sm:border-line max-sm:pb-3 sm:flex">
            <div className="grid min-w-0 grow grid-cols-2 gap-2 sm:flex">
              {columns.map((column, nth) => (
                <TextField
                  key={column}
                  id={`${id}-${row}-${nth}`}
                  label={texts.field(column, row + 1)}
                  className={classNames(
                    row > 0 && 'sm:[&_label]:sr-only',
                    nth === 2 ? 'sm:w-20 sm:shrink-0' : 'sm:min-w-0 sm:grow',
                    nth === widest && 'max-sm:col-span-2 sm:basis-2/5',
                  )}
                  placeholder={column}
                  list={known[nth]?.length ? `${id}-known-${nth}` : undefined}
                  value={typed[nth] ?? ''}
                  onChange={({ target }) => type(row, nth, target.value)}
                />
              ))}
            </div>
            <div className="flex shrink-0 gap-1 sm:self-end">{rows.buttons(row)}</div>
          </li>
        ))}
      </ol>
      {known.map((values, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place.
        <datalist key={nth} id={`${id}-known-${nth}`}>
          {values.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      ))}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-sm font-medium text-bad">
          <Icon name="warning" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
      <AddRowButton rows={rows} className={cells.length > 0 ? 'mt-3' : undefined} onClick={addRow}>
        {add}
      </AddRowButton>
    </fieldset>
  );
}
