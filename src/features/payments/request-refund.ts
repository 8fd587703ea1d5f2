import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { type LockedPayment, shareOfLine, updatePayment } from '#features/orders/payment-store.ts';
import { nextPaymentState } from '#features/orders/rules.ts';
import type { RefundReason } from '#features/orders/texts/errors.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';

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
