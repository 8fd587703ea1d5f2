import { addDays, startOfDay } from '#contracts/time-zone.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The moments between which two days of a time zone lie, both days among them;
 * a day that is none is left out. */
export function dayRange(
  firstDay: string,
  lastDay: string,
  zone: string,
): { from?: string; before?: string } {
  const [from, before] = [startOf(firstDay, 0, zone), startOf(lastDay, 1, zone)];
  return { ...(from && { from }), ...(before && { before }) };
}

function startOf(day: string, daysLater: number, zone: string): string | undefined {
  if (!DAY.test(day) || Number.isNaN(Date.parse(day))) return undefined;
  return startOfDay(addDays(day, daysLater), zone).toISOString();
}
