/** The deepest of a tool's price breaks that an order of so many units has: those that fit it rise in quantity. */
export const deepestBreak = <Break extends { quantity: number }>(
  breaks: readonly Break[],
  quantity: number,
): Break | undefined => breaks.findLast((each) => each.quantity <= quantity);

/** Whether a quantity is the minimum and whole packs more. */
export const isInPacks = (quantity: number, minimum: number, step: number): boolean =>
  (quantity - minimum) % step === 0;

type Priced = { price: number; price_breaks?: readonly { quantity: number; price: number }[] };

/** What one unit costs in an order of so many, as the shop will reckon it. */
export const unitPriceOf = ({ price, price_breaks = [] }: Priced, quantity: number): number =>
  deepestBreak(price_breaks, quantity)?.price ?? price;
