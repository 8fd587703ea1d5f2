import { LOCALE } from '#texts/locale.ts';

/** An amount of money in the smallest unit of the shop's currency (cents for usd). Always a safe integer. */
export type Cents = number;

/** Maximum amount of one order: what card payment providers accept in one charge (eight digits). */
export const MAX_CHARGE_CENTS: Cents = 99_999_999;

const digitsByCurrency = new Map<string, number>();

/** Returns the number of decimal digits of a currency by ISO 4217 (jpy 0). @throws RangeError for anything
 * but a three-letter code. */
export function currencyDigits(currency: string): number {
  const known = digitsByCurrency.get(currency);
  if (known !== undefined) return known;
  const digits =
    new Intl.NumberFormat(LOCALE, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2;
  digitsByCurrency.set(currency, digits);
  return digits;
}

/** Converts a price from the wire (19.99) to minor units (1999); `undefined` if it has too many digits or is
 * not finite. */
export function toCents(price: number, currency: string): Cents | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(price));
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = currencyDigits(currency);
  if (fraction.length > digits) return undefined;
  const cents = Number(`${sign}${whole}${fraction.padEnd(digits, '0')}`);
  return Number.isSafeInteger(cents) ? cents : undefined;
}

/** Converts minor units (1999) to the decimal number on the wire (19.99). */
export function toPrice(cents: Cents, currency: string): number {
  return Number(`${cents}e-${currencyDigits(currency)}`);
}

/** Returns unit price times quantity, computed in minor units; `undefined` for an invalid price or quantity,
 * or an unsafe sum. */
export function orderPrice(unitPrice: number, quantity: number, currency: string): number | undefined {
  const unitCents = toCents(unitPrice, currency);
  if (unitCents === undefined || !Number.isSafeInteger(quantity) || quantity < 1) return undefined;
  const cents = unitCents * quantity;
  return Number.isSafeInteger(cents) ? toPrice(cents, currency) : undefined;
}

/** How the currency is written beside a price, in the terms of `Intl.NumberFormat`: `$1,299.00` or `USD
 * 1,299.00`. */
export const currencyDisplays = ['symbol', 'code'] as const;
export type CurrencyDisplay = (typeof currencyDisplays)[number];

/** The shop's currency, and how its owner chose to write it beside prices. */
export type PriceStyle = { currency: string; currencyDisplay: CurrencyDisplay };

/** Formats a price for display: `$1,299.00`. `price` is the decimal number from the wire. */
export function formatPrice(price: number, currency: string, currencyDisplay: CurrencyDisplay): string {
  const name = `${currency} ${currencyDisplay}`;
  const format =
    formats.get(name) ?? new Intl.NumberFormat(LOCALE, { style: 'currency', currency, currencyDisplay });
  formats.set(name, format);
  return format.format(price);
}

/** Formats an amount in minor units likewise. */
export const formatCents = (cents: Cents, { currency, currencyDisplay }: PriceStyle): string =>
  formatPrice(toPrice(cents, currency), currency, currencyDisplay);

/** Cached: creating a format takes longer than formatting a hundred prices. */
const formats = new Map<string, Intl.NumberFormat>();
