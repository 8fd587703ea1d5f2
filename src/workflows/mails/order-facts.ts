import { formatPrice, toPrice } from '#contracts/money.ts';
import type { OrderRow } from '#modules/orders/order-store.ts';

/** What a mail about an order is composed from. */
export type OrderMailParts = { order: OrderRow; currency: string; origin: string };

/** The lines that every mail about an order carries. */
export function orderFacts({ order, currency }: OrderMailParts): [label: string, value: string][] {
  const unitPrice = formatPrice(toPrice(order.unit_price_cents, currency), currency);
  return [
    ['Order', order.id],
    ['Tool', `${order.quantity} × ${order.tool_name} at ${unitPrice}`],
    ['Total', formatPrice(toPrice(order.total_cents, currency), currency)],
  ];
}
