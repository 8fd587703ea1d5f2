import { toCents, toPrice } from '#contracts/money.ts';
import { roundDownToPacks } from '#features/catalogue/rules.ts';
import { MAX_ORDERS_PAID } from '#features/charge-rules/contract.ts';
import type { BuyersOrder, OrderTerms } from '../contract.ts';

/** Limits for changing an order: its own reserved units are available to it, and its current quantity is
 * always allowed. */
export function limitsOf({ minQuantity, heldUntil }: BuyersOrder, terms: OrderTerms) {
  return {
    min_order_quantity: Math.min(terms.min_order_quantity, minQuantity),
    available_quantity: Math.max(freeTo({ minQuantity, heldUntil }, terms), minQuantity),
    pack_step: terms.pack_step,
    kept: minQuantity,
  };
}

/** Returns how many units an order could have. */
const freeTo = (
  { minQuantity, heldUntil }: Pick<BuyersOrder, 'minQuantity' | 'heldUntil'>,
  { available_quantity }: OrderTerms,
) => available_quantity + (heldUntil ? minQuantity : 0);

/** Why an order cannot be paid; `most` is the number of units that is still available. */
export type NotPayable =
  | { kind: 'gone' | 'new_price' | 'quoted' | 'invoiced' }
  | { kind: 'sold_out' | 'too_many'; most: number };

/** Returns what prevents paying for a line of the cart, if anything. */
export function whyNotPayable(order: BuyersOrder): NotPayable | undefined {
  const { terms, minQuantity, newUnitPrice } = order;
  // Only the server knows of units reserved for the invoice.
  if (order.openInvoice) return { kind: 'invoiced' };
  if (!terms || order.unavailable) return { kind: 'gone' };
  // Only the server knows of units reserved for the quote.
  if (order.quote) return order.quote.state === 'accepted' ? undefined : { kind: 'quoted' };
  const most = Math.max(roundDownToPacks(freeTo(order, terms), terms.pack_step), 0);
  if (minQuantity > freeTo(order, terms))
    return { kind: most >= terms.min_order_quantity && most > 0 ? 'too_many' : 'sold_out', most };
  return newUnitPrice === null ? undefined : { kind: 'new_price' };
}

/** Returns the lines for one payment: the ticked, payable ones in order, up to the maximum per payment. */
export function chosenLines(lines: readonly BuyersOrder[], ticked: ReadonlySet<string>): BuyersOrder[] {
  return lines.filter((line) => ticked.has(line._id) && !whyNotPayable(line)).slice(0, MAX_ORDERS_PAID);
}

/** Sums the orders' prices, computed in whole minor units. */
export const sumOf = (orders: readonly { price: number }[], currency: string): number =>
  toPrice(
    orders.reduce((sum, { price }) => sum + (toCents(price, currency) ?? 0), 0),
    currency,
  );

/** Returns the orders of a payment with too little stock left after the orders before them. */
export function shortOrders(orders: readonly BuyersOrder[]): BuyersOrder[] {
  const left = new Map<string, number>();
  return orders.filter((order) => {
    if (!order.terms) return true;
    const units =
      (left.get(order.toolId) ?? order.terms.available_quantity) + (order.heldUntil ? order.minQuantity : 0);
    const isShort = order.minQuantity > units;
    left.set(order.toolId, isShort ? units : units - order.minQuantity);
    return isShort;
  });
}

/** The buyer's choices for a payment, by their names in the pay page's URL. */
export type PaymentChoice = Partial<Record<'method' | 'to' | 'bill', string | undefined>>;

const choiceNames = ['method', 'to', 'bill'] as const;

/** Returns the pay page's URL. A single order with no choices has the specified URL. */
export function payPath(orderIds: readonly string[], choice: PaymentChoice = {}): string {
  const chosen = choiceNames.flatMap((name) =>
    choice[name] ? [[name, choice[name]] as [string, string]] : [],
  );
  const [only, another] = orderIds;
  if (only && !another && chosen.length === 0) return `/dashboard/payment/${only}`;
  const more = new URLSearchParams(chosen);
  return `/dashboard/payment?orders=${orderIds.join()}${more.size > 0 ? `&${more}` : ''}`;
}

/** Reads the choices from the pay page's URL. */
export const readChoice = (parameters: URLSearchParams): PaymentChoice =>
  Object.fromEntries(
    choiceNames.flatMap((name) => {
      const value = parameters.get(name);
      return value ? [[name, value]] : [];
    }),
  );
