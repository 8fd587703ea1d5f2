import { type ReactNode, type Ref, useId, useImperativeHandle, useState } from 'react';
import { rowsTexts as texts } from '#features/catalogue/texts/manage.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { TextField } from '#ui/field.tsx';
import { useFocus } from '#ui/hooks.ts';
import { Icon } from '#ui/icon.tsx';
import { MoveButtons, moveRow, RowButton, wayAfterMove } from '#ui/row-buttons.tsx';
import { readRows, writeRows } from './form-rows.ts';

type RowsFieldProps = {
  label: string;
  hint?: ReactNode;
  /** What stands in each cell of a row, the first of them the widest. */
  columns: readonly string[];
  add: string;
  /** What is suggested while a cell is typed, column by column. */
  known?: readonly (readonly string[])[];
  /** Rows that the keeper puts in order; the others have their own. */
  isOrdered?: boolean;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  ref?: Ref<Pick<HTMLInputElement, 'focus'>>;
};

/** Rows of short texts that are added, taken out and put in order, as one
 * field of a form (`form-rows.ts`). */
export function RowsField(props: RowsFieldProps) {
  const { label, hint, columns, add, known = [], isOrdered = false, value, error, onChange, ref } = props;
  const id = useId();
  const [said, setSaid] = useState('');
  const rows = readRows(value, columns.length);
  const focusOn = useFocus();
  const focus = (part: string) => focusOn(`${id}-${part}`);
  useImperativeHandle(ref, () => ({ focus: () => focus(rows.length > 0 ? '0-0' : 'add') }));

  /** Shows other rows, and puts the focus where it belongs then. */
  function show(next: string[][], part: string, words: string) {
    onChange(writeRows(next));
    setSaid(words);
    focus(part);
  }

  function move(from: number, to: number) {
    show(moveRow(rows, from, to), `${to}-${wayAfterMove(from, to, rows.length)}`, texts.moved(to + 1));
  }

  function remove(row: number) {
    const next = rows.toSpliced(row, 1);
    const following = Math.min(row, next.length - 1);
    show(next, next.length > 0 ? `${following}-0` : 'add', texts.removed);
  }

  function type(row: number, column: number, text: string) {
    const cells = (rows[row] ?? []).with(column, text.replaceAll(/[\t\r\n]/g, ' '));
    onChange(writeRows(rows.with(row, cells)));
  }

  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      {hint && <p className="mb-2 text-sm text-ink-soft">{hint}</p>}
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol className="space-y-3">
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone.
          <li key={row} className="grid gap-2 max-sm:border-b max-sm:border-line max-sm:pb-3 sm:flex">
            <div className="grid min-w-0 grow grid-cols-2 gap-2 sm:flex">
              {columns.map((column, nth) => (
                <TextField
                  key={column}
                  id={`${id}-${row}-${nth}`}
                  label={texts.field(column, row + 1)}
                  className={classNames(
                    'sm:[&_label]:sr-only',
                    nth === 2 ? 'sm:w-20 sm:shrink-0' : 'sm:min-w-0 sm:grow',
                    columns.length > 2 && nth === 0 && 'max-sm:col-span-2',
                  )}
                  placeholder={column}
                  list={known[nth]?.length ? `${id}-known-${nth}` : undefined}
                  value={cells[nth] ?? ''}
                  onChange={({ target }) => type(row, nth, target.value)}
                />
              ))}
            </div>
            <div className="flex shrink-0 gap-1">
              {isOrdered && (
                <MoveButtons
                  id={`${id}-${row}`}
                  up={texts.up(row + 1)}
                  down={texts.down(row + 1)}
                  place={row}
                  count={rows.length}
                  onMove={(to) => move(row, to)}
                />
              )}
              <RowButton
                label={texts.remove(row + 1)}
                onClick={() => remove(row)}
                icon={<Icon name="trash" className="size-4" />}
              />
            </div>
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
      <Button
        id={`${id}-add`}
        size="sm"
        variant="secondary"
        className={rows.length > 0 ? 'mt-3' : undefined}
        icon={<Icon name="plus" className="size-4" />}
        onClick={() => show([...rows, columns.map(() => '')], `${rows.length}-0`, '')}
      >
        {add}
      </Button>
    </fieldset>
  );
}
