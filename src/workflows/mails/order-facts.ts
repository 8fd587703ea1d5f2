import { formatPrice, toPrice } from '#contracts/money.ts';
import type { OrderRow } from '#modules/orders/order-store.ts';
import { orderMailTexts } from '#texts/mails.ts';

/** What a mail about an order is composed from. */
export type OrderMailParts = { order: OrderRow; currency: string; origin: string };

/** The lines that every mail about an order carries. */
export function orderFacts({ order, currency }: OrderMailParts): [label: string, value: string][] {
  const { facts } = orderMailTexts;
  const unitPrice = formatPrice(toPrice(order.unit_price_cents, currency), currency);
  return [
    [facts.order, order.number],
    [facts.tool, facts.units(order.quantity, order.tool_name, unitPrice)],
    [facts.total, formatPrice(toPrice(order.total_cents, currency), currency)],
  ];
}
