import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { Deliveries, DeliveryAnswers } from '#features/orders/parcel-contract.ts';
import { findParcelsByOrderNumber, findParcelsByTracking } from '#features/orders/parcel-store.ts';
import { parcelErrorTexts } from '#features/orders/texts/parcels.ts';
import type { Database } from '#platform/database/database.ts';
import { changeParcel } from './change-parcel.ts';
import { forEachItem } from './for-each-item.ts';

/** Records the days of delivery of a carrier's file, each row alone (decision 128). Rows that could not be
 * recorded have an error of their own. */
export async function recordDeliveries(
  context: AppContext,
  { deliveries }: Deliveries,
): Promise<DeliveryAnswers> {
  const answers = await forEachItem(
    context,
    deliveries,
    async ({ package: number, deliveredOn }) => {
      const parcels = await findDelivered(context.db, number);
      for (const { id } of parcels) await changeParcel(context, { parcelId: id, change: { deliveredOn } });
      return { modifiedCount: parcels.length };
    },
    { modifiedCount: 0 },
  );
  return answers.map((answer, nth) => ({ package: deliveries[nth]?.package ?? '', ...answer }));
}

/** Finds what a carrier delivered under a number: a tracking number may stand on several parcels of one buyer
 * that left in one box. @throws AppError not_found; conflict if it is not certain which is meant. */
async function findDelivered(db: Database, number: string): Promise<{ id: string }[]> {
  const tracked = await findParcelsByTracking(db, number);
  if (new Set(tracked.map(({ user_id }) => user_id)).size > 1)
    throw new AppError('conflict', parcelErrorTexts.severalOfNumber);
  if (tracked.length > 0) return tracked;
  const ofOrder = await findParcelsByOrderNumber(db, number);
  if (ofOrder.length === 0) throw new AppError('not_found', parcelErrorTexts.noSuchNumber);
  if (ofOrder.length > 1) throw new AppError('conflict', parcelErrorTexts.severalPackages);
  return ofOrder;
}
