import { insertAuditEvents, type NewAuditEvent } from '#modules/audit/audit-store.ts';
import { takeHeldUnits } from '#modules/catalogue/tool-stock.ts';
import { checkOrderMove } from '#modules/orders/order-states.ts';
import { type OrderRow, ordersPaid } from '#modules/orders/order-store.ts';
import { nextPaymentState } from '#modules/payments/payment-states.ts';
import { type PaymentRow, paymentOutcomes } from '#modules/payments/payment-store.ts';
import { type Acting, actAs } from '#platform/acting.ts';
import type { PaymentIntent } from '#platform/card-payments/card-payments.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { gatherOn } from '#platform/database/gather.ts';
import { isRuleViolation } from '#platform/database/unique-violation.ts';
import { writeTogether } from '#platform/database/write-together.ts';
import { paymentRefusalTexts } from '#texts/refusals-orders.ts';
import { quietEmails } from './emails/email-job.ts';
import { type LockedOrder, lockOrdersWithPayments } from './lock-order.ts';
import { auditEntry } from './record-audit.ts';
import type { Shop } from './shop.ts';

/** A payment of which the provider says that it has succeeded, and in whose name it is counted. */
type Counting = { payment: PaymentRow; intent: PaymentIntent; acting: Acting };

/** One that is counted: it and its order as they stand under lock. */
type Counted = Counting & { order: OrderRow };

/**
 * Counts payments whose units are held, with others at the same time in one transaction; `false` for one with which
 * anything is out of the ordinary. What the rules forbid undoes them all; then each is tried alone.
 */
export const countHeld = gatherOn<Counting, boolean, Shop>(
  (shop, countings) => shop.db.transaction().execute((tx) => countTogether(shop, tx, countings)),
  isRuleViolation,
);

async function countTogether(shop: Shop, tx: DatabaseTransaction, countings: Counting[]): Promise<boolean[]> {
  const locked = await lockOrdersWithPayments(
    tx,
    countings.map(({ payment }) => payment.order_id),
  );
  const byOrder = new Map<string, Counted>();
  for (const counting of countings) {
    const counted = asServed(locked.get(counting.payment.order_id), counting);
    if (counted && !byOrder.has(counted.order.id)) byOrder.set(counted.order.id, counted);
  }
  const counted = [...byOrder.values()];
  if (counted.length > 0) {
    // One after the other, in the order of their ids: a statement that locks tools to sort them, and then changes them, can
    // meet a deadlock with its own like.
    for (const [toolId, units] of unitsByTool(counted)) await takeHeldUnits(tx, toolId, units);
    await writeCounted(shop, tx, counted);
  }
  return countings.map(({ payment }) => byOrder.get(payment.order_id)?.payment.id === payment.id);
}

/** The payment with the order that it pays for, if it is live, holds units and nothing speaks against it. */
function asServed(locked: LockedOrder | undefined, counting: Counting): Counted | undefined {
  const payment = locked?.payments.find(({ id }) => id === counting.payment.id);
  if (!locked || payment?.state !== 'live' || payment.held_quantity === 0) return undefined;
  const { order } = locked;
  if (whyNotServed(order, payment, counting.intent) !== undefined) return undefined;
  return { ...counting, payment, order };
}

function unitsByTool(counted: Counted[]): [toolId: string, units: number][] {
  const units = new Map<string, number>();
  for (const { order, payment } of counted) {
    units.set(order.tool_id, (units.get(order.tool_id) ?? 0) + payment.held_quantity);
  }
  return [...units].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Why the order of a payment that succeeded cannot be served; `undefined` where it can. */
export function whyNotServed(
  order: OrderRow,
  payment: PaymentRow,
  intent: PaymentIntent,
): string | undefined {
  if (!isAsAsked(intent, payment)) return paymentRefusalTexts.otherAmount;
  if (order.deleted_at) return paymentRefusalTexts.orderDeleted;
  if (order.paid_at) return paymentRefusalTexts.orderPaid;
  // One that was cancelled, and took the money all the same, may be of a time before the order was changed.
  if (payment.amount_cents !== order.total_cents) return paymentRefusalTexts.otherAmount;
  return undefined;
}

function isAsAsked(intent: PaymentIntent, payment: PaymentRow): boolean {
  return (
    intent.amountCents === payment.amount_cents &&
    intent.currency === payment.currency &&
    intent.orderId === payment.order_id
  );
}

/** One statement: payments and orders say that they are paid, entries in the trail, and mails. */
export async function writeCounted(shop: Shop, tx: DatabaseTransaction, counted: Counted[]): Promise<void> {
  const settledAt = shop.clock.now();
  for (const { order, payment } of counted) {
    checkOrderMove(order, 'paid');
    nextPaymentState(payment.state, 'counted');
  }
  const ids = counted.map(({ payment }) => payment.id);
  const paid = counted.map(({ order, intent }) => ({ id: order.id, transaction_id: intent.id }));
  await writeTogether(tx, [
    paymentOutcomes(tx, ids, { state: 'succeeded', settledAt }),
    ordersPaid(paid, settledAt),
    insertAuditEvents(counted.map((each) => actAs(each.acting, () => paidEntry(shop, each)))),
    quietEmails(counted.map(({ order }) => ({ mail: 'payment-received', orderId: order.id }))),
  ]);
  for (const { order, payment } of counted) {
    shop.log.info({ orderId: order.id, paymentId: payment.id }, 'an order was paid');
  }
}

function paidEntry(shop: Shop, { order, payment, intent }: Counted): NewAuditEvent {
  return auditEntry(shop, {
    action: 'order paid',
    orderId: order.id,
    toolId: order.tool_id,
    details: { paymentId: payment.id, amountCents: intent.amountCents, unitsSold: order.quantity },
  });
}
