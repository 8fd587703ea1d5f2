import type { QuoteState } from '#features/orders/quote-rules.ts';

/** How far an order came, as its buyer was told. */
type Told = 'placed' | 'charged' | 'paid' | 'cancelled' | 'deleted';

/** `price`: what its goods come to, in decimal, as its buyer was told last. */
export type ToldOrder = { id: string; told: Told; quantity: number; price: number };

/** `id`: the transaction's; `amount`: what was charged, or paid in hand, for all of `orders`, in decimal. */
export type ToldPayment = {
  id: string;
  method: 'card' | 'cash' | 'transfer';
  orders: ToldOrder[];
  amount: number;
};

type ToldParcel = { id: string; orderId: string; quantity: number };

/** `quantity`: of so many units, null where it is an amount; `restocked`: so many
 * of them went back on the shelf. */
type ToldRefund = {
  id: string;
  orderId: string;
  amount: number;
  quantity: number | null;
  restocked: number;
};

export type ToldQuote = { id: string; orderId: string; told: QuoteState };

/** What buyers and staff were told, each thing once: what the shop must not lose. */
export type CrowdLog = {
  orders: ToldOrder[];
  payments: ToldPayment[];
  parcels: ToldParcel[];
  refunds: ToldRefund[];
  quotes: ToldQuote[];
  reviews: { id: string }[];
  /** Requests that got no answer, or a 5xx, and were sent again. */
  again: string[];
  /** Answers that nobody should get, fault or not. */
  surprises: string[];
};

/** A log with nothing in it. */
export const emptyLog = (): CrowdLog => ({
  orders: [],
  payments: [],
  parcels: [],
  refunds: [],
  quotes: [],
  reviews: [],
  again: [],
  surprises: [],
});

/** How much was told of what, in words. */
export function countTold(logs: CrowdLog[]): string {
  const count = (kind: 'orders' | 'payments' | 'parcels' | 'refunds' | 'quotes' | 'reviews') =>
    `${logs.reduce((sum, log) => sum + log[kind].length, 0)} ${kind}`;
  return `${count('orders')}, ${count('payments')}, ${count('parcels')}, ${count('refunds')}, ${count('quotes')} and ${count('reviews')} told`;
}
