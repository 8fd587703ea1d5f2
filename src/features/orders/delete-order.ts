import { Refusal } from '#contracts/api-error.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Shop } from '#features/shop.ts';
import type { Asker } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { lockOrderWithPayments } from './lock-order.ts';
import { checkOrderMove } from './order-states.ts';
import { releaseHold } from './payments/release-hold.ts';
import { updateOrder } from './store.ts';
import { orderRefusalTexts } from './texts/refusals.ts';

/** Who deletes which order. */
type DeleteOrderInput = { asker: Asker; orderId: string };

/** How often a payment may be started anew under a delete before the buyer is asked to try again. */
const MAX_TRIES = 3;

/**
 * Deletes an unpaid order for its owner or an admin (decision 15). A payment under way is ended first; if it has
 * succeeded, the order becomes paid and stays.
 * @throws Refusal not_found, conflict when it is paid; CardPaymentsError.
 */
export async function deleteOrder(shop: Shop, input: DeleteOrderInput): Promise<{ deletedCount: number }> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const livePaymentId = await shop.db.transaction().execute((tx) => markDeleted(shop, tx, input));
    if (livePaymentId === undefined) return { deletedCount: 1 };
    await releaseHold(shop, livePaymentId);
  }
  throw new Refusal('conflict', orderRefusalTexts.beingPaid);
}

/** Deletes the order unless a payment is under way, whose id it answers then. */
async function markDeleted(
  shop: Shop,
  tx: DatabaseTransaction,
  { asker, orderId }: DeleteOrderInput,
): Promise<string | undefined> {
  const locked = await lockOrderWithPayments(tx, orderId);
  if (!locked || locked.order.deleted_at || !(asker.isAdmin || locked.order.user_id === asker.userId)) {
    throw new Refusal('not_found', orderRefusalTexts.noSuchOrder);
  }
  checkOrderMove(locked.order.state, 'deleted');
  const live = locked.payments.find((payment) => payment.state === 'live');
  if (live) return live.id;
  await updateOrder(tx, orderId, { deleted_at: shop.clock.now() });
  await recordAudit(shop, tx, { action: 'order deleted', orderId, toolId: locked.order.tool_id });
  return undefined;
}
