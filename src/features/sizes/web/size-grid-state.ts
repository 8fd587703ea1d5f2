import type { CellProblem } from '#contracts/app-error.ts';
import { type AddSizes, MAX_SIZE_COLUMNS, MAX_SIZES } from '../contract.ts';
import { firstColumns, readColumnName, readPastedGrid } from '../pasted-grid-rules.ts';
import { addSizesTexts as texts } from '../texts.ts';

/** A row of the grid, with what is wrong in its cells, by their columns. */
export type GridRow = { key: number; cells: readonly string[]; problems: Readonly<Record<number, string>> };

/** The grid as it is typed; `said` is what a paste or removal has done. */
export type GridState = {
  names: readonly string[];
  nameProblems: Readonly<Record<number, string>>;
  rows: readonly GridRow[];
  nextKey: number;
  said: string;
};

const FIRST_ROWS = 5;
const none = {};

/** An empty grid. */
export const emptyGrid: GridState = {
  names: firstColumns,
  nameProblems: none,
  rows: Array.from({ length: FIRST_ROWS }, (_, key) => ({ key, cells: [], problems: none })),
  nextKey: FIRST_ROWS,
  said: '',
};

export type GridChange =
  | { type: 'cell'; key: number; column: number; text: string }
  | { type: 'name'; column: number; text: string }
  | { type: 'paste'; row: number; column: number; text: string }
  | { type: 'addRow' }
  | { type: 'addColumn' }
  | { type: 'removeRow'; key: number }
  | { type: 'removeColumn'; column: number }
  | { type: 'nameProblems'; problems: Record<number, string> }
  | { type: 'problems'; problems: readonly GridProblem[] }
  | { type: 'clear' };

/** A wrong cell: its place in the grid. */
export type GridProblem = { row: number; column: number; message: string };

/** Returns the grid after a change. */
export function changeGrid(state: GridState, change: GridChange): GridState {
  const { names, rows } = state;
  switch (change.type) {
    case 'cell':
      return {
        ...state,
        rows: rows.map((row) =>
          row.key === change.key
            ? {
                ...row,
                cells: withCell(row.cells, change.column, change.text),
                problems: without(row.problems, change.column),
              }
            : row,
        ),
      };
    case 'name':
      return {
        ...state,
        names: names.with(change.column, change.text),
        nameProblems: without(state.nameProblems, change.column),
      };
    case 'paste':
      return paste(state, change);
    case 'addRow':
      return rows.length < MAX_SIZES ? withRows(state, rows.length + 1) : state;
    case 'addColumn':
      return names.length < MAX_SIZE_COLUMNS ? { ...state, names: [...names, ''] } : state;
    case 'removeRow': {
      const place = rows.findIndex(({ key }) => key === change.key);
      const left = withRows({ ...state, rows: rows.toSpliced(place, 1) }, 1);
      return { ...left, said: texts.removedRow(place + 1) };
    }
    case 'removeColumn':
      return {
        ...state,
        names: names.toSpliced(change.column, 1),
        nameProblems: none,
        rows: rows.map((row) => ({
          ...row,
          cells: row.cells.toSpliced(change.column, 1),
          problems: none,
        })),
        said: texts.removedColumn(columnTitle(names, change.column)),
      };
    case 'nameProblems':
      return { ...state, nameProblems: change.problems };
    case 'problems': {
      const byRow = Map.groupBy(change.problems, ({ row }) => row);
      return {
        ...state,
        rows: rows.map((row, place) => {
          const own = byRow.get(place)?.map(({ column, message }) => [column, message]);
          return own || row.problems !== none
            ? { ...row, problems: own ? Object.fromEntries(own) : none }
            : row;
        }),
      };
    }
    case 'clear':
      return emptyGrid;
  }
}

/** Returns what a column is called, also while it has no name. */
export const columnTitle = (names: readonly string[], column: number) =>
  names[column]?.trim() || texts.unnamed(column + 1);

const withCell = (cells: readonly string[], column: number, text: string) =>
  Array.from({ length: Math.max(cells.length, column + 1) }, (_, at) =>
    at === column ? text : (cells[at] ?? ''),
  );

