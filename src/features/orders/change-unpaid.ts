import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { releaseHold } from './payments/release-hold.ts';
import { lockOrdersWithPayments, type Payment } from './payments/store.ts';
import { checkOrderMove, type OrderMove } from './rules.ts';
import type { OrderRow } from './store.ts';
import { orderErrorTexts } from './texts/errors.ts';

/** An order with its payments, of which each may pay for others besides. */
export type LockedOrder = { order: OrderRow; payments: Payment[] };

/** How often a payment may be started anew under a change before the buyer is asked to try again. */
const MAX_TRIES = 3;

/** Changes or deletes an unpaid order for its owner or staff. A payment under way whose id `write` answers is ended (what else
 * it was to pay for stays in the cart), and all is tried again; if it has succeeded, the order becomes paid and stays as it is.
 * @throws AppError not_found, conflict, and what `write` throws; CardPaymentsError. */
export async function changeUnpaid(
  context: AppContext,
  { currentUser, orderId, move }: { currentUser: CurrentUser; orderId: string; move: OrderMove },
  write: (tx: DatabaseTransaction, locked: LockedOrder) => Promise<string | undefined>,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const livePaymentId = await context.db.transaction().execute(async (tx) => {
      const { orders, payments } = await lockOrdersWithPayments(tx, [orderId]);
      const [order] = orders;
      if (!order || order.deleted_at || !(currentUser.isStaff || order.user_id === currentUser.userId)) {
        throw new AppError('not_found', orderErrorTexts.noSuchOrder);
      }
      checkOrderMove(order.state, move);
      return write(tx, { order, payments });
    });
    if (livePaymentId === undefined) return;
    await releaseHold(context, livePaymentId);
  }
  throw new AppError('conflict', orderErrorTexts.beingPaid);
}
