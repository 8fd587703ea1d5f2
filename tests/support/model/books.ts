import { expect } from 'vitest';

/** What the model knows of a tool: the units received, and the prices. */
export type ModelTool = {
  id: string;
  received: number;
  priceCents: number;
  minimum: number;
  breaks: { quantity: number; priceCents: number }[];
};

/** What the model knows of an order: what was ordered, and what happened to its units and its money. */
export type ModelOrder = {
  id: string;
  tool: ModelTool;
  quantity: number;
  unitCents: number;
  /** The payment of the model; `undefined` while unpaid. */
  paidBy: ModelPayment | undefined;
  sent: number;
  refundedUnits: number;
  withdrawn: number;
  returned: number;
  refundedCents: number;
};

/** A payment as started: the units and the amount of each order. */
export type ModelPayment = {
  /** The intent's id; for a manual payment, the transaction's. */
  id: string;
  clientSecret: string | undefined;
  units: Map<string, number>;
  cents: Map<string, number>;
  isCharged: boolean;
  delivery: ModelDelivery;
};

/** A payment's delivery. `charged`: the charge; `waived`: the charge due if delivery had not been free;
 * `kept`: the part of it deducted from refunds; `back`: what was refunded; `spared`: the value of goods that
 * staff refunded without deducting any. */
type ModelDelivery = { charged: number; waived: number; kept: number; back: number; spared: number };

/** The delivery charge, and the value of goods from which delivery is free. */
export const DELIVERY = { cents: 700, freeFrom: 15_000 };

/** The delivery of a payment for goods of this value. */
export const beginDelivery = (goods: number): ModelDelivery => ({
  charged: goods < DELIVERY.freeFrom ? DELIVERY.cents : 0,
  waived: goods < DELIVERY.freeFrom ? 0 : DELIVERY.cents,
  ...{ kept: 0, back: 0, spared: 0 },
});

/** Settles the delivery of a payment after unshipped units were withdrawn, with `back` of their price
 * refunded. */
export function settleDelivery(books: Books, { paidBy: payment, ...taken }: TakenBack): void {
  if (!payment) return;
  const { delivery } = payment;
  const left = sum(
    books.orders
      .filter(({ paidBy }) => paidBy === payment)
      .map(({ quantity, withdrawn, unitCents }) => (quantity - withdrawn) * unitCents),
  );
  if (!taken.isKept) delivery.spared += taken.units * taken.unitCents;
  if (left === 0) delivery.back = delivery.charged + delivery.kept;
  else if (taken.isKept && left + delivery.spared < DELIVERY.freeFrom)
    delivery.kept += Math.min(delivery.waived - delivery.kept, taken.back);
}

type TakenBack = ModelOrder & { units: number; back: number; isKept: boolean };

/** The model's own count of units and money in one sequence of calls. From the shop it reads only ids, which
 * of its payments are live, and which of them paid an order. */
export type Books = {
  tools: ModelTool[];
  orders: ModelOrder[];
  payments: ModelPayment[];
};

/** The unit price in an order of this quantity, by the model's own price list. */
export function priceAt({ priceCents, breaks }: ModelTool, quantity: number): number {
  const deepest = breaks.filter((each) => each.quantity <= quantity).at(-1);
  return deepest?.priceCents ?? priceCents;
}

/** The shop's state, read from independent tables. */
export type Told = {
  tools: Record<string, { onHand: number; held: number; moved: number; reserved: number }>;
  orders: Record<
    string,
    {
      quantity: number;
      unitCents: number;
      transactionId: string | null;
      state: string;
      sent: number;
      inParcels: number;
    }
  >;
  live: Record<string, { paymentId: string; intentId: string | null; held: number }>;
  quoted: Record<string, number>;
};

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

/** Records orders paid since the last call. @throws if such an order's payment was not charged, or was for
 * other units */
export function takeNews(books: Books, told: Told): void {
  for (const order of books.orders) {
    const now = told.orders[order.id];
    if (!now?.transactionId || order.paidBy) continue;
    const payment = books.payments.find(({ id }) => id === now.transactionId);
    expect(payment?.isCharged, 'an order is paid by a card that was charged').toBe(true);
    expect(payment?.units.get(order.id), 'what was paid for is what is ordered').toBe(order.quantity);
    expect(payment?.cents.get(order.id), 'what was paid is what it costs').toBe(
      order.quantity * order.unitCents,
    );
    order.paidBy = payment;
  }
}

/** Fails unless units and prices in the shop equal the model's. */
export function compareUnits(books: Books, told: Told): void {
  for (const order of books.orders) {
    const { quantity, unitCents, sent, inParcels } = told.orders[order.id] ?? {};
    expect({ quantity, unitCents, sent, inParcels }, 'an order is as it was asked for').toEqual({
      quantity: order.quantity,
      unitCents: order.unitCents,
      sent: order.sent,
      inParcels: order.sent,
    });
    const live = told.live[order.id];
    const quoted = told.quoted[order.id] ?? 0;
    if (live) expect(live.held, 'a payment holds what is ordered').toBe(order.quantity);
    expect([0, live ? 0 : order.quantity], 'a quote holds what is ordered, or a payment does').toContain(
      quoted,
    );
    expect(order.sent + order.withdrawn, 'no more is sent than was sold').toBeLessThanOrEqual(
      order.paidBy?.units.get(order.id) ?? 0,
    );
  }
  for (const tool of books.tools) {
    const ofTool = books.orders.filter((order) => order.tool === tool);
    const gone = sum(ofTool.map(({ id, paidBy, returned }) => (paidBy?.units.get(id) ?? 0) - returned));
    const held = sum(ofTool.map(({ id, quantity }) => (told.live[id] || told.quoted[id] ? quantity : 0)));
    const onHand = tool.received - gone;
    expect(told.tools[tool.id], 'what was received is on the shelf, held or sold').toEqual({
      onHand,
      held,
      moved: onHand - held,
      reserved: held,
    });
  }
}

/** The amounts that the provider should hold from cards, and the shop should have taken in total, once
 * everything is settled. */
export function moneyOf(books: Books) {
  const paid = books.orders.filter(({ paidBy }) => paidBy);
  const payments = books.payments.filter((payment) => paid.some(({ paidBy }) => paidBy === payment));
  const taken = (from: ModelPayment[]) =>
    sum(paid.map(({ id, paidBy }) => (paidBy && from.includes(paidBy) ? (paidBy.cents.get(id) ?? 0) : 0))) +
    sum(from.map(({ delivery }) => delivery.charged));
  const refunded = (from: ModelPayment[]) =>
    sum(paid.map(({ paidBy, refundedCents }) => (paidBy && from.includes(paidBy) ? refundedCents : 0))) +
    sum(from.map(({ delivery }) => delivery.back - delivery.kept));
  const byCard = payments.filter(({ clientSecret }) => clientSecret !== undefined);
  return {
    byCard: taken(byCard) - refunded(byCard),
    taken: taken(payments),
    refunded: refunded(payments),
    unexplained: 0,
  };
}
