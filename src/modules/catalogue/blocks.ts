import type { Cents } from '#contracts/money.ts';

/*
 * Tools stand in steps: 4,096 numbers, or the prices that share their first two digits. A block is 1, 2, 4, … steps and has a
 * term of its own (`sorting_terms` in the migrations), so that any stretch of steps is a few terms.
 */

/** How many numbers are a step. */
export const NUMBERS_IN_STEP = 4_096;

const WIDEST_NUMBERS = 8;
const WIDEST_PRICES = 7;
/** No price is larger. */
export const LARGEST_CENTS: Cents = 2_147_483_647;

/** The step that a tool's number lies in. */
export const numberStep = (number: number) => Math.floor(number / NUMBERS_IN_STEP);

/** The step that a price lies in. */
export function priceStep(cents: Cents): number {
  const digits = String(Math.max(1, Math.min(cents, LARGEST_CENTS)));
  return digits.length * 90 - 100 + Number(digits.slice(0, 2).padEnd(2, '0'));
}

/** The term of one step of prices, under which its tools are counted: `=p513` for 130.00 to 139.99. */
export function priceTerm(step: number): string {
  return `=p${Math.floor(step / 90) + 1}${(step % 90) + 10}`;
}

/** The terms of the numbers' steps from `first` to `last`. */
export function numberBlocks(first: number, last: number): string[] {
  return blocksOf(first, last, WIDEST_NUMBERS).map(({ wide, place }) => `=n${wide}.${place}`);
}

/** The terms of the prices' steps from `first` to `last`. */
export function priceBlocks(first: number, last: number): string[] {
  return blocksOf(first, last, WIDEST_PRICES).map(({ wide, place }) =>
    wide === 0 ? priceTerm(place) : `=P${wide}.${place}`,
  );
}

/** How wide a block of at most so many steps can be: the exponent of 2. */
export const widthOf = (steps: number) => Math.floor(Math.log2(Math.max(1, steps)));

type Block = { wide: number; place: number };

/** The fewest blocks that are just the steps from `first` to `last`. */
function blocksOf(first: number, last: number, widest: number): Block[] {
  const blocks: Block[] = [];
  for (let step = first; step <= last; ) {
    let wide = 0;
    while (wide < widest && step % 2 ** (wide + 1) === 0 && step + 2 ** (wide + 1) - 1 <= last) wide += 1;
    blocks.push({ wide, place: step / 2 ** wide });
    step += 2 ** wide;
  }
  return blocks;
}
