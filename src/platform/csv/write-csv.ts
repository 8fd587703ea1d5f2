import { stringify } from 'csv-stringify/sync';
import { zonedTime } from '#contracts/time-zone.ts';
import { escapeFormula } from './formulas.ts';

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
