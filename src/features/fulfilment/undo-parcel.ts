import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { deleteParcel, findParts, lockParcel, type ParcelPart } from '#features/orders/parcel-store.ts';
import { UNDO_SHIP_MS } from '#features/orders/rules.ts';
import { lockOrders, type OrderRow, updateOrder } from '#features/orders/store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { parcelErrorTexts } from '#features/orders/texts/parcels.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';

/** Takes a parcel back before its email leaves, which then never does.
 * @throws AppError not_found; conflict when it is too late, or its units were refunded as sent. */
export async function undoParcel(
  context: AppContext,
  { parcelId }: { parcelId: string },
): Promise<{ deletedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    const parts = await findParts(tx, parcelId);
    const orders = await lockOrders(
      tx,
      parts.map(({ orderId }) => orderId),
    );
    await takeBack(context, tx, { parcelId, parts, orders });
    return { deletedCount: 1 };
  });
}

/** Takes back a parcel that holds these orders, which the transaction has locked. @throws
 * AppError as `undoParcel` does. */
export async function takeBack(
  context: AppContext,
  tx: DatabaseTransaction,
  {
    parcelId,
    parts,
    orders,
  }: { parcelId: string; parts: readonly ParcelPart[]; orders: readonly OrderRow[] },
): Promise<void> {
  const parcel = await lockParcel(tx, parcelId);
  if (!parcel) throw new AppError('not_found', parcelErrorTexts.noSuchParcel);
  const undoneBy = parcel.sent_at.getTime() + UNDO_SHIP_MS;
  if (parcel.told_at || context.clock.now().getTime() >= undoneBy)
    throw new AppError('conflict', orderErrorTexts.undoTooLate);
  for (const { orderId, quantity } of parts) {
    const order = orders.find(({ id }) => id === orderId);
    if (order && quantity > order.sent_quantity - refundedAsSent(order))
      throw new AppError('conflict', orderErrorTexts.undoRefunded(order.number));
  }
  await deleteParcel(tx, parcelId);
  for (const order of orders) {
    if (order.shipped_at) await updateOrder(tx, order.id, { shipped_at: null });
    await recordAudit(context, tx, {
      action: order.shipped_at ? 'order_unshipped' : 'parcel_undone',
      orderId: order.id,
      toolId: order.tool_id,
      details: { parcelId },
    });
  }
}

const refundedAsSent = ({ refunded_quantity, withdrawn_quantity }: OrderRow) =>
  refunded_quantity - withdrawn_quantity;
