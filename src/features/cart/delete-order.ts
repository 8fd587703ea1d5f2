import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { updateOrder } from '#features/orders/store.ts';
import type { CurrentUser } from '#features/users/store.ts';
import { changeUnpaid } from './change-unpaid.ts';

/** Deletes an unpaid order for its owner or staff (decision 15). A payment under way is ended first;
 * if it has succeeded, the order becomes paid and stays. @throws AppError not_found, conflict when
 * it is paid; CardPaymentsError. */
export async function deleteOrder(
  context: AppContext,
  { currentUser, orderId }: { currentUser: CurrentUser; orderId: string },
): Promise<{ deletedCount: number }> {
  await changeUnpaid(context, { currentUser, orderId, move: 'deleted' }, async (tx, { order, payments }) => {
    const live = payments.find((payment) => payment.state === 'live');
    if (live) return live.id;
    await updateOrder(tx, orderId, { deleted_at: context.clock.now() });
    await recordAudit(context, tx, { action: 'order_deleted', orderId, toolId: order.tool_id });
    return undefined;
  });
  return { deletedCount: 1 };
}
