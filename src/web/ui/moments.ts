import { LOCALE, onDemand } from '#texts/locale.ts';

const moment = onDemand(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' }));
const momentThisYear = onDemand(
  () =>
    new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
);
const day = onDemand(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' }));
const clockTime = onDemand(() => new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' }));

/** A day with the time, in the reader's time zone: 'Nov 21, 2026, 2:05 PM'. `time` is ISO 8601. */
export function formatMoment(time: string): string {
  return moment().format(new Date(time));
}

/** The same in few words, without the year where it is this one: 'Nov 21, 2:05 PM'. */
export function formatShortMoment(time: string): string {
  const at = new Date(time);
  return at.getFullYear() === new Date().getFullYear() ? momentThisYear().format(at) : moment().format(at);
}

/** The day alone, in the reader's time zone: 'Nov 21, 2026'. `time` is ISO 8601. */
export function formatDay(time: string): string {
  return day().format(new Date(time));
}

/** The time of day, in the reader's time zone: '2:05 PM'. */
export function formatClockTime(time: Date): string {
  return clockTime().format(time);
}
