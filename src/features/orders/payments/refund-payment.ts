import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { orderEmails } from '#features/orders/emails.ts';
import { lockOrderWithPayments } from '#features/orders/payments/store.ts';
import { nextPaymentState } from '#features/orders/rules.ts';
import type { RefundReason } from '#features/orders/texts/errors.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { findPayment, type PaymentRow, updatePayment } from './store.ts';

/** Writes down that the money of a payment goes back. */
export async function callBack(
  context: AppContext,
  tx: DatabaseTransaction,
  { id: paymentId, order_id: orderId, state }: PaymentRow,
  { amountCents, reason, toolId }: { amountCents: number; reason: RefundReason; toolId: string },
): Promise<void> {
  await updatePayment(tx, paymentId, {
    state: nextPaymentState(state, 'called_back'),
    settled_at: context.clock.now(),
    refund_reason: reason,
  });
  await recordAudit(context, tx, {
    action: 'refund_requested',
    orderId,
    toolId,
    details: { paymentId, amountCents, reason },
  });
  await context.jobs.enqueue(tx, 'refund-payment', { paymentId });
  context.log.warn({ orderId, paymentId, reason }, 'a payment is to be refunded');
}

/** Gives back a payment that succeeded and could not be served; by its id as the key, a repeat gives nothing twice.
 * @throws CardPaymentsError when the provider refuses or cannot be reached; the refund stays due. */
export async function refundPayment(context: AppContext, paymentId: string): Promise<void> {
  const due = await findPayment(context.db, paymentId);
  if (due?.state !== 'refund_due' || due.intent_id === null) return;
  await context.cardPayments.refund(due.intent_id, due.id);
  await context.db.transaction().execute(async (tx) => {
    const locked = await lockOrderWithPayments(tx, due.order_id);
    const payment = locked?.payments.find((row) => row.id === due.id);
    if (payment?.state !== 'refund_due') return;
    const state = nextPaymentState(payment.state, 'refunded');
    await updatePayment(tx, due.id, { state, settled_at: context.clock.now() });
    await recordAudit(context, tx, {
      action: 'payment_refunded',
      orderId: due.order_id,
      details: { paymentId: due.id, amountCents: due.amount_cents },
    });
    await enqueueEmail(context, tx, orderEmails.refunded, { orderId: due.order_id, paymentId: due.id });
  });
  context.log.info({ orderId: due.order_id, paymentId }, 'a payment was refunded');
}
