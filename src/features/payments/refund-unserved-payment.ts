import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import {
  findPayment,
  type LockedPayment,
  lockPayment,
  shareOfLine,
  updatePayment,
} from '#features/orders/payment-store.ts';
import { nextPaymentState } from '#features/orders/rules.ts';
import type { RefundReason } from '#features/orders/texts/errors.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { CardPaymentsError } from '#platform/payments/card-payments.ts';
import { orderEmails } from './emails.ts';

/** Records that a payment that cannot be served is to be refunded. */
export async function requestRefund(
  context: AppContext,
  tx: DatabaseTransaction,
  { payment, lines }: LockedPayment,
  { amountCents, reason }: { amountCents: number; reason: RefundReason },
): Promise<void> {
  const paymentId = payment.id;
  await updatePayment(tx, paymentId, {
    state: nextPaymentState(payment.state, 'called_back'),
    settled_at: context.clock.now(),
    refund_reason: reason,
  });
  for (const { line, order } of lines) {
    const share = lines.length === 1 ? amountCents : shareOfLine(payment, line);
    await recordAudit(context, tx, {
      action: 'refund_requested',
      orderId: order.id,
      toolId: order.tool_id,
      details: { paymentId, amountCents: share, reason },
    });
  }
  await context.jobs.enqueue(tx, 'refund-payment', { paymentId });
  const orderIds = lines.map(({ order }) => order.id);
  context.log.warn({ orderIds, paymentId, reason }, 'a payment is to be refunded');
}

/** Refunds a payment that succeeded but could not be served. Its id is the idempotency key, so that a retry
 * does not refund twice. @throws CardPaymentsError if the provider refuses or is unreachable; the refund
 * stays due */
export async function refundUnservedPayment(context: AppContext, paymentId: string): Promise<void> {
  const due = await findPayment(context.db, paymentId);
  if (due?.state !== 'refund_due' || due.intent_id === null) return;
  const { status } = await context.cardPayments.refund(due.intent_id, {
    key: due.id,
    currency: due.currency,
  });
  // Reconciliation checks refunds that the bank has yet to decide.
  if (status === 'pending') return;
  if (status === 'failed')
    throw new CardPaymentsError(`The refund of payment ${paymentId} was made, and failed`);
  await context.db.transaction().execute(async (tx) => {
    const { payment, lines } = await lockPayment(tx, due);
    if (payment.state !== 'refund_due') return;
    const state = nextPaymentState(payment.state, 'refunded');
    await updatePayment(tx, due.id, { state, settled_at: context.clock.now() });
    for (const { line, order } of lines) {
      await recordAudit(context, tx, {
        action: 'payment_refunded',
        orderId: order.id,
        details: { paymentId: due.id, amountCents: shareOfLine(payment, line) },
      });
    }
    const [first] = lines;
    if (first)
      await enqueueEmail(context, tx, orderEmails.refunded, { orderId: first.order.id, paymentId: due.id });
  });
  context.log.info({ paymentId }, 'a payment was refunded');
}
