const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Upper bound on a zone's offset from UTC. Zones change their clocks on whole minutes only. */
const MOST_OFFSET_MS = 15 * 3_600_000;

/** The time zone of a shop whose own is not known. */
export const UTC = 'UTC';

/** Whether `zone` is a time zone of the IANA database that `Intl` supports. */
export function isTimeZone(zone: string): boolean {
  // `Intl` also accepts offsets such as +05:30, which are not zones of the IANA database.
  if (!/^[a-z][\w+/-]{0,63}$/i.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Returns `Intl`'s canonical name of a zone: 'US/Eastern' becomes 'America/New_York'. */
export const canonicalZone = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

/** Returns every time zone that can be chosen. */
export const allTimeZones = (): string[] => [...new Set([UTC, ...Intl.supportedValuesOf('timeZone')])];

const two = (number: number | string) => String(number).padStart(2, '0');

let latest: { zone: string; format: Intl.DateTimeFormat } | undefined;

/** Returns the format of a zone, which is slow to create. Caches the latest only: a shop has one zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  if (latest?.zone !== zone) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
    const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { timeZone: zone, ...parts, ...time });
    latest = { zone, format };
  }
  return latest.format;
}

/** Returns date and time of a moment in a zone: `2026-11-30` and `23:30:00`. */
function shownIn(moment: Date, zone: string): { day: string; time: string } {
  const found = new Map(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const year = String(found.get('year')).padStart(4, '0');
  return {
    day: `${year}-${found.get('month')}-${found.get('day')}`,
    time: `${found.get('hour')}:${found.get('minute')}:${found.get('second')}`,
  };
}

/** Returns a zone's offset from UTC at a moment, in milliseconds; positive east of it. */
function offsetMs(moment: Date, zone: string): number {
  const { day, time } = shownIn(moment, zone);
  return Date.parse(`${day}T${time}Z`) - Math.floor(moment.getTime() / 1000) * 1000;
}

/** Returns the date of a moment in a zone: `2026-11-23`. */
export const dayIn = (moment: Date, zone: string): string => shownIn(moment, zone).day;

/** Adds days to a date. Computed in UTC, where every day has 24 hours. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the first moment of a date in a zone. Searched rather than computed, since midnight may be skipped
 * or occur twice. A date that is skipped entirely begins when the next one does. */
export function startOfDay(day: string, zone: string): Date {
  let before = Date.parse(day) - MOST_OFFSET_MS;
  let at = Date.parse(day) + MOST_OFFSET_MS;
  while (at - before > MINUTE_MS) {
    const middle = before + Math.floor((at - before) / MINUTE_MS / 2) * MINUTE_MS;
    if (dayIn(new Date(middle), zone) >= day) at = middle;
    else before = middle;
  }
  return new Date(at);
}

/** Formats a moment in a zone with its offset from UTC (RFC 3339): `2026-11-30T23:30:00-05:00`. */
export function zonedTime(moment: Date, zone: string): string {
  const { day, time } = shownIn(moment, zone);
  const offset = Math.round(offsetMs(moment, zone) / MINUTE_MS);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${day}T${time}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

/** Formats a moment for a `datetime-local` field, in a zone: `2026-11-30T17:00`. */
export function dayAndTimeIn(moment: Date, zone: string): string {
  const { day, time } = shownIn(moment, zone);
  return `${day}T${time.slice(0, 5)}`;
}

/** Returns the moment of a local date and time in a zone, `2026-11-30T17:00`. If the clocks show it twice,
 * the first; if they skip it, the moment as long after the jump as it lies after the start of the gap.
 * `undefined` for an invalid date and time. */
export function momentOf(dayAndTime: string, zone: string): Date | undefined {
  const shown = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(dayAndTime)
    ? Date.parse(`${dayAndTime}Z`)
    : Number.NaN;
  if (Number.isNaN(shown)) return undefined;
  const before = new Date(shown - offsetMs(new Date(shown - DAY_MS), zone));
  const after = new Date(shown - offsetMs(new Date(shown + DAY_MS), zone));
  return [before, after].find((moment) => dayAndTimeIn(moment, zone) === dayAndTime) ?? before;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the time range of two days in a time zone, both included; an invalid day is left out. */
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
