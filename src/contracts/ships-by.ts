import { addDays, dayAndTimeIn } from './time-zone.ts';

/** The weekdays on which a shop ships, Sunday being 0. */
export const shippingDays = {
  'mon-fri': [1, 2, 3, 4, 5],
  'mon-sat': [1, 2, 3, 4, 5, 6],
  'tue-sat': [2, 3, 4, 5, 6],
  'sun-thu': [0, 1, 2, 3, 4],
  'every-day': [0, 1, 2, 3, 4, 5, 6],
} as const;
export type ShippingDays = keyof typeof shippingDays;

/** Until what time of a shipping day an order ships that day: `14:00`, in the shop's time zone. */
export type ShipsBy = { by: string; on: ShippingDays };

/** Within how many days of its payment an order ships if the shop promises nothing else: what the law has in the
 * United States (16 CFR 435.2(a)(1)). */
export const DEFAULT_SHIP_DAYS = 30;

const weekdayOf = (day: string) => new Date(`${day}T00:00Z`).getUTCDay();

/** Returns the day, `2026-11-30`, on which what is ordered now ships, and how many days that is from today in
 * the shop's time zone. */
export function nextShipping(now: Date, { by, on }: ShipsBy, zone: string): { day: string; inDays: number } {
  const [today = '', time = ''] = dayAndTimeIn(now, zone).split('T');
  const days: readonly number[] = shippingDays[on];
  let inDays = time < by ? 0 : 1;
  while (!days.includes(weekdayOf(addDays(today, inDays)))) inDays += 1;
  return { day: addDays(today, inDays), inDays };
}
