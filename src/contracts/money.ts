import { LOCALE } from '#texts/locale.ts';

/** An amount of money in the smallest unit of the shop's currency (cents for
 * usd). Always a safe whole number. */
export type Cents = number;

/** The largest amount one order may come to: what card payment providers
 * take in one charge (eight digits). */
export const MAX_CHARGE_CENTS: Cents = 99_999_999;

const digitsByCurrency = new Map<string, number>();

/** How many decimal digits a currency has, by ISO 4217 (jpy 0). @throws RangeError
 * when it is no three-letter code. */
export function currencyDigits(currency: string): number {
  const known = digitsByCurrency.get(currency);
  if (known !== undefined) return known;
  const digits =
    new Intl.NumberFormat(LOCALE, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2;
  digitsByCurrency.set(currency, digits);
  return digits;
}

/** A price from the wire (19.99) in minor units (1999); `undefined` with too many
 * digits, or when it is not finite. */
export function toCents(price: number, currency: string): Cents | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(price));
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = currencyDigits(currency);
  if (fraction.length > digits) return undefined;
  const cents = Number(`${sign}${whole}${fraction.padEnd(digits, '0')}`);
  return Number.isSafeInteger(cents) ? cents : undefined;
}

/** Turns whole minor units (1999) into the decimal number that goes over the wire (19.99). */
export function toPrice(cents: Cents, currency: string): number {
  return Number(`${cents}e-${currencyDigits(currency)}`);
}

/** Unit price times quantity, reckoned in whole minor units. `undefined`
 * when there is no such sum to show. */
export function orderPrice(unitPrice: number, quantity: number, currency: string): number | undefined {
  const unitCents = toCents(unitPrice, currency);
  if (unitCents === undefined || !Number.isSafeInteger(quantity) || quantity < 1) return undefined;
  const cents = unitCents * quantity;
  return Number.isSafeInteger(cents) ? toPrice(cents, currency) : undefined;
}

/** How the currency is written beside a price, as `Intl.NumberFormat` calls it:
 * `$1,299.00` or `USD 1,299.00`. */
export const currencyDisplays = ['symbol', 'code'] as const;
export type CurrencyDisplay = (typeof currencyDisplays)[number];

/** The shop's currency, and how its owner has it written beside prices. */
export type PriceStyle = { currency: string; currencyDisplay: CurrencyDisplay };

/** A price as people read it: `$1,299.00`. `price` is the decimal number from the wire. */
export function formatPrice(price: number, currency: string, currencyDisplay: CurrencyDisplay): string {
  const name = `${currency} ${currencyDisplay}`;
  const format =
    formats.get(name) ?? new Intl.NumberFormat(LOCALE, { style: 'currency', currency, currencyDisplay });
  formats.set(name, format);
  return format.format(price);
}

/** The same of an amount in minor units. */
export const formatCents = (cents: Cents, { currency, currencyDisplay }: PriceStyle): string =>
  formatPrice(toPrice(cents, currency), currency, currencyDisplay);

/** Making one takes longer than a hundred prices. */
const formats = new Map<string, Intl.NumberFormat>();
