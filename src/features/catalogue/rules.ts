type Stock = { available_quantity: number; min_order_quantity: number };

/** A tool runs low when fewer than so many of its smallest orders could still be taken. */
export const LOW_STOCK_ORDERS = 3;

/** Whether a tool can be ordered at all: enough are left for its smallest order (decision 11). */
export const canBeOrdered = (tool: Stock): boolean => isLeftFor(1, tool);

/** Whether little is left of a tool. */
export const isLow = (tool: Stock): boolean => !isLeftFor(LOW_STOCK_ORDERS, tool);

function isLeftFor(orders: number, { available_quantity, min_order_quantity }: Stock): boolean {
  return available_quantity >= orders * min_order_quantity;
}

/** The largest quantity that the database column holds (PostgreSQL `integer`). */
export const MAX_QUANTITY = 2_147_483_647;

/** The deepest of a tool's price breaks that an order of so many units has:
 * those that fit it rise in quantity. */
export const deepestBreak = <Break extends { quantity: number }>(
  breaks: readonly Break[],
  quantity: number,
): Break | undefined => breaks.findLast((each) => each.quantity <= quantity);

/** Whether a quantity is whole packs. */
export const isInPacks = (quantity: number, step: number): boolean => quantity % step === 0;

/** The fewest whole packs that hold so many units, as the database has it too; past the
 * largest quantity one pack fewer. */
export const roundUpToPacks = (quantity: number, step: number): number =>
  Math.min(Math.ceil(quantity / step), Math.floor(MAX_QUANTITY / step)) * step;

/** The most of so many units that whole packs hold. */
export const roundDownToPacks = (quantity: number, step: number): number => quantity - (quantity % step);

type Priced = { price: number; price_breaks?: readonly { quantity: number; price: number }[] };

/** What one unit costs in an order of so many, as the shop will reckon it. */
export const unitPriceOf = ({ price, price_breaks = [] }: Priced, quantity: number): number =>
  deepestBreak(price_breaks, quantity)?.price ?? price;

/** So long the readable end of an address is at most. */
const MOST_SIGNS = 60;

type NamedTool = { _id: string; name: string; part_number: string | null };

/** The address of a tool's page. The id alone decides; its part number and its name follow to be read, as far
 * as they can be written in small letters of ASCII. Any other end, or none, leads there too. */
export function toolPath({ _id, name, part_number }: NamedTool): string {
  const letters = `${part_number ?? ''} ${name}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const end = (letters.match(/[a-z\d]+/g) ?? []).join('-');
  // Never in the middle of a word, where there is another way.
  const short = end.length > MOST_SIGNS ? end.slice(0, MOST_SIGNS + 1).replace(/-[^-]*$/, '') : end;
  return end ? `/tools/${_id}/${short.slice(0, MOST_SIGNS)}` : `/tools/${_id}`;
}

/** A range of a specification's numbers, both ends included and either perhaps open; `label` is
 * its name and unit: 'Voltage, V'. */
export type SpecificationRange = { label: string; from: number | undefined; to: number | undefined };

/** The numbers that specifications are compared by: what the database reads as one. */
const NUMBER = String.raw`-?\d{1,9}(?:\.\d{1,6})?`;
const RANGE = new RegExp(`^(.+):(${NUMBER})?\\.\\.(${NUMBER})?$`);

/** What the address says of a range: 'Voltage, V:10..20', 'Voltage, V:10..'; `undefined` of anything else. */
export function readRange(text: string): SpecificationRange | undefined {
  const [, label = '', from, to] = RANGE.exec(text) ?? [];
  if (label.trim() === '' || (from ?? to) === undefined) return undefined;
  return { label: label.trim(), from: numberOf(from), to: numberOf(to) };
}

/** A range as the address says it. */
export const writeRange = ({ label, from, to }: SpecificationRange): string =>
  `${label}:${from ?? ''}..${to ?? ''}`;

/** A number as somebody may type it: '1,500' is 1500. */
export const readNumberOfRange = (typed: string): number | undefined =>
  numberOf(new RegExp(`^${NUMBER}$`).exec(typed.replace(/[,\s]/g, ''))?.[0]);

// Nothing below zero is no zero of its own.
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text) || 0);
