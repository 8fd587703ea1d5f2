import { orderPrice } from '#contracts/money.ts';

type Stock = { available_quantity: number; min_order_quantity: number };

/** A tool runs low when its stock covers fewer minimum orders than this. */
export const LOW_STOCK_ORDERS = 3;

/** Whether a tool can be ordered: its stock covers the minimum order. */
export const canBeOrdered = (tool: Stock): boolean => isLeftFor(1, tool);

/** Whether a tool runs low. */
export const isLow = (tool: Stock): boolean => !isLeftFor(LOW_STOCK_ORDERS, tool);

function isLeftFor(orders: number, { available_quantity, min_order_quantity }: Stock): boolean {
  return available_quantity >= orders * min_order_quantity;
}

/** Maximum quantity that the database column holds (PostgreSQL `integer`). */
export const MAX_QUANTITY = 2_147_483_647;

/** Whether a quantity is whole packs. */
export const isInPacks = (quantity: number, step: number): boolean => quantity % step === 0;

/** Rounds up to whole packs, as the database does; one pack less if that exceeds the maximum quantity. */
export const roundUpToPacks = (quantity: number, step: number): number =>
  Math.min(Math.ceil(quantity / step), Math.floor(MAX_QUANTITY / step)) * step;

/** Rounds down to whole packs. */
export const roundDownToPacks = (quantity: number, step: number): number => quantity - (quantity % step);

type PriceTable = { price: number; price_breaks: readonly { quantity: number; price: number }[] };

/** Looks up the unit price of `quantity` units in a table that the server made. */
export const unitPriceIn = ({ price, price_breaks }: PriceTable, quantity: number): number =>
  price_breaks.findLast((each) => each.quantity <= quantity)?.price ?? price;

/** Looks up the total of `quantity` units likewise; `undefined` if that is not a quantity. */
export const totalIn = (table: PriceTable, quantity: number, currency: string): number | undefined =>
  orderPrice(unitPriceIn(table, quantity), quantity, currency);

/** Returns the total of a tool's minimum order, the least that anybody can pay for it. */
export const minimumTotal = (
  { unit_price, min_order_quantity }: { unit_price: number; min_order_quantity: number },
  currency: string,
): number => orderPrice(unit_price, min_order_quantity, currency) ?? unit_price * min_order_quantity;

/** Returns what a reduced tool may be said to have cost, and how many percent less that now is: the lowest
 * price of the 30 days before, and nothing where that was not higher (Directive 98/6/EC, article 6a;
 * C-330/23). */
export function reductionOf({
  unit_price,
  lowestPrice30Days: former,
}: {
  unit_price: number;
  lowestPrice30Days: number | null;
}): { former: number; percent: number } | undefined {
  if (former === null || former <= unit_price) return undefined;
  // Rounded down, so that no more is promised than is true.
  return { former, percent: Math.floor(Number(((1 - unit_price / former) * 100).toFixed(6))) };
}

/** Maximum length of the readable end of an address. */
const MOST_SIGNS = 60;

type NamedTool = { _id: string; name: string; part_number: string | null };

/** Returns the address of a tool's page. Only the id counts; part number and name follow for readers, as far
 * as they can be written in lower-case ASCII. Any other ending, or none, leads there too. */
export const toolPath = ({ _id, name, part_number }: NamedTool): string =>
  readablePath(`/tools/${_id}`, `${part_number ?? ''} ${name}`);

/** Returns the address of a family's page, likewise. */
export const familyPath = ({ _id, name }: { _id: string; name: string }): string =>
  readablePath(`/family/${_id}`, name);

function readablePath(path: string, words: string): string {
  const letters = words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const end = (letters.match(/[a-z\d]+/g) ?? []).join('-');
  // Cuts at the end of a word if possible.
  const short = end.length > MOST_SIGNS ? end.slice(0, MOST_SIGNS + 1).replace(/-[^-]*$/, '') : end;
  return end ? `${path}/${short.slice(0, MOST_SIGNS)}` : path;
}

/** The letter by which a drawing names a measure, at the end of a specification's name: the B of 'Length B'. */
export const measureLetter = (name: string): string | undefined => / ([A-Z])$/.exec(name)?.[1];

/** Headers of a read that opens a page in the browser, so that it counts as a page view. */
export const openingHeaders = { 'x-opening': '1' };

/** An inclusive range of a specification's numbers, either end possibly open; `label` is its name and unit:
 * 'Voltage, V'. */
export type SpecificationRange = { label: string; from: number | undefined; to: number | undefined };

/** The numbers by which specifications are compared: the database parses the same form. */
const NUMBER = String.raw`-?\d{1,9}(?:\.\d{1,6})?`;
const RANGE = new RegExp(`^(.+):(${NUMBER})?\\.\\.(${NUMBER})?$`);

/** Parses a range from the address: 'Voltage, V:10..20', 'Voltage, V:10..'; `undefined` if invalid. */
export function readRange(text: string): SpecificationRange | undefined {
  const [, label = '', from, to] = RANGE.exec(text) ?? [];
  if (label.trim() === '' || (from ?? to) === undefined) return undefined;
  return { label: label.trim(), from: numberOf(from), to: numberOf(to) };
}

/** Formats a range for the address. */
export const writeRange = ({ label, from, to }: SpecificationRange): string =>
  `${label}:${from ?? ''}..${to ?? ''}`;

// '-0' is read as 0.
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text) || 0);
