import { LOCALE } from '#texts/locale.ts';

// One of each for all: making a format takes longer than a hundred figures, and `toLocaleString` makes one each time.
const count = new Intl.NumberFormat(LOCALE);
const average = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const momentThisYear = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const clockTime = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' });

/** A count as people read it: '1,284'. */
export function formatCount(value: number): string {
  return count.format(value);
}

/** An average of stars to one decimal: '4.5'. */
export function formatRating(rating: number): string {
  return average.format(rating);
}

/** A day with the time, in the reader's time zone: 'Nov 21, 2026, 2:05 PM'. `time` is ISO 8601. */
export function formatMoment(time: string): string {
  return moment.format(new Date(time));
}

/** The same in few words, without the year where it is this one: 'Nov 21, 2:05 PM'. */
export function formatShortMoment(time: string): string {
  const at = new Date(time);
  return at.getFullYear() === new Date().getFullYear() ? momentThisYear.format(at) : moment.format(at);
}

/** The time of day, in the reader's time zone: '2:05 PM'. */
export function formatClockTime(time: Date): string {
  return clockTime.format(time);
}
