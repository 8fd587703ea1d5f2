import { currencyDigits } from '#contracts/money.ts';
import { readTypedNumber } from '#contracts/number-notation.ts';
import type { PriceBreak, Specification } from '#features/catalogue/contract.ts';
import type { NewSpecification } from '#features/catalogue/specification-contract.ts';
import type { NewPriceBreak } from '#features/catalogue/tool-fields-contract.ts';
import { filledRows, writeRows } from '#ui/dashboard/ordered-rows.tsx';

const SPECIFICATION_COLUMNS = 3;

/** Converts the form's rows to the call's specifications. */
export const readSpecifications = (text: string): NewSpecification[] =>
  filledRows(text, SPECIFICATION_COLUMNS).map(([name = '', value = '', unit = '']) => ({
    name,
    value,
    ...(unit && { unit }),
  }));

/** Converts a tool's specifications to rows of the form. */
export const writeSpecifications = (specifications: readonly Specification[]) =>
  writeRows(specifications.map(({ name, value, unit }) => [name, value, unit ?? '']));

/** Converts the form's rows to price breaks; an empty cell is not a number. */
export const readPriceBreaks = (text: string): NewPriceBreak[] =>
  filledRows(text, 2).map(([quantity = '', price = '']) => ({
    quantity: readTypedNumber(quantity),
    price: readTypedNumber(price),
  }));

/** Converts a tool's price breaks to rows of the form, sorted by quantity; prices have all their decimals
 * ('24.50'). */
export const writePriceBreaks = (breaks: readonly PriceBreak[], currency: string) =>
  writeRows(
    breaks
      .toSorted((one, other) => one.quantity - other.quantity)
      .map(({ quantity, price }) => [String(quantity), price.toFixed(currencyDigits(currency))]),
  );

/** Returns the typed price breaks that apply to a price, sorted by quantity. */
export const breaksBelow = (text: string | undefined, price: number): NewPriceBreak[] =>
  readPriceBreaks(text ?? '')
    .filter((each) => each.price < price)
    .sort((one, other) => one.quantity - other.quantity);

/** Returns which rows of price breaks, counted from 1, are not below the price, and so do not apply. */
export function overtakenRows(text: string | undefined, price: number | undefined): number[] {
  return readPriceBreaks(text ?? '').flatMap((each, row) => (each.price >= Number(price) ? row + 1 : []));
}
