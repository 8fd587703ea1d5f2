import { currencyDigits, formatPrice, toPrice } from '#contracts/money.ts';
import { LOCALE } from '#texts/locale.ts';
import type { Paper } from '../paper.ts';

type OfCurrency = Pick<Paper, 'currency' | 'currencyDisplay'>;

/** An amount as people read it. */
export const priceIn =
  ({ currency, currencyDisplay }: OfCurrency) =>
  (cents: number): string =>
    formatPrice(toPrice(cents, currency), currency, currencyDisplay);

/** The price of one: with more decimals than the currency has, where the amount does not come out even. */
export function formatUnitPrice(paper: OfCurrency, netCents: number, quantity: number): string {
  if (netCents % quantity === 0) return priceIn(paper)(netCents / quantity);
  const { currency, currencyDisplay } = paper;
  const digits = currencyDigits(currency);
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits + 2 };
  return new Intl.NumberFormat(LOCALE, { style: 'currency', currency, currencyDisplay, ...shown }).format(
    netCents / quantity / 10 ** digits,
  );
}
