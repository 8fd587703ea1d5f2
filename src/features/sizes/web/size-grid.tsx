import { type ClipboardEvent, type Dispatch, type KeyboardEvent, memo, useId } from 'react';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { RowButton } from '#ui/dashboard/ordered-rows.tsx';
import { useFocus } from '#ui/hooks.ts';
import { Icon } from '#ui/icon.tsx';
import { MAX_SIZE_COLUMNS, MAX_SIZES } from '../contract.ts';
import { columnNames } from '../pasted-grid-rules.ts';
import { addSizesTexts as texts } from '../texts.ts';
import { columnTitle, type GridChange, type GridRow, type GridState } from './size-grid-state.ts';

/** The id of a cell's input, or of the name of a column above the first row (-1). */
export const cellId = (grid: string, row: number, column: number) => `${grid}-${row}-${column}`;

const inputClasses = classNames(
  'block h-11 w-full min-w-24 border border-transparent bg-surface px-2 text-base text-ink sm:text-sm',
  'aria-invalid:bg-bad-wash aria-invalid:outline-2 aria-invalid:-outline-offset-2 aria-invalid:outline-bad',
);

type GridProps = {
  id: string;
  state: GridState;
  dispatch: Dispatch<GridChange>;
  /** Suggestions for the names of columns, besides fields. */
  known: readonly string[];
};

/** A grid of cells that are typed, or pasted from a spreadsheet. Enter and the arrow keys move between rows. */
export function SizeGrid({ id, state, dispatch, known }: GridProps) {
  const { names, rows } = state;
  const listId = useId();
  const focusOn = useFocus();
  const goTo = (row: number, column: number) => focusOn(cellId(id, row, column));

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const { row, column } = placeOf(event.target);
    if (row === undefined || column === undefined || event.nativeEvent.isComposing) return;
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.shiftKey) return;
    event.preventDefault();
    if (event.key === 'Enter' && row === rows.length - 1) dispatch({ type: 'addRow' });
    const next = row + step;
    if (next >= -1 && (next < rows.length || event.key === 'Enter')) goTo(next, column);
  }

  function onPaste(event: ClipboardEvent<HTMLTableElement>) {
    const { row, column } = placeOf(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (row === undefined || column === undefined || !/[\t\r\n]/.test(text.trim())) return;
    event.preventDefault();
    dispatch({ type: 'paste', row: Math.max(row, 0), column, text });
  }

  return (
    <>
      <p role="status" className="mb-2 min-h-5 text-sm">
        {state.said}
      </p>
      <div className="overflow-x-auto rounded-md border border-line">
        <table className="w-full border-collapse" onKeyDown={onKeyDown} onPaste={onPaste}>
          <caption className="sr-only">{texts.grid}</caption>
          <thead>
            <tr className="align-top">
              <th scope="col" className="w-10 px-1 py-2 text-right text-xs text-ink-soft">
                <span className="sr-only">{texts.row}</span>
              </th>
              {names.map((name, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place.
                <th key={column} scope="col" className="border-l border-line bg-sunken p-0 text-left">
                  <div className="flex items-center">
                    <input
                      type="text"
                      id={cellId(id, -1, column)}
                      data-cell={`-1 ${column}`}
                      aria-label={texts.columnName(column + 1)}
                      aria-invalid={state.nameProblems[column] ? true : undefined}
                      aria-describedby={
                        state.nameProblems[column] ? `${cellId(id, -1, column)}-error` : undefined
                      }
                      placeholder={texts.specification}
                      maxLength={90}
                      autoComplete="off"
                      list={listId}
                      className={classNames(inputClasses, 'min-w-36 bg-transparent font-semibold')}
                      value={name}
                      onChange={({ target }) => dispatch({ type: 'name', column, text: target.value })}
                    />
                    {names.length > 1 && (
                      <RowButton
                        label={texts.removeColumn(columnTitle(names, column))}
                        onClick={() => {
                          dispatch({ type: 'removeColumn', column });
                          goTo(-1, Math.max(0, column - 1));
                        }}
                        icon={<Icon name="close" className="size-4" />}
                      />
                    )}
                  </div>
                  {state.nameProblems[column] && (
                    <p
                      id={`${cellId(id, -1, column)}-error`}
                      className="px-2 pb-1 text-xs font-medium text-bad"
                    >
                      {state.nameProblems[column]}
                    </p>
                  )}
                </th>
              ))}
              <td className="w-11 border-l border-line bg-sunken" />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <Row key={row.key} {...{ id, row, place, names, dispatch, goTo }} isOnly={rows.length === 1} />
            ))}
          </tbody>
        </table>
      </div>
      <datalist id={listId}>
        {[...columnNames, ...known].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="secondary"
          icon="plus"
          disabled={rows.length >= MAX_SIZES}
          onClick={() => {
            dispatch({ type: 'addRow' });
            goTo(rows.length, 0);
          }}
        >
          {texts.addRow}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          icon="plus"
          disabled={names.length >= MAX_SIZE_COLUMNS}
          onClick={() => {
            dispatch({ type: 'addColumn' });
            goTo(-1, names.length);
          }}
        >
          {texts.addColumn}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => dispatch({ type: 'clear' })}>
          {texts.clear}
        </Button>
      </div>
    </>
  );
}

/** Returns the place of the cell that an event is in. */
function placeOf(target: EventTarget): { row?: number | undefined; column?: number | undefined } {
  const [row, column] = (target instanceof HTMLElement && target.dataset.cell?.split(' ').map(Number)) || [];
  return { row, column };
}

type RowProps = {
  id: string;
  row: GridRow;
  place: number;
  names: readonly string[];
  isOnly: boolean;
  dispatch: Dispatch<GridChange>;
  goTo: (row: number, column: number) => void;
};

/** Rendered again only where it has changed: there are up to 500. */
const Row = memo(
  function Row({ id, row, place, names, isOnly, dispatch, goTo }: RowProps) {
    const problems = Object.entries(row.problems);
    return (
      <tr className="border-t border-line align-top">
        <th scope="row" className="px-1 pt-2.5 text-right text-xs font-normal text-ink-soft tabular-nums">
          {place + 1}
        </th>
        {names.map((_name, column) => (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place.
            key={column}
            className="border-l border-line bg-surface p-0"
          >
            <input
              type="text"
              id={cellId(id, place, column)}
              data-cell={`${place} ${column}`}
              aria-label={texts.cell(place + 1, columnTitle(names, column))}
              aria-invalid={row.problems[column] ? true : undefined}
              aria-describedby={row.problems[column] ? `${cellId(id, place, column)}-error` : undefined}
              autoComplete="off"
              className={inputClasses}
              value={row.cells[column] ?? ''}
              onChange={({ target }) => dispatch({ type: 'cell', key: row.key, column, text: target.value })}
            />
            {row.problems[column] && (
              <p id={`${cellId(id, place, column)}-error`} className="px-2 py-1 text-xs font-medium text-bad">
                {row.problems[column]}
              </p>
            )}
          </td>
        ))}
        <td className={classNames('border-l border-line', problems.length > 0 && 'bg-bad-wash')}>
          <RowButton
            label={texts.removeRow(place + 1)}
            disabled={isOnly}
            onClick={() => {
              dispatch({ type: 'removeRow', key: row.key });
              goTo(Math.max(0, place - 1), 0);
            }}
            icon={<Icon name="trash" className="size-4" />}
          />
        </td>
      </tr>
    );
  },
  (before, after) =>
    before.row === after.row &&
    before.place === after.place &&
    before.names === after.names &&
    before.isOnly === after.isOnly,
);
