import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { lockOrderWithPayments } from './lock-order.ts';
import { releaseHold } from './payments/release-hold.ts';
import { checkOrderMove } from './rules.ts';
import { updateOrder } from './store.ts';
import { orderErrorTexts } from './texts/errors.ts';

/** Who deletes which order. */
type DeleteOrderInput = { currentUser: CurrentUser; orderId: string };

/** How often a payment may be started anew under a delete before the buyer is asked to try again. */
const MAX_TRIES = 3;

/**
 * Deletes an unpaid order for its owner or an admin (decision 15). A payment under way is ended first; if it has
 * succeeded, the order becomes paid and stays.
 * @throws AppError not_found, conflict when it is paid; CardPaymentsError.
 */
export async function deleteOrder(
  context: AppContext,
  input: DeleteOrderInput,
): Promise<{ deletedCount: number }> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const livePaymentId = await context.db.transaction().execute((tx) => markDeleted(context, tx, input));
    if (livePaymentId === undefined) return { deletedCount: 1 };
    await releaseHold(context, livePaymentId);
  }
  throw new AppError('conflict', orderErrorTexts.beingPaid);
}

/** Deletes the order unless a payment is under way, whose id it answers then. */
async function markDeleted(
  context: AppContext,
  tx: DatabaseTransaction,
  { currentUser, orderId }: DeleteOrderInput,
): Promise<string | undefined> {
  const locked = await lockOrderWithPayments(tx, orderId);
  if (
    !locked ||
    locked.order.deleted_at ||
    !(currentUser.isAdmin || locked.order.user_id === currentUser.userId)
  ) {
    throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  }
  checkOrderMove(locked.order.state, 'deleted');
  const live = locked.payments.find((payment) => payment.state === 'live');
  if (live) return live.id;
  await updateOrder(tx, orderId, { deleted_at: context.clock.now() });
  await recordAudit(context, tx, { action: 'order_deleted', orderId, toolId: locked.order.tool_id });
  return undefined;
}
