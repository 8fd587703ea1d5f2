import { AppError } from '#contracts/app-error.ts';
import { dayIn } from '#contracts/time-zone.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import type { Parcel, ParcelChange } from '#features/orders/parcel-contract.ts';
import {
  findParcel,
  findParts,
  lockParcel,
  type ParcelPart,
  type ParcelRow,
  type ParcelView,
  serializeParcel,
  takeOutOfParcel,
  updateParcel,
} from '#features/orders/parcel-store.ts';
import { UNDO_SHIP_MS } from '#features/orders/rules.ts';
import { lockOrders, moveOrders, type OrderRow } from '#features/orders/store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { parcelErrorTexts } from '#features/orders/texts/parcels.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { findCarrierId } from './carriers.ts';
import { parcelEmails } from './emails.ts';

/** Adds or corrects a parcel's carrier, tracking number, and day of delivery. Emails the buyer a new number,
 * unless the parcel's own email is still to be sent and will have it. @throws AppError not_found;
 * invalid_input for an unknown carrier, and for a day before the parcel was sent or in the future. */
export async function changeParcel(
  context: AppContext,
  { parcelId, change }: { parcelId: string; change: ParcelChange },
): Promise<Parcel> {
  return context.db.transaction().execute(async (tx) => {
    const before = await lockParcel(tx, parcelId);
    if (!before) throw new AppError('not_found', parcelErrorTexts.noSuchParcel);
    const after = {
      carrier_id:
        change.carrier === undefined
          ? before.carrier_id
          : await findCarrierId(tx, change.carrier, before.carrier_id),
      tracking_number: change.trackingNumber === undefined ? before.tracking_number : change.trackingNumber,
      delivered_on: change.deliveredOn === undefined ? before.delivered_on : change.deliveredOn,
    };
    const isSameShipping =
      after.tracking_number === before.tracking_number && after.carrier_id === before.carrier_id;
    const isSameDay = after.delivered_on === before.delivered_on;
    if (!isSameDay) await assertDeliverable(context, tx, before, after.delivered_on);
    if (!isSameShipping || !isSameDay) await updateParcel(tx, parcelId, after);
    const parcel = await findParcel(tx, parcelId);
    if (!parcel) throw new Error(`parcel ${parcelId} has gone`);
    if (!isSameShipping) await recordChange(context, tx, parcel, 'parcel_changed');
    if (!isSameDay)
      await recordChange(context, tx, parcel, 'parcel_delivered', { deliveredOn: after.delivered_on });
    if (after.tracking_number !== before.tracking_number) await notifyOfNumber(context, tx, before, parcel);
    return serializeParcel(parcel);
  });
}

/** @throws AppError invalid_input unless a parcel can have been delivered on this day of the shop. */
async function assertDeliverable(
  context: AppContext,
  tx: DatabaseTransaction,
  { sent_at }: ParcelRow,
  deliveredOn: string | null,
): Promise<void> {
  if (deliveredOn === null) return;
  const { zone } = (await context.details.read(tx)).region;
  const sentOn = dayIn(sent_at, zone);
  if (deliveredOn < sentOn) refuseDay(parcelErrorTexts.deliveredTooEarly(sentOn));
  if (deliveredOn > dayIn(context.clock.now(), zone)) refuseDay(parcelErrorTexts.deliveredInFuture);
}

function refuseDay(message: string): never {
  throw new AppError('invalid_input', message, { field: 'deliveredOn' });
}

async function recordChange(
  context: AppContext,
  tx: DatabaseTransaction,
  parcel: ParcelView,
  action: 'parcel_changed' | 'parcel_delivered',
  details: { deliveredOn?: string | null } = {},
): Promise<void> {
  for (const { order_id } of parcel.contents)
    await recordAudit(context, tx, {
      action,
      orderId: order_id,
      details: { parcelId: parcel.id, ...details },
    });
}

async function notifyOfNumber(
  context: AppContext,
  tx: DatabaseTransaction,
  { told_at }: ParcelRow,
  { id, tracking_number, contents: [first] }: ParcelView,
): Promise<void> {
  if (!told_at || tracking_number === null || !first) return;
  const about = { parcelId: id, orderId: first.order_id, trackingNumber: tracking_number };
  await enqueueEmail(context, tx, parcelEmails.tracking, about);
}

/** Undoes a parcel before its email is sent, and cancels the email. @throws AppError not_found; conflict if
 * it is too late, or its units were refunded as sent. */
export async function undoParcel(
  context: AppContext,
  { parcelId }: { parcelId: string },
): Promise<{ deletedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    const orders = await lockOrders(
      tx,
      (await findParts(tx, parcelId)).map(({ orderId }) => orderId),
    );
    // An order may have joined or left the parcel before the locks.
    const parts = await findParts(tx, parcelId);
    if (parts.some(({ orderId }) => !orders.some(({ id }) => id === orderId)))
      throw new AppError('conflict', orderErrorTexts.changedMeanwhile);
    await takeBack(context, tx, { parcelId, parts, orders });
    return { deletedCount: 1 };
  });
}

/** Undoes what a parcel holds of orders that are locked. @throws AppError as `undoParcel` does. */
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
    if (order && order.returning_quantity > 0)
      throw new AppError('conflict', orderErrorTexts.undoReturning(order.number));
    if (order && quantity > order.sent_quantity - refundedAsSent(order))
      throw new AppError('conflict', orderErrorTexts.undoRefunded(order.number));
  }
  await takeOutOfParcel(
    tx,
    parcelId,
    parts.map(({ orderId }) => orderId),
  );
  for (const order of orders) {
    if (order.shipped_at) await moveOrders(tx, [order], { kind: 'unshipped' });
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
