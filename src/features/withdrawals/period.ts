import { addDays } from '#contracts/time-zone.ts';
import type { LastDelivery } from '#features/orders/last-delivery.ts';

/** Directive 2011/83/EU, art. 9(1). */
const WITHDRAWAL_DAYS = 14;

/** Returns the last day on which a purchase can be withdrawn from: 14 days after the delivery of its last
 * parcel (art. 9(2)(b)(i)); null, which is open, while that is not known. */
export const withdrawalUntil = (last: LastDelivery | undefined): string | null =>
  last ? onWorkday(addDays(last.day, WITHDRAWAL_DAYS)) : null;

/** A period that ends on a weekend ends with the next working day (Regulation 1182/71, art. 3(4)); public
 * holidays are not known here. */
function onWorkday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 6) return addDays(day, 2);
  return weekday === 0 ? addDays(day, 1) : day;
}
