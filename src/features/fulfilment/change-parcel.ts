import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import type { Parcel, ParcelChange } from '#features/orders/parcel-contract.ts';
import {
  findParcel,
  lockParcel,
  type ParcelRow,
  type ParcelView,
  serializeParcel,
  updateParcel,
} from '#features/orders/parcel-store.ts';
import { parcelErrorTexts } from '#features/orders/texts/parcels.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { findCarrierId } from './carriers.ts';
import { parcelEmails } from './emails.ts';

/** Adds or corrects a parcel's carrier and tracking number. The buyer is told of a new number, unless
 * the parcel's own email is still to leave, which will have it. @throws AppError not_found;
 * invalid_input for an unknown carrier. */
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
    };
    const isSameNumber = after.tracking_number === before.tracking_number;
    if (!isSameNumber || after.carrier_id !== before.carrier_id) await updateParcel(tx, parcelId, after);
    const parcel = await findParcel(tx, parcelId);
    if (!parcel) throw new Error(`parcel ${parcelId} has gone`);
    if (!isSameNumber || after.carrier_id !== before.carrier_id) await recordChange(context, tx, parcel);
    if (!isSameNumber) await tellNumber(context, tx, before, parcel);
    return serializeParcel(parcel);
  });
}

async function recordChange(context: AppContext, tx: DatabaseTransaction, parcel: ParcelView): Promise<void> {
  for (const { order_id } of parcel.contents)
    await recordAudit(context, tx, {
      action: 'parcel_changed',
      orderId: order_id,
      details: { parcelId: parcel.id },
    });
}

async function tellNumber(
  context: AppContext,
  tx: DatabaseTransaction,
  { told_at }: ParcelRow,
  { id, tracking_number, contents: [first] }: ParcelView,
): Promise<void> {
  if (!told_at || tracking_number === null || !first) return;
  const about = { parcelId: id, orderId: first.order_id, trackingNumber: tracking_number };
  await enqueueEmail(context, tx, parcelEmails.tracking, about);
}
