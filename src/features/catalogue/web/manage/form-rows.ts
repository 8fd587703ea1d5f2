import type { PriceBreak, Specification } from '#features/catalogue/contract.ts';
import type { NewSpecification } from '#features/catalogue/specification-contract.ts';
import type { NewPriceBreak } from '#features/catalogue/tool-fields-contract.ts';

/** A number as it was typed; nothing typed is no number. */
export const readNumber = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));

/** Rows of cells as one text, as the form, its draft and its conflicts know them: no
 * cell has a tab or a line's end. */
export const writeRows = (rows: readonly string[][]) => rows.map((cells) => cells.join('\t')).join('\n');

/** The rows of such a text, each of so many cells; none of the empty text. */
export function readRows(text: string, columns: number): string[][] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const cells = line.split('\t');
    return Array.from({ length: columns }, (_, column) => cells[column] ?? '');
  });
}

/** The rows in which something is typed, trimmed. */
export const filledRows = (text: string, columns: number) =>
  readRows(text, columns)
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));

const SPECIFICATION_COLUMNS = 3;

/** What the rows of the form say, as the call takes it. */
export const readSpecifications = (text: string): NewSpecification[] =>
  filledRows(text, SPECIFICATION_COLUMNS).map(([name = '', value = '', unit = '']) => ({
    name,
    value,
    ...(unit && { unit }),
  }));

/** A tool's specifications as rows of the form. */
export const writeSpecifications = (specifications: readonly Specification[]) =>
  writeRows(specifications.map(({ name, value, unit }) => [name, value, unit ?? '']));

/** The price breaks that the rows of the form say; nothing typed is no number. */
export const readPriceBreaks = (text: string): NewPriceBreak[] =>
  filledRows(text, 2).map(([quantity = '', price = '']) => ({
    quantity: readNumber(quantity),
    price: readNumber(price),
  }));

/** A tool's price breaks as rows of the form, by their quantities. */
export const writePriceBreaks = (breaks: readonly PriceBreak[]) =>
  writeRows(
    breaks
      .toSorted((one, other) => one.quantity - other.quantity)
      .map(({ quantity, price }) => [String(quantity), String(price)]),
  );

/** Which rows of price breaks, from 1 on, are not below the price, and so count for nothing. */
export function overtakenRows(text: string | undefined, price: number | undefined): number[] {
  return readPriceBreaks(text ?? '').flatMap((each, row) => (each.price >= Number(price) ? row + 1 : []));
}
