import fc from 'fast-check';
import { expect, it } from 'vitest';
import { currencyDigits } from '#contracts/money.ts';
import { type PriceRounding, roundingsOf, roundPrice } from './rounding-rules.ts';

const steps = { usd: 1, kwd: 10, jpy: 1 };
const currencies = fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[]));
const roundings = currencies.chain((currency) =>
  fc.record({ currency: fc.constant(currency), rounding: fc.constantFrom(...roundingsOf(currency)) }),
);
/** Prices with what a percentage leaves: ten-thousandths of a cent. */
const prices = fc.integer({ min: -10_000_000, max: 9_999_999_999 }).map((parts) => parts / 10_000);

/** Whether a price is as asked for, read off its digits as a buyer sees them. */
function endsAsAsked(cents: number, rounding: PriceRounding, currency: keyof typeof steps): boolean {
  const ends: Record<PriceRounding, RegExp> = {
    none: currency === 'kwd' ? /\d0$/ : /\d$/,
    to_00: /\.000?$/,
    to_95: /\.950?$/,
    to_99: /\.990?$/,
    to_5_cents: /\.\d[05]0?$/,
  };
  const shown = (cents / 10 ** currencyDigits(currency)).toFixed(currencyDigits(currency));
  return ends[rounding].test(shown);
}

it('gives a price that ends as asked, and none that does so is nearer', () => {
  fc.assert(
    fc.property(roundings, prices, ({ currency, rounding }, exact) => {
      const terms = { currency, stepCents: steps[currency] };
      const rounded = roundPrice(exact, rounding, terms);
      expect(Number.isSafeInteger(rounded)).toBe(true);
      if (rounded > 0) expect(endsAsAsked(rounded, rounding, currency)).toBe(true);
      const away = Math.abs(rounded - exact);
      for (let other = Math.max(1, Math.ceil(exact - away)); other < exact + away; other++)
        if (Math.abs(other - exact) < away - 1e-6)
          expect(endsAsAsked(other, rounding, currency), `${other} is nearer`).toBe(false);
    }),
  );
});

it('never rounds a price to nothing, nor makes one of nothing', () => {
  fc.assert(
    fc.property(roundings, prices, ({ currency, rounding }, exact) => {
      const rounded = roundPrice(exact, rounding, { currency, stepCents: steps[currency] });
      if (rounding !== 'none' && exact > 0) expect(rounded).toBeGreaterThan(0);
    }),
  );
  expect(roundPrice(-100, 'to_99', { currency: 'usd', stepCents: 1 })).toBeLessThanOrEqual(0);
});

it.each<[number, PriceRounding, number]>([
  [1_050, 'to_00', 1_100],
  [1_049, 'to_00', 1_000],
  [1_045, 'to_95', 1_095],
  [1_044, 'to_95', 995],
  [1_002.5, 'to_5_cents', 1_005],
  [20, 'to_00', 100],
  [1, 'to_99', 99],
  [1_000.5, 'none', 1_001],
])('rounds %d cents %s to %d', (exact, rounding, cents) => {
  expect(roundPrice(exact, rounding, { currency: 'usd', stepCents: 1 })).toBe(cents);
});

it('has no cents to round to where the currency has none', () => {
  expect(roundingsOf('jpy')).toEqual(['none']);
});
