import { stringify } from 'csv-stringify/sync';
import { zonedTime } from '#contracts/time-zone.ts';

/** A number with a fixed number of decimals: `3.80`. */
export type CsvDecimal = { number: number; decimals: number };

export type CsvValue = string | number | boolean | Date | CsvDecimal | null;

/** The columns of a file in order: each one's name, and its cell for a row. */
export type CsvColumns<Row> = [name: string, cell: (row: Row) => CsvValue][];

/** Writes rows as a CSV file (RFC 4180), in blocks: UTF-8 with a byte order mark, by which spreadsheets
 * detect it, a header line, and no formulas. Times are in a time zone, with its offset from UTC. */
export async function* writeCsv<Row>(
  columns: CsvColumns<Row>,
  blocks: AsyncIterable<Row[]>,
  zone: string,
): AsyncGenerator<string> {
  yield `\uFEFF${toLines([columns.map(([name]) => escapeFormula(name))])}`;
  for await (const rows of blocks)
    yield toLines(rows.map((row) => columns.map(([, cell]) => toCell(cell(row), zone))));
}

/** Characters at which some reader ends a line or a cell, or that it trims: such a cell is quoted. */
const QUOTED = /[",;\t\r\n\v\f\u0085\u2028\u2029]|^\s|\s$/;

const toLines = (rows: string[][]) =>
  stringify(rows, { record_delimiter: 'windows', quoted_match: QUOTED, quoted_empty: false });

function toCell(value: CsvValue, zone: string): string {
  if (value === null) return '';
  // A number is never user-supplied text, so a leading minus needs no escape.
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return zonedTime(value, zone);
  if (typeof value === 'object') return value.number.toFixed(value.decimals);
  return escapeFormula(String(value));
}

/* A cell that a spreadsheet would evaluate instead of showing it:
 * https://owasp.org/www-community/attacks/CSV_Injection Every position where some reader begins a cell is
 * checked: the start of the cell, and after any character at which some reader ends a line or a cell.
 * Characters that such a reader may skip there (blanks, invisible characters, quotation marks) are ignored,
 * and so are apostrophes, so that an escaped cell is escaped again and round-trips unchanged. */
const AT_BEGINNING = String.raw`(?:^|(?<=[\n\v\f\r\u0085\u2028\u2029\t;]))`;
const PASSED_OVER = String.raw`(?:(?![\n\v\f\r\u0085\u2028\u2029\t;])[\s\p{Cc}\p{Default_Ignorable_Code_Point}\p{Cf}"'])*`;
const SIGN = String.raw`[=+\-@＝＋－＠]`;
/** Other beginnings that OWASP lists. */
const BLANK_START = String.raw`'*[\t\r\n]`;

const FORMULA = new RegExp(`${AT_BEGINNING}(?=${PASSED_OVER}${SIGN})|^(?=${BLANK_START})`, 'gu');
const ESCAPED = new RegExp(`${AT_BEGINNING}'(?=${PASSED_OVER}${SIGN})|^'(?=${BLANK_START})`, 'gu');

/** Prefixes an apostrophe wherever a cell begins like a formula, or like an escaped one. */
export const escapeFormula = (cell: string): string => cell.replace(FORMULA, "'");

/** Removes the apostrophes that `escapeFormula` has added, so that exported cells import unchanged. */
export const unescapeFormula = (cell: string): string => cell.replace(ESCAPED, '');
