import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { type RefundRow, updateRefund } from '#features/orders/refund-store.ts';
import { notifyStaff } from '#features/users/notices/notify-staff.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { Refund as ProviderRefund } from '#platform/payments/card-payments.ts';
import { refundEmails } from './emails.ts';
import { nextRefundState } from './rules.ts';

/** What the provider says of a try to give money back; without an id where it
 * refused to make a refund at all. */
export type Told = Pick<ProviderRefund, 'amountCents' | 'status' | 'failure'> & { id: string | null };

/** What a refund is known by that a lost dispute has settled. */
export const settledId = (disputeId: string, refund: Pick<RefundRow, 'id'>): string =>
  `${disputeId}#${refund.id}`;

/** Writes down that a refund has been given, and tells the buyer; not again where it was heard before. */
export async function writeDone(
  context: AppContext,
  tx: DatabaseTransaction,
  refund: RefundRow,
  providerRefundId: string | null,
  move: 'given' | 'marked' = 'given',
): Promise<void> {
  const state = nextRefundState(refund.state, move);
  if (state === undefined) return;
  const { id, order_id: orderId, amount_cents: amountCents } = refund;
  const settled = {
    state,
    settled_at: context.clock.now(),
    provider_refund_id: providerRefundId,
    failure: null,
  };
  await updateRefund(tx, id, settled);
  await recordAudit(context, tx, {
    action: 'refund_done',
    orderId,
    details: { refundId: id, amountCents },
  });
  await enqueueEmail(context, tx, refundEmails.refunded, { orderId, refundId: id });
  context.log.info({ orderId, refundId: id }, 'a refund was made');
}

/** Writes down that a refund did not arrive, and tells the staff. */
export async function writeFailed(
  context: AppContext,
  tx: DatabaseTransaction,
  refund: RefundRow,
  { id: providerRefundId, failure = 'unknown' }: Pick<Told, 'id' | 'failure'>,
): Promise<void> {
  const state = nextRefundState(refund.state, 'refused');
  if (state === undefined) return;
  const { id, order_id: orderId, amount_cents: amountCents } = refund;
  const settled = { state, settled_at: context.clock.now(), provider_refund_id: providerRefundId, failure };
  await updateRefund(tx, id, settled);
  await recordAudit(context, tx, {
    action: 'refund_failed',
    orderId,
    details: { refundId: id, amountCents, failure },
  });
  await notifyStaff(context, tx, refundEmails.failed, { orderId, refundId: id });
  context.log.warn({ orderId, refundId: id, failure }, 'a refund failed');
}
