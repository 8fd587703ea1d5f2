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
