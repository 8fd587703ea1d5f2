import type { Overview } from '#features/overview/contract.ts';
import { overviewTexts } from '#features/overview/texts.ts';
import { LOCALE } from '#texts/locale.ts';

type Step = Overview['sales']['step'];

// Dates of the calendar have no zone: they are written down as they came.
const dates = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALE, { ...parts, timeZone: 'UTC' });

const day = dates({ dateStyle: 'medium' });
const wholeMonth = dates({ year: 'numeric', month: 'long' });
const axisDay = dates({ month: 'short', day: 'numeric' });
const axisMonth = dates({ month: 'short' });
const share = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 });
const age = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

/** The days of a bar in full: 'Nov 22, 2026', 'Nov 16 – 22, 2026', 'October 2026'. */
export function formatSpan({ from, to }: { from: string; to: string }, step: Step): string {
  const [first, last] = [new Date(from), new Date(to)];
  if (from === to) return day.format(first);
  const next = new Date(last.getTime() + 86_400_000);
  const isWhole = step === 'month' && first.getUTCDate() === 1 && next.getUTCDate() === 1;
  return isWhole ? wholeMonth.format(first) : day.formatRange(first, last);
}

/** What a bar is called on the axis: 'Nov 22', 'Nov'. */
export function formatAxisSpan({ from }: { from: string }, step: Step): string {
  return (step === 'month' ? axisMonth : axisDay).format(new Date(from));
}

/** Makes the short form of amounts for an axis: '$1.2K'. */
export function axisAmounts(currency: string): (amount: number) => string {
  const format = new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumSignificantDigits: 3,
  });
  return (amount) => format.format(amount);
}

/** By how much one amount differs from another, without its sign: '12%'. */
export function formatChange(amount: number, before: number): string {
  return share.format(Math.abs(amount - before) / before);
}

const HOUR_MS = 3_600_000;

/** How long something has been so: '3 days ago', '2 hours ago', 'under an hour ago'. `since` is ISO 8601. */
export function formatAge(since: string, now: number): string {
  const hours = Math.floor((now - Date.parse(since)) / HOUR_MS);
  if (hours < 1) return overviewTexts.underAnHour;
  return hours < 24 ? age.format(-hours, 'hour') : age.format(-Math.floor(hours / 24), 'day');
}
