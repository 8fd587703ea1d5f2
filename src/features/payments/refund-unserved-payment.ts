import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { type NewMovement, recordMovements, sumMovements } from '#features/orders/movement-store.ts';
import {
  findPayment,
  type LockedPayment,
  lockPayment,
  type Payment,
  shareOfLine,
  updatePayment,
} from '#features/orders/payment-store.ts';
import { nextPaymentState } from '#features/orders/rules.ts';
import type { RefundReason } from '#features/orders/texts/errors.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { CardPaymentsError, type Refund } from '#platform/payments/card-payments.ts';
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

/** Refunds all that is left of a payment that succeeded but could not be served. Its id is the idempotency key,
 * so that a retry does not refund twice. @throws CardPaymentsError if the provider refuses or is unreachable;
 * the refund stays due */
export async function refundUnservedPayment(context: AppContext, paymentId: string): Promise<void> {
  const due = await findPayment(context.db, paymentId);
  if (due?.state !== 'refund_due' || due.intent_id === null) return;
  const { cardPayments } = context;
  const before = await cardPayments.listRefundsOf(due.intent_id);
  if (await recordRefundsOfUnserved(context, due, before)) return;
  const refund = await cardPayments.refund(due.intent_id, { key: due.id, currency: due.currency });
  // Reconciliation asks again for what the bank has yet to decide.
  if ((await recordRefundsOfUnserved(context, due, [refund])) || refund.status !== 'failed') return;
  throw new CardPaymentsError(`The refund of payment ${paymentId} was made, and failed`);
}

/** Records the provider's refunds of such a payment. Returns whether all of its charge has been returned. */
function recordRefundsOfUnserved(
  context: AppContext,
  due: Payment,
  refunds: readonly Refund[],
): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    const locked = await lockPayment(tx, due);
    await recordMovements(tx, due.id, refunds.map(toMovement), context.clock.now());
    return locked.payment.state !== 'refund_due' || completeUnservedRefund(context, tx, locked);
  });
}

/** The movement that a refund at the provider is. `refund_id` is left to who knows the payment's refunds. */
export const toMovement = ({ id, amountCents, status, failure }: Refund): NewMovement => ({
  kind: 'refund',
  provider_id: id,
  refund_id: null,
  amount_cents: amountCents,
  state: status,
  failure: failure ?? null,
});

/** Records a payment that could not be served as refunded once its movements have returned all of its charge,
 * and notifies the buyer. Returns whether they have. */
export async function completeUnservedRefund(
  context: AppContext,
  tx: DatabaseTransaction,
  { payment, lines }: LockedPayment,
): Promise<boolean> {
  const { chargedCents, returnedCents } = await sumMovements(tx, payment.id);
  if (returnedCents < (chargedCents || payment.amount_cents)) return false;
  const paymentId = payment.id;
  const state = nextPaymentState(payment.state, 'refunded');
  await updatePayment(tx, paymentId, { state, settled_at: context.clock.now() });
  for (const { line, order } of lines) {
    await recordAudit(context, tx, {
      action: 'payment_refunded',
      orderId: order.id,
      details: { paymentId, amountCents: shareOfLine(payment, line) },
    });
  }
  const [first] = lines;
  if (first) await enqueueEmail(context, tx, orderEmails.refunded, { orderId: first.order.id, paymentId });
  context.log.info({ paymentId }, 'a payment was refunded');
  return true;
}
