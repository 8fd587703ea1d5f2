const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** No zone is further from UTC, and none changes its clocks in the middle of a minute. */
const MOST_OFFSET_MS = 15 * 3_600_000;

/** What a shop whose time zone nobody knows goes by. */
export const UTC = 'UTC';

/** Whether `zone` names a time zone of the IANA database, as `Intl` knows it. */
export function isTimeZone(zone: string): boolean {
  // `Intl` takes offsets such as +05:30 too, whose days no calendar knows.
  if (!/^[a-z][\w+/-]{0,63}$/i.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The name that `Intl` has for a zone, of those that it goes by: 'US/Eastern' is 'America/New_York'. */
export const canonicalZone = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

/** Every time zone that can be chosen. */
export const allTimeZones = (): string[] => [...new Set([UTC, ...Intl.supportedValuesOf('timeZone')])];

const two = (number: number | string) => String(number).padStart(2, '0');

let latest: { zone: string; format: Intl.DateTimeFormat } | undefined;

/** The format of a zone, which takes long to make. The latest is kept: a shop has one. */
function formatOf(zone: string): Intl.DateTimeFormat {
  if (latest?.zone !== zone) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
    const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { timeZone: zone, ...parts, ...time });
    latest = { zone, format };
  }
  return latest.format;
}

/** What calendar and clock show in a zone: `2026-11-30` and `23:30:00`. */
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

/** How far a zone's clocks are before UTC at a moment, in milliseconds. */
function offsetMs(moment: Date, zone: string): number {
  const { day, time } = shownIn(moment, zone);
  return Date.parse(`${day}T${time}Z`) - Math.floor(moment.getTime() / 1000) * 1000;
}

/** The day of a moment in a zone's calendar: `2026-11-23`. */
export const dayIn = (moment: Date, zone: string): string => shownIn(moment, zone).day;

/** The day that many days after one of the calendar: every calendar day has 24 hours in UTC. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The first moment of a day of a zone's calendar: looked for rather than reckoned, as on some days midnight
 * is left out, or comes twice. One that is left out whole begins as the next does. */
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

/** A moment as the clocks of a zone show it, with how far they are from UTC (RFC
 * 3339): `2026-11-30T23:30:00-05:00`. */
export function zonedTime(moment: Date, zone: string): string {
  const { day, time } = shownIn(moment, zone);
  const offset = Math.round(offsetMs(moment, zone) / MINUTE_MS);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${day}T${time}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

/** A moment as a field for day and time has it, in a zone: `2026-11-30T17:00`. */
export function dayAndTimeIn(moment: Date, zone: string): string {
  const { day, time } = shownIn(moment, zone);
  return `${day}T${time.slice(0, 5)}`;
}

/** The moment at which a zone's clocks show a day and time, `2026-11-30T17:00`: the first where they show
 * it twice, and where they leave it out, as long after their jump as it is after its beginning.
 * `undefined` for what is no day and time. */
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
