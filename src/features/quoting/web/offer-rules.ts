import { currencyDigits, orderPrice, toCents, toPrice } from '#contracts/money.ts';
import { addDays, dayIn } from '#contracts/time-zone.ts';
import { sumOf } from '#features/orders/web/cart-rules.ts';
import type { QuoteLine } from '#features/quotes/contract.ts';

/** How long an offer stands where staff say nothing else. */
const DEFAULT_DAYS = 7;

/** What is offered: an order, with what its tool costs in the shop. */
export type PricedLine = Pick<
  QuoteLine,
  'orderId' | 'orderNumber' | 'toolName' | 'img' | 'picture' | 'quantity' | 'unitPrice' | 'toolUnitPrice'
>;

/** What orders come to at the shop's own prices. */
export const listTotalOf = (lines: readonly PricedLine[], currency: string): number =>
  sumOf(
    lines.map(({ quantity, toolUnitPrice }) => ({
      price: orderPrice(toolUnitPrice, quantity, currency) ?? 0,
    })),
    currency,
  );

/** A unit price with so many percent off, to the nearest whole minor unit,
 * and never less than one of these. */
export function lessPercent(price: number, percent: number, currency: string): number {
  const cents = toCents(price, currency) ?? 0;
  return toPrice(Math.max(Math.round((cents * (100 - percent)) / 100), 1), currency);
}

/** A price as a field for it has it, with all the digits of its currency: '24.50'. */
export const priceText = (price: number, currency: string): string => price.toFixed(currencyDigits(currency));

/** How many percent less one sum is than another, to one decimal; 0 where it is not less. */
export function percentOff(listTotal: number, total: number): number {
  if (listTotal <= 0 || total >= listTotal) return 0;
  return Math.round((1 - total / listTotal) * 1000) / 10;
}

/** How much less one sum is than another. */
export const differenceOf = (listTotal: number, total: number, currency: string): number =>
  toPrice((toCents(listTotal, currency) ?? 0) - (toCents(total, currency) ?? 0), currency);

/** Until when an offer stands unless staff choose otherwise: the end of the working day in a week, as the
 * shop's clocks show it, for a field for day and time. */
export const defaultUntil = (now: Date, zone: string): string =>
  `${addDays(dayIn(now, zone), DEFAULT_DAYS)}T17:00`;
