import { toCents, toPrice } from '#contracts/money.ts';

/** What the address of a tool's page ends with where it leads straight to the order form. */
export const ORDER_FORM = '#order';

/** Unit price times quantity, reckoned in whole minor units. `undefined` when there is no such sum to show. */
export function orderPrice(unitPrice: number, quantity: number, currency: string): number | undefined {
  const unitCents = toCents(unitPrice, currency);
  if (unitCents === undefined || !Number.isSafeInteger(quantity) || quantity < 1) return undefined;
  const cents = unitCents * quantity;
  return Number.isSafeInteger(cents) ? toPrice(cents, currency) : undefined;
}
