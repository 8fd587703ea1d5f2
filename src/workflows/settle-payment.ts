import { insertAuditEvents } from '#modules/audit/audit-store.ts';
import { giveBackUnits, takeFreeUnits, takeHeldUnits } from '#modules/catalogue/tool-stock.ts';
import { checkOrderMove } from '#modules/orders/order-states.ts';
import { type OrderRow, orderFacts } from '#modules/orders/order-store.ts';
import { nextPaymentState } from '#modules/payments/payment-states.ts';
import {
  findPaymentByIntent,
  type PaymentRow,
  paymentOutcome,
  updatePayment,
} from '#modules/payments/payment-store.ts';
import type { PaymentIntent } from '#platform/card-payments/card-payments.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { writeTogether } from '#platform/database/write-together.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { enqueueRelease } from './enqueue-release.ts';
import { lockOrderWithPayments } from './lock-order.ts';
import { quietMails } from './mails/mail-job.ts';
import { auditEntry, recordAudit } from './record-audit.ts';
import type { Shop } from './shop.ts';

/**
 * What the provider says of an intent, and what came of it. `refunded`: it succeeded and could not be served, so the
 * money goes back for `reason`.
 */
export type Settlement =
  | { outcome: 'unknown' | 'open' | 'cancelled' }
  | { outcome: 'paid'; orderId: string }
  | { outcome: 'refunded'; orderId: string; reason: string };

/**
 * Counts a payment if the provider says that it succeeded (decision 14). The buyer's call, the webhook and the
 * reconciliation all come here; it may be called any number of times, in any order, at the same time.
 * @throws CardPaymentsError when the provider cannot be asked.
 */
export async function settlePayment(shop: Shop, intentId: string): Promise<Settlement> {
  const payment = await findPaymentByIntent(shop.db, intentId);
  if (!payment) return { outcome: 'unknown' };
  const intent = await shop.cardPayments.retrieveIntent(intentId);
  if (!intent) return { outcome: 'unknown' };
  if (intent.status !== 'succeeded') return { outcome: intent.status };
  return shop.db.transaction().execute((tx) => count(shop, tx, payment, intent));
}

function isAsAsked(intent: PaymentIntent, payment: PaymentRow): boolean {
  return (
    intent.amountCents === payment.amount_cents &&
    intent.currency === payment.currency &&
    intent.orderId === payment.order_id
  );
}

async function count(
  shop: Shop,
  tx: DatabaseTransaction,
  { id, order_id: orderId }: PaymentRow,
  intent: PaymentIntent,
): Promise<Settlement> {
  const locked = await lockOrderWithPayments(tx, orderId);
  const payment = locked?.payments.find((row) => row.id === id);
  if (!locked || !payment) throw new Error(`payment ${id} has lost its order`);
  if (payment.state === 'succeeded') return { outcome: 'paid', orderId };
  if (payment.refund_reason !== null) return { outcome: 'refunded', orderId, reason: payment.refund_reason };

  const settledAt = shop.clock.now();
  const reason = await takeUnits(tx, locked.order, payment, intent);
  if (reason !== undefined) {
    const state = nextPaymentState(payment.state, 'called back');
    await updatePayment(tx, id, { state, settledAt, refundReason: reason });
    await recordAudit(shop, tx, {
      action: 'payment called back',
      orderId,
      toolId: locked.order.tool_id,
      details: { paymentId: id, amountCents: intent.amountCents, reason },
    });
    await enqueue(tx, 'refund-payment', { paymentId: id });
    shop.log.warn({ orderId, paymentId: id, reason }, 'a payment is to be refunded');
    return { outcome: 'refunded', orderId, reason };
  }
  checkOrderMove(locked.order, 'paid');
  await writeTogether(tx, [
    paymentOutcome(tx, id, { state: nextPaymentState(payment.state, 'counted'), settledAt }),
    orderFacts(tx, orderId, { paid_at: settledAt, transaction_id: intent.id }),
    insertAuditEvents([
      auditEntry(shop, {
        action: 'order paid',
        orderId,
        toolId: locked.order.tool_id,
        details: { paymentId: id, amountCents: intent.amountCents, unitsSold: locked.order.quantity },
      }),
    ]),
    quietMails([{ mail: 'payment-received', orderId }]),
  ]);
  for (const rival of locked.payments) {
    if (rival.state === 'live' && rival.id !== id) await enqueueRelease(tx, rival.id);
  }
  shop.log.info({ orderId, paymentId: id }, 'an order was paid');
  return { outcome: 'paid', orderId };
}

/** Takes the units that were paid for; answers why it cannot be done, where it cannot. */
async function takeUnits(
  tx: DatabaseTransaction,
  order: OrderRow,
  payment: PaymentRow,
  intent: PaymentIntent,
): Promise<string | undefined> {
  const refusal = whyNotServed(order, payment, intent);
  if (payment.held_quantity > 0) {
    if (refusal === undefined) await takeHeldUnits(tx, order.tool_id, payment.held_quantity);
    else await giveBackUnits(tx, order.tool_id, payment.held_quantity);
    return refusal;
  }
  if (refusal !== undefined) return refusal;
  const isTaken = await takeFreeUnits(tx, order.tool_id, order.quantity);
  return isTaken ? undefined : 'The tool was sold out by the time the payment arrived';
}

function whyNotServed(order: OrderRow, payment: PaymentRow, intent: PaymentIntent): string | undefined {
  if (!isAsAsked(intent, payment)) return 'The amount charged was not what the order comes to';
  if (order.deleted_at) return 'The order had been deleted';
  if (order.paid_at) return 'The order had been paid already';
  return undefined;
}
