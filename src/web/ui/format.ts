import { LOCALE } from '#texts/locale.ts';

// One of each for all: making a format takes longer than a hundred figures, and `toLocaleString` makes one each time.
const count = new Intl.NumberFormat(LOCALE);
const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const clockTime = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' });

/** A count as people read it: '1,284'. */
export function formatCount(value: number): string {
  return count.format(value);
}

/** A day with the time, in the reader's time zone: 'Nov 21, 2026, 2:05 PM'. `time` is ISO 8601. */
export function formatMoment(time: string): string {
  return moment.format(new Date(time));
}

/** The time of day, in the reader's time zone: '2:05 PM'. */
export function formatClockTime(time: Date): string {
  return clockTime.format(time);
}
