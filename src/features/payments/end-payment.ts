import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { assertNotInvoiced } from '#features/invoices/open-invoice.ts';
import { checkOrderMove } from '#features/orders/order-states.ts';
import { lockOrdersWithPayments } from '#features/orders/payment-store.ts';
import { findOrder } from '#features/orders/store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import type { CurrentUser } from '#features/users/store.ts';
import { releaseHold } from './release-hold.ts';

type EndPaymentInput = { currentUser: CurrentUser; orderId: string };

/** Ends the payment in progress of an unpaid order for its owner or staff, so that the
 * order can be changed (decision 39).
 * @throws AppError not_found; conflict where it is paid, or the payment has gone
 * through meanwhile; CardPaymentsError. */
export async function endPayment(
  context: AppContext,
  { currentUser, orderId }: EndPaymentInput,
): Promise<{ deletedCount: number }> {
  const live = await context.db.transaction().execute(async (tx) => {
    const { orders, payments } = await lockOrdersWithPayments(tx, [orderId]);
    const [order] = orders;
    if (!order || order.deleted_at || !(currentUser.isStaff || order.user_id === currentUser.userId))
      throw new AppError('not_found', orderErrorTexts.noSuchOrder);
    checkOrderMove(order.state, 'changed');
    await assertNotInvoiced(tx, payments);
    return payments.find(({ state }) => state === 'live');
  });
  if (!live) return { deletedCount: 0 };
  await releaseHold(context, live.id);
  const after = await findOrder(context.db, orderId);
  if (after) checkOrderMove(after.state, 'changed');
  return { deletedCount: 1 };
}
