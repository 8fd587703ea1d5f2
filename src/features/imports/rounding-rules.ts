import { type Cents, currencyDigits } from '#contracts/money.ts';

/** How a bulk change rounds prices: to what can be charged, to prices that end in these cents, or to 5 cents. */
export const priceRoundings = ['none', 'to_00', 'to_95', 'to_99', 'to_5_cents'] as const;
export type PriceRounding = (typeof priceRoundings)[number];

/** Parts of a unit of the currency: rounded prices are `end` more than a multiple of `every`. */
const grids: Record<Exclude<PriceRounding, 'none'>, { every: number; end: number }> = {
  to_00: { every: 1, end: 0 },
  to_95: { every: 1, end: 0.95 },
  to_99: { every: 1, end: 0.99 },
  to_5_cents: { every: 0.05, end: 0 },
};

/** Returns the roundings that a currency has: one without cents has none. */
export const roundingsOf = (currency: string): readonly PriceRounding[] =>
  currencyDigits(currency) < 2 ? ['none'] : priceRoundings;

type Terms = { currency: string; stepCents: Cents };

/** Rounds a price (a fraction of a cent may be left of a percentage) to the nearest that its rounding allows,
 * halfway up, and a positive one never to 0 or less, but to the lowest allowed. */
export function roundPrice(exact: number, rounding: PriceRounding, { currency, stepCents }: Terms): Cents {
  const { every, end } = gridOf(rounding, { currency, stepCents });
  const rounded = Math.round((exact - end) / every) * every + end;
  return exact > 0 && rounded <= 0 && rounding !== 'none' ? rounded + every : rounded;
}

function gridOf(rounding: PriceRounding, { currency, stepCents }: Terms): { every: Cents; end: Cents } {
  if (rounding === 'none') return { every: stepCents, end: 0 };
  const unit = 10 ** currencyDigits(currency);
  const { every, end } = grids[rounding];
  return { every: Math.round(every * unit), end: Math.round(end * unit) };
}
