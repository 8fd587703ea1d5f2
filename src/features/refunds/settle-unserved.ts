import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { type MovementRow, sumMovements } from '#features/orders/movement-store.ts';
import { type LockedPayment, shareOfLine, updatePayment } from '#features/orders/payment-store.ts';
import { nextPaymentState, type PaymentMove } from '#features/orders/rules.ts';
import { orderEmails } from '#features/payments/emails.ts';
import { notifyStaff } from '#features/users/notices/notify-staff.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { refundEmails } from './emails.ts';

/** Settles a payment that could not be served by its movements: it is refunded once they have returned all of
 * its charge. `changed`: those that are new or have moved on. Where a refund among them has failed, the
 * payment is due again, and staff are notified. */
export async function settleUnserved(
  context: AppContext,
  tx: DatabaseTransaction,
  locked: LockedPayment,
  changed: readonly MovementRow[],
): Promise<void> {
  const { payment } = locked;
  const { chargedCents, returnedCents } = await sumMovements(tx, payment.id);
  const isReturned = returnedCents >= (chargedCents || payment.amount_cents);
  const failed = changed.findLast(({ state }) => state === 'failed');
  if (isReturned && payment.state === 'refund_due') await recordRefunded(context, tx, locked);
  if (!isReturned && failed) await recordBounced(context, tx, locked, failed);
}

async function recordRefunded(
  context: AppContext,
  tx: DatabaseTransaction,
  locked: LockedPayment,
): Promise<void> {
  const paymentId = locked.payment.id;
  await move(context, tx, locked, 'refunded');
  await recordOfEach(context, tx, locked, 'payment_refunded', {});
  const [first] = locked.lines;
  if (first) await enqueueEmail(context, tx, orderEmails.refunded, { orderId: first.order.id, paymentId });
  context.log.info({ paymentId }, 'a payment was refunded');
}

async function recordBounced(
  context: AppContext,
  tx: DatabaseTransaction,
  locked: LockedPayment,
  { failure }: MovementRow,
): Promise<void> {
  const { payment, lines } = locked;
  const paymentId = payment.id;
  if (payment.state === 'refunded') await move(context, tx, locked, 'bounced');
  await recordOfEach(context, tx, locked, 'refund_failed', { failure });
  const [first] = lines;
  if (first) await notifyStaff(context, tx, refundEmails.failed, { orderId: first.order.id, paymentId });
  context.log.warn({ paymentId, failure }, 'the refund of a payment failed');
}

const move = (
  { clock }: AppContext,
  tx: DatabaseTransaction,
  { payment }: LockedPayment,
  to: Extract<PaymentMove, 'refunded' | 'bounced'>,
) => updatePayment(tx, payment.id, { state: nextPaymentState(payment.state, to), settled_at: clock.now() });

async function recordOfEach(
  context: AppContext,
  tx: DatabaseTransaction,
  { payment, lines }: LockedPayment,
  action: 'payment_refunded' | 'refund_failed',
  details: object,
): Promise<void> {
  for (const { line, order } of lines)
    await recordAudit(context, tx, {
      action,
      orderId: order.id,
      details: { paymentId: payment.id, amountCents: shareOfLine(payment, line), ...details },
    });
}
