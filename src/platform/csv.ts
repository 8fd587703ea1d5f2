import { stringify } from 'csv-stringify/sync';
import { zonedTime } from '#contracts/time-zone.ts';

/** A number with so many decimals, whether they are needed or not: `3.80`. */
export type CsvDecimal = { number: number; decimals: number };

export type CsvValue = string | number | boolean | Date | CsvDecimal | null;

/** The columns of a file in their order: the name of each, and what it has of a row. */
export type CsvColumns<Row> = [name: string, cell: (row: Row) => CsvValue][];

/** Writes rows as a CSV file (RFC 4180), block by block: UTF-8 with the mark that spreadsheets know
 * it by, the columns' names in its first line, nothing in it a formula. Times are those of a time
 * zone, with how far it is from UTC. */
export async function* writeCsv<Row>(
  columns: CsvColumns<Row>,
  blocks: AsyncIterable<Row[]>,
  zone: string,
): AsyncGenerator<string> {
  yield `\uFEFF${toLines([columns.map(([name]) => escapeFormula(name))])}`;
  for await (const rows of blocks)
    yield toLines(rows.map((row) => columns.map(([, cell]) => toCell(cell(row), zone))));
}

/** What some reader ends a line or a cell at, or trims: such a cell stands in quotation marks. */
const QUOTED = /[",;\t\r\n\v\f\u0085\u2028\u2029]|^\s|\s$/;

const toLines = (rows: string[][]) =>
  stringify(rows, { record_delimiter: 'windows', quoted_match: QUOTED, quoted_empty: false });

function toCell(value: CsvValue, zone: string): string {
  if (value === null) return '';
  // A number is none of a stranger's formulas, though it may begin with a minus.
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return zonedTime(value, zone);
  if (typeof value === 'object') return value.number.toFixed(value.decimals);
  return escapeFormula(String(value));
}

/* A cell that a spreadsheet would reckon out, instead of showing it:
 * https://owasp.org/www-community/attacks/CSV_Injection It is looked for at each beginning that some reader
 * sees: of the cell, and after whatever another reader ends a line or a cell at. What such a reader may pass
 * over there (blanks, invisible signs, quotation marks) makes no difference, and neither do apostrophes, so
 * that an escaped one is escaped again and comes back as it was. */
const AT_BEGINNING = String.raw`(?:^|(?<=[\n\v\f\r\u0085\u2028\u2029\t;]))`;
const PASSED_OVER = String.raw`(?:(?![\n\v\f\r\u0085\u2028\u2029\t;])[\s\p{Cc}\p{Default_Ignorable_Code_Point}\p{Cf}"'])*`;
const SIGN = String.raw`[=+\-@＝＋－＠]`;
/** Other beginnings that OWASP names. */
const BLANK_START = String.raw`'*[\t\r\n]`;

const FORMULA = new RegExp(`${AT_BEGINNING}(?=${PASSED_OVER}${SIGN})|^(?=${BLANK_START})`, 'gu');
const ESCAPED = new RegExp(`${AT_BEGINNING}'(?=${PASSED_OVER}${SIGN})|^'(?=${BLANK_START})`, 'gu');

/** Puts an apostrophe before everything in a cell that begins like a formula, or like one
 * that has been escaped already. */
export const escapeFormula = (cell: string): string => cell.replace(FORMULA, "'");

/** Takes off the apostrophes that `escapeFormula` has put there: what was exported comes back as it was. */
export const unescapeFormula = (cell: string): string => cell.replace(ESCAPED, '');
