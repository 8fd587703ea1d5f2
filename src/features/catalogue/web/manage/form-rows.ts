import type { PriceBreak, Specification } from '#features/catalogue/contract.ts';
import type { NewSpecification } from '#features/catalogue/specification-contract.ts';
import type { NewPriceBreak } from '#features/catalogue/tool-fields-contract.ts';
import { filledRows, writeRows } from '#ui/dashboard/ordered-rows.tsx';

/** A number as it was typed; nothing typed is no number. */
export const readNumber = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));

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
