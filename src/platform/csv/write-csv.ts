import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from './formulas.ts';

export type CsvValue = string | number | boolean | Date | null;

/** Writes rows as a CSV file (RFC 4180), block by block: UTF-8 with the mark that spreadsheets know it by, the columns' names
 * in its first line, nothing in it a formula. */
export async function* writeCsv<Row>(
  columns: Record<string, (row: Row) => CsvValue>,
  blocks: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${toLines([Object.keys(columns)])}`;
  const cells = Object.values(columns);
  for await (const rows of blocks) yield toLines(rows.map((row) => cells.map((cell) => toCell(cell(row)))));
}

const toLines = (rows: string[][]) => stringify(rows, { record_delimiter: 'windows' });

function toCell(value: CsvValue): string {
  if (value === null) return '';
  return value instanceof Date ? value.toISOString() : escapeFormula(String(value));
}