const without = (problems: Readonly<Record<number, string>>, column: number) =>
  column in problems
    ? Object.fromEntries(Object.entries(problems).filter(([at]) => Number(at) !== column))
    : problems;

/** Adds empty rows up to a number of them. */
function withRows(state: GridState, count: number): GridState {
  const missing = Math.max(0, count - state.rows.length);
  const added = Array.from({ length: missing }, (_, nth) => ({
    key: state.nextKey + nth,
    cells: [],
    problems: none,
  }));
  return { ...state, rows: [...state.rows, ...added], nextKey: state.nextKey + missing };
}

/** Writes pasted cells from one of the grid's on. A pasted line of names says what the columns are instead. */
function paste(state: GridState, change: { row: number; column: number; text: string }): GridState {
  const { names, rows: pasted } = readPastedGrid(change.text);
  const column = names ? 0 : change.column;
  const width = Math.min(
    MAX_SIZE_COLUMNS,
    Math.max(names?.length ?? 0, ...pasted.map((cells) => column + cells.length)),
  );
  const taken = pasted.slice(0, MAX_SIZES - change.row);
  const grown = withRows(state, change.row + taken.length);
  const left = pasted.length - taken.length;
  const shown = names ?? state.names;
  return {
    ...grown,
    names: Array.from({ length: Math.max(width, shown.length) }, (_, at) => shown[at] ?? ''),
    nameProblems: none,
    rows: grown.rows.map((row, place) => {
      const cells = taken[place - change.row];
      return cells ? { ...row, cells: over(row.cells, cells, column, width), problems: none } : row;
    }),
    said: left > 0 ? texts.leftOut(left, MAX_SIZES) : texts.pasted(taken.length),
  };
}

const over = (before: readonly string[], pasted: readonly string[], column: number, width: number) =>
  Array.from({ length: Math.max(before.length, width) }, (_, at) => pasted[at - column] ?? before[at] ?? '');

/** The grid as it is sent: without empty rows and columns, whose places it tells. */
export type SentGrid = Pick<AddSizes, 'columns' | 'rows'> & {
  rowPlaces: number[];
  columnPlaces: number[];
  nameProblems: Record<number, string>;
};

/** Returns what the grid says, and which of its columns are not named, or twice. */
export function readGrid({ names, rows }: GridState): SentGrid {
  const hasContent = ({ cells }: GridRow) => cells.some((cell) => cell.trim() !== '');
  const filled = rows.flatMap((row, place) => (hasContent(row) ? [{ row, place }] : []));
  const isUsed = (column: number) =>
    names[column]?.trim() !== '' || filled.some(({ row }) => row.cells[column]?.trim());
  const columnPlaces = [...names.keys()].filter(isUsed);
  const columns = columnPlaces.map((column) => readColumnName(names[column] ?? ''));
  const keys = columns.map((column) =>
    'field' in column ? `field ${column.field}` : `specification ${column.specification.toLowerCase()}`,
  );
  const nameProblems = Object.fromEntries(
    columns.flatMap((column, nth) => {
      const isUnnamed = 'specification' in column && column.specification === '';
      const isAgain = keys.indexOf(keys[nth] ?? '') < nth;
      const problem = isUnnamed ? texts.nameColumn : isAgain ? texts.nameTwice : undefined;
      return problem ? [[columnPlaces[nth], problem]] : [];
    }),
  );
  return {
    columns,
    rows: filled.map(({ row }) => columnPlaces.map((column) => row.cells[column] ?? '')),
    rowPlaces: filled.map(({ place }) => place),
    columnPlaces,
    nameProblems,
  };
}

/** Puts the shop's wrong cells where the grid has them; those of a row as a whole are in its first cell. */
export const placeProblems = (
  { rowPlaces, columnPlaces }: SentGrid,
  cells: readonly CellProblem[],
): GridProblem[] =>
  cells.flatMap(({ row, column, message }) =>
    row === null ? [] : [{ row: rowPlaces[row] ?? 0, column: columnPlaces[column ?? 0] ?? 0, message }],
  );
