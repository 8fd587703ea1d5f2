import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { lockOrdersWithPayments } from '../payments/store.ts';
import { refundErrorTexts } from '../texts/errors.ts';
import type { Refund } from './contract.ts';
import { nextRefundState } from './rules.ts';
import { findRefund, readLockedRefund, serializeRefund, updateRefund } from './store.ts';

/** Tries a refund again that the provider has said to have failed, under a new key.
 * @throws AppError not_found, conflict for one that is due or done: a second try could give it back twice. */
export async function retryRefund(context: AppContext, { refundId }: { refundId: string }): Promise<Refund> {
  const found = await findRefund(context.db, refundId);
  if (!found) throw new AppError('not_found', refundErrorTexts.noSuchRefund);
  const { order_id: orderId } = found;
  return context.db.transaction().execute(async (tx) => {
    await lockOrdersWithPayments(tx, [orderId]);
    const refund = await readLockedRefund(tx, refundId);
    const state = nextRefundState(refund.state, 'retried');
    if (state === undefined) throw new AppError('conflict', refundErrorTexts.notFailed);
    const again = await updateRefund(tx, refundId, {
      state,
      attempt: refund.attempt + 1,
      settled_at: null,
      provider_refund_id: null,
      failure: null,
    });
    await recordAudit(context, tx, {
      action: 'refund_retried',
      orderId,
      details: { refundId, amountCents: refund.amount_cents },
    });
    await context.jobs.enqueue(tx, 'give-refund', { refundId });
    return serializeRefund(again, context.config.currency);
  });
}
