import { currencyDigits, orderPrice, toCents, toPrice } from '#contracts/money.ts';
import { addDays, dayIn } from '#contracts/time-zone.ts';
import { sumOf } from '#features/orders/web/cart-rules.ts';
import type { QuoteLine } from '#features/quotes/contract.ts';

/** Default validity of an offer. */
const DEFAULT_DAYS = 7;

/** An order to offer a price for, with its tool's price in the shop. */
export type PricedLine = Pick<
  QuoteLine,
  | 'orderId'
  | 'orderNumber'
  | 'toolName'
  | 'partNumber'
  | 'img'
  | 'picture'
  | 'quantity'
  | 'unitPrice'
  | 'toolUnitPrice'
>;

/** Returns the total of the orders at the shop's own prices. */
export const listTotalOf = (lines: readonly PricedLine[], currency: string): number =>
  sumOf(
    lines.map(({ quantity, toolUnitPrice }) => ({
      price: orderPrice(toolUnitPrice, quantity, currency) ?? 0,
    })),
    currency,
  );

/** Returns a unit price less a percentage, to the nearest minor unit and at least one. */
export function lessPercent(price: number, percent: number, currency: string): number {
  const cents = toCents(price, currency) ?? 0;
  return toPrice(Math.max(Math.round((cents * (100 - percent)) / 100), 1), currency);
}

/** Formats a price for its field, with all decimals of its currency: '24.50'. */
export const priceText = (price: number, currency: string): string => price.toFixed(currencyDigits(currency));

/** Returns by what percentage one sum is lower than another, to one decimal; 0 if it is not lower. */
export function percentOff(listTotal: number, total: number): number {
  if (listTotal <= 0 || total >= listTotal) return 0;
  return Math.round((1 - total / listTotal) * 1000) / 10;
}

/** Returns by how much one sum is lower than another. */
export const differenceOf = (listTotal: number, total: number, currency: string): number =>
  toPrice((toCents(listTotal, currency) ?? 0) - (toCents(total, currency) ?? 0), currency);

/** Returns the default expiry of an offer: the end of the working day in a week, in the shop's time zone, for
 * a date and time field. */
export const defaultUntil = (now: Date, zone: string): string =>
  `${addDays(dayIn(now, zone), DEFAULT_DAYS)}T17:00`;
