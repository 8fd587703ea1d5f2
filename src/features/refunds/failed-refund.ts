import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { assertRefundable } from '#features/orders/dispute-store.ts';
import { lockOrdersWithPayments } from '#features/orders/payment-store.ts';
import {
  findRefund,
  type RefundRow,
  readLockedRefund,
  serializeRefund,
  updateRefund,
} from '#features/orders/refund-store.ts';
import { findOrder } from '#features/orders/store.ts';
import { refundErrorTexts } from '#features/orders/texts/errors.ts';
import { assertNotOwn } from '#features/users/account-checks.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { Refund } from './contract.ts';
import { announceRefund } from './emails.ts';
import { handRefundId, nextRefundState } from './rules.ts';

/** Retries a refund that the card provider reported as failed, under a new key. @throws AppError not_found,
 * order_disputed; conflict for one that is due or done, since a second attempt could refund twice, and for
 * one that was not paid by card */
export function retryRefund(context: AppContext, { refundId }: { refundId: string }): Promise<Refund> {
  return changeFailed(context, refundId, 'retried', async (tx, refund, isOfCard) => {
    if (!isOfCard) throw new AppError('conflict', refundErrorTexts.notByCard);
    await assertRefundable(tx, { id: refund.order_id });
    await context.jobs.enqueue(tx, 'give-refund', { refundId: refund.id });
    return { settled_at: null, provider_refund_id: null };
  });
}

/** Records that staff have made a refund which the card provider could not make, or which was not paid by
 * card, and notifies the buyer. @throws AppError own_account, not_found; conflict for one that is due or
 * done, which may be refunded anyway */
export function markRefundGiven(
  context: AppContext,
  { currentUser, refundId }: { currentUser: Pick<CurrentUser, 'userId'>; refundId: string },
): Promise<Refund> {
  return changeFailed(context, refundId, 'marked', async (tx, { id, order_id: orderId }) => {
    const order = await findOrder(tx, orderId, { withDeleted: true });
    const ownerId = order?.user_id ?? '';
    await assertNotOwn(context, tx, { currentUser, ownerId, what: 'refund_marked', orderId });
    await announceRefund(context, tx, { orderId, refundId: id });
    return { settled_at: context.clock.now(), provider_refund_id: handRefundId(id) };
  });
}

const actions = { retried: 'refund_retried', marked: 'refund_marked' } as const;

/** Moves a failed refund to its next state. It counts as another attempt, so that late reports about the
 * failed one change nothing. */
async function changeFailed(
  context: AppContext,
  refundId: string,
  move: keyof typeof actions,
  change: (
    tx: DatabaseTransaction,
    refund: RefundRow,
    isOfCard: boolean,
  ) => Promise<Pick<RefundRow, 'settled_at' | 'provider_refund_id'>>,
): Promise<Refund> {
  const found = await findRefund(context.db, refundId);
  if (!found) throw new AppError('not_found', refundErrorTexts.noSuchRefund);
  const { order_id: orderId } = found;
  return context.db.transaction().execute(async (tx) => {
    await lockOrdersWithPayments(tx, [orderId]);
    const refund = await readLockedRefund(tx, refundId);
    const state = nextRefundState(refund.state, move);
    if (state === undefined) throw new AppError('conflict', refundErrorTexts.notFailed);
    const changed = await updateRefund(tx, refundId, {
      ...(await change(tx, refund, found.intent_id !== null)),
      state,
      attempt: refund.attempt + 1,
      failure: null,
    });
    await recordAudit(context, tx, {
      action: actions[move],
      orderId,
      details: { refundId, amountCents: refund.amount_cents },
    });
    return serializeRefund(changed, context.config.currency);
  });
}
