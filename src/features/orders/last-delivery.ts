import { addDays, dayIn } from '#contracts/time-zone.ts';
import type { ParcelView } from './parcel-store.ts';
import { type OrderRow, unitsLeft } from './store.ts';

/** When the last of some orders' parcels was delivered, a day in the shop's time zone. `isAssumed`: whether
 * that is a number of days after it left, since nobody has said when. */
export type LastDelivery = { day: string; isAssumed: boolean };

type Facts = {
  orders: readonly OrderRow[];
  parcelsOf: (orderId: string) => readonly Pick<ParcelView, 'sent_at' | 'delivered_on'>[];
  assumedDays: number;
  zone: string;
};

/** Finds the last delivery of orders; `undefined` while something of them is to be shipped, and for orders of
 * earlier versions, which have no parcels. */
export function lastDelivery({ orders, parcelsOf, assumedDays, zone }: Facts): LastDelivery | undefined {
  const sent = orders.filter(({ cancelled_at }) => !cancelled_at);
  if (sent.some((order) => unitsLeft(order) > 0 || parcelsOf(order.id).length === 0)) return undefined;
  const parcels = sent.flatMap(({ id }) => parcelsOf(id));
  return latestDelivery(parcels, { assumedDays, zone });
}

/** Finds the delivery of the parcel that arrived last; `undefined` without one that was sent. */
export const latestDelivery = (
  parcels: readonly { sent_at: Date | null; delivered_on: string | null }[],
  { assumedDays, zone }: Pick<Facts, 'assumedDays' | 'zone'>,
): LastDelivery | undefined =>
  parcels
    .flatMap(({ sent_at, delivered_on }) => {
      const day = delivered_on ?? (sent_at && addDays(dayIn(sent_at, zone), assumedDays));
      return day ? [{ day, isAssumed: delivered_on === null }] : [];
    })
    .toSorted(
      (one, other) => one.day.localeCompare(other.day) || Number(one.isAssumed) - Number(other.isAssumed),
    )
    .at(-1);
