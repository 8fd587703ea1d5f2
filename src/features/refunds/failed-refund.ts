import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { assertRefundable } from '#features/orders/dispute-store.ts';
import {
  findPayment,
  type LockedPayment,
  lockPayment,
  type Payment,
} from '#features/orders/payment-store.ts';
import {
  findRefund,
  type GivenRefund,
  readLockedRefund,
  serializeRefund,
  updateRefund,
} from '#features/orders/refund-store.ts';
import { refundErrorTexts } from '#features/orders/texts/errors.ts';
import { assertNotOwn } from '#features/users/account-checks.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { CardPaymentsError } from '#platform/payments/card-payments.ts';
import type { Refund } from './contract.ts';
import { syncRefunds } from './give-refund.ts';
import { owedCents, settleRefunds } from './settle-refunds.ts';

/** Retries what is due of a refund that the card provider reported as failed, under a new key. @throws
 * AppError not_found, order_disputed; conflict for one that is due or done, since a second attempt could
 * refund twice, and for one that was not paid by card */
export function retryRefund(context: AppContext, { refundId }: { refundId: string }): Promise<Refund> {
  return changeFailed(context, refundId, async (tx, refund, { payment }) => {
    if (payment.intent_id === null) throw new AppError('conflict', refundErrorTexts.notByCard);
    const { id, order_id: orderId, amount_cents: amountCents, attempt } = refund;
    await assertRefundable(tx, { id: orderId });
    await context.jobs.enqueue(tx, 'give-refund', { refundId: id });
    const again = { settled_at: null, provider_refund_id: null, asked_cents: null, failure: null };
    await updateRefund(tx, id, { ...again, state: 'due', attempt: attempt + 1 });
    const details = { refundId, amountCents };
    await recordAudit(context, tx, { action: 'refund_retried', orderId, details });
  });
}

/** Records that staff have given what is due of a refund which the card provider could not make, or which was
 * not paid by card, and notifies the buyer. @throws AppError own_account, not_found; conflict for one that is
 * due or done, which may be refunded anyway */
export function markRefundGiven(
  context: AppContext,
  { currentUser, refundId }: { currentUser: Pick<CurrentUser, 'userId'>; refundId: string },
): Promise<Refund> {
  return changeFailed(context, refundId, async (tx, refund, locked) => {
    const { id, order_id: orderId } = refund;
    const ownerId = locked.lines.find(({ order }) => order.id === orderId)?.order.user_id ?? '';
    await assertNotOwn(context, tx, { currentUser, ownerId, what: 'refund_marked', orderId });
    await updateRefund(tx, id, { provider_refund_id: null });
    await settleRefunds(context, tx, locked, [
      {
        ...{ kind: 'by_hand', state: 'succeeded', provider_id: null },
        ...{ refund_id: id, amount_cents: owedCents(refund) },
      },
    ]);
  });
}

/** Changes a failed refund, after a look at what was refunded in the provider's dashboard meanwhile, which
 * may have settled it. */
async function changeFailed(
  context: AppContext,
  refundId: string,
  change: (tx: DatabaseTransaction, refund: GivenRefund, locked: LockedPayment) => Promise<void>,
): Promise<Refund> {
  const found = await findRefund(context.db, refundId);
  const payment = found && (await findPayment(context.db, found.payment_id));
  if (!payment) throw new AppError('not_found', refundErrorTexts.noSuchRefund);
  if (found.state === 'failed') await syncIfReachable(context, payment);
  return context.db.transaction().execute(async (tx) => {
    const locked = await lockPayment(tx, payment);
    const refund = await readLockedRefund(tx, refundId);
    if (refund.state !== 'failed') throw new AppError('conflict', refundErrorTexts.notFailed);
    await change(tx, refund, locked);
    return serializeRefund(await readLockedRefund(tx, refundId), context.config.currency);
  });
}

/** What staff have given by hand is recorded whether or not the provider can be asked. */
async function syncIfReachable(context: AppContext, payment: Payment): Promise<void> {
  try {
    await syncRefunds(context, payment);
  } catch (error) {
    if (!(error instanceof CardPaymentsError)) throw error;
    context.log.warn({ err: error, paymentId: payment.id }, 'a payment’s refunds cannot be looked up');
  }
}
