import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { giveBackUnits, takeFreeUnits, takeHeldUnits } from '#features/catalogue/stock-store.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { orderEmails } from '#features/orders/emails.ts';
import { type LockedOrder, lockOrderWithPayments } from '#features/orders/payments/store.ts';
import { checkOrderMove, nextPaymentState } from '#features/orders/rules.ts';
import { type OrderRow, unitsOfOrder, updateOrder } from '#features/orders/store.ts';
import type { RefundReason } from '#features/orders/texts/errors.ts';
import { tellStaff } from '#features/users/notices/tell-staff.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { PaymentIntent } from '#platform/payments/card-payments.ts';
import { callBack } from './refund-payment.ts';
import { enqueueRelease, findPaymentByIntent, type PaymentRow, updatePayment } from './store.ts';

/** What the provider says of an intent, and what came of it. `refunded`: it succeeded, but could not be served. */
export type Settlement =
  | { outcome: 'unknown' | 'open' | 'cancelled' }
  | { outcome: 'paid'; orderId: string }
  | { outcome: 'refunded'; orderId: string; reason: RefundReason };

/** Counts a payment if the provider says that it succeeded (decision 14). It may be called any number of times, in any
 * order, at the same time. @throws CardPaymentsError when the provider cannot be asked. */
export async function settlePayment(context: AppContext, intentId: string): Promise<Settlement> {
  const payment = await findPaymentByIntent(context.db, intentId);
  if (!payment) return { outcome: 'unknown' };
  const intent = await context.cardPayments.retrieveIntent(intentId);
  if (!intent) return { outcome: 'unknown' };
  if (intent.status !== 'succeeded') return { outcome: intent.status };
  return context.db.transaction().execute((tx) => count(context, tx, payment, intent));
}

async function count(
  context: AppContext,
  tx: DatabaseTransaction,
  { id, order_id: orderId }: PaymentRow,
  intent: PaymentIntent,
): Promise<Settlement> {
  const locked = await lockOrderWithPayments(tx, orderId);
  const payment = locked?.payments.find((row) => row.id === id);
  if (!locked || !payment) throw new Error(`payment ${id} has lost its order`);
  if (payment.state === 'succeeded') return { outcome: 'paid', orderId };
  if (payment.refund_reason !== null) return { outcome: 'refunded', orderId, reason: payment.refund_reason };

  const reason = await takeUnits(context, tx, locked.order, { payment, intent });
  if (reason !== undefined) {
    const { amountCents } = intent;
    await callBack(context, tx, payment, { amountCents, reason, toolId: locked.order.tool_id });
    return { outcome: 'refunded', orderId, reason };
  }
  await writePaid(context, tx, locked, { payment, intent });
  return { outcome: 'paid', orderId };
}

/** Takes the units that were paid for; answers why it cannot be done, where it cannot. */
async function takeUnits(
  context: AppContext,
  tx: DatabaseTransaction,
  order: OrderRow,
  { payment, intent }: { payment: PaymentRow; intent: PaymentIntent },
): Promise<RefundReason | undefined> {
  const refusal = whyNotServed(order, payment, intent);
  if (payment.held_quantity > 0) {
    const held = unitsOfOrder(order, payment.held_quantity);
    if (refusal === undefined) await takeHeldUnits(context, tx, held);
    else await giveBackUnits(context, tx, held);
    return refusal;
  }
  if (refusal !== undefined) return refusal;
  const isTaken = await takeFreeUnits(context, tx, unitsOfOrder(order, order.quantity));
  return isTaken ? undefined : 'sold_out';
}

function whyNotServed(order: OrderRow, payment: PaymentRow, intent: PaymentIntent): RefundReason | undefined {
  if (!isAsAsked(intent, payment)) return 'other_amount';
  if (order.deleted_at) return 'order_deleted';
  if (order.paid_at) return 'order_paid';
  // One that was cancelled, and took the money all the same, may be of a time before the order was changed.
  if (payment.amount_cents !== order.total_cents) return 'other_amount';
  return undefined;
}

function isAsAsked(intent: PaymentIntent, payment: PaymentRow): boolean {
  return (
    intent.amountCents === payment.amount_cents &&
    intent.currency === payment.currency &&
    intent.orderId === payment.order_id
  );
}

async function writePaid(
  context: AppContext,
  tx: DatabaseTransaction,
  { order, payments }: LockedOrder,
  { payment, intent }: { payment: PaymentRow; intent: PaymentIntent },
): Promise<void> {
  const settledAt = context.clock.now();
  checkOrderMove(order.state, 'paid');
  await updatePayment(tx, payment.id, {
    state: nextPaymentState(payment.state, 'captured'),
    settled_at: settledAt,
  });
  await updateOrder(tx, order.id, { paid_at: settledAt, transaction_id: intent.id });
  await recordAudit(context, tx, {
    action: 'order_paid',
    orderId: order.id,
    toolId: order.tool_id,
    details: { paymentId: payment.id, amountCents: intent.amountCents, unitsSold: order.quantity },
  });
  await enqueueEmail(context, tx, orderEmails.paid, { orderId: order.id });
  await tellStaff(context, tx, 'sale', { orderId: order.id });
  for (const rival of payments) {
    if (rival.state === 'live' && rival.id !== payment.id) await enqueueRelease(context, tx, rival.id);
  }
  context.log.info({ orderId: order.id, paymentId: payment.id }, 'an order was paid');
}
