import type { QuoteState } from '#features/orders/quote-rules.ts';

/** The state of an order, as last reported to its buyer. */
type Told = 'placed' | 'charged' | 'paid' | 'cancelled' | 'deleted';

/** `price`: the amount for its goods, in decimal, as last reported to its buyer. */
export type ToldOrder = { id: string; told: Told; quantity: number; price: number };

/** `id`: the transaction's; `amount`: what was charged, or paid by hand, for all of `orders`, in decimal. */
export type ToldPayment = {
  id: string;
  method: 'card' | 'cash' | 'transfer';
  orders: ToldOrder[];
  amount: number;
};

type ToldParcel = { id: string; orderId: string; quantity: number };

/** `quantity`: units refunded, null for an amount; `restocked`: units of these put back into stock. */
type ToldRefund = {
  id: string;
  orderId: string;
  amount: number;
  quantity: number | null;
  restocked: number;
};

export type ToldQuote = { id: string; orderId: string; told: QuoteState };

/** What was reported to buyers and staff, each fact once: the shop must not lose any of it. */
export type CrowdLog = {
  orders: ToldOrder[];
  payments: ToldPayment[];
  parcels: ToldParcel[];
  refunds: ToldRefund[];
  quotes: ToldQuote[];
  reviews: { id: string }[];
  /** People who were asked to log in again, and did, and when (`performance.now()`). */
  logins: { email: string; at: number }[];
  /** Requests that got no answer, or a 5xx, and were retried. */
  again: string[];
  /** Answers that must not occur, with or without a fault. */
  surprises: string[];
};

/** Returns an empty log. */
export const emptyLog = (): CrowdLog => ({
  orders: [],
  payments: [],
  parcels: [],
  refunds: [],
  quotes: [],
  reviews: [],
  logins: [],
  again: [],
  surprises: [],
});

/** Summarizes the number of facts of each kind in words. */
export function countTold(logs: CrowdLog[]): string {
  const count = (kind: 'orders' | 'payments' | 'parcels' | 'refunds' | 'quotes' | 'reviews') =>
    `${logs.reduce((sum, log) => sum + log[kind].length, 0)} ${kind}`;
  return `${count('orders')}, ${count('payments')}, ${count('parcels')}, ${count('refunds')}, ${count('quotes')} and ${count('reviews')} told`;
}
