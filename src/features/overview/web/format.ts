import type { PriceStyle } from '#contracts/money.ts';
import type { Overview } from '#features/overview/contract.ts';
import { overviewTexts as texts } from '#features/overview/texts.ts';
import { formatCount, LOCALE } from '#texts/locale.ts';

type Sales = Overview['sales'];

// Calendar dates have no time zone: they are formatted as they are.
const dates = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALE, { ...parts, timeZone: 'UTC' });

const day = dates({ dateStyle: 'medium' });
const wholeMonth = dates({ year: 'numeric', month: 'long' });
const axisDay = dates({ month: 'short', day: 'numeric' });
const axisMonth = dates({ month: 'short' });
const share = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 });
const age = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

/** Formats the days of a bar in full: 'Nov 22, 2026', 'Nov 16 – 22, 2026', 'October 2026'. */
export function formatSpan({ from, to }: { from: string; to: string }, step: Sales['step']): string {
  const [first, last] = [new Date(from), new Date(to)];
  if (from === to) return day.format(first);
  const next = new Date(last.getTime() + 86_400_000);
  const isWhole = step === 'month' && first.getUTCDate() === 1 && next.getUTCDate() === 1;
  return isWhole ? wholeMonth.format(first) : day.formatRange(first, last);
}

/** Formats a bar's label on the axis: 'Nov 22', 'Nov'. */
export function formatAxisSpan({ from }: { from: string }, step: Sales['step']): string {
  return (step === 'month' ? axisMonth : axisDay).format(new Date(from));
}

/** Returns a formatter for short amounts on an axis: '$1.2K', or 'USD 1.2K'. */
export function axisAmounts(priceStyle: PriceStyle): (amount: number) => string {
  const format = new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    ...priceStyle,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumSignificantDigits: 3,
  });
  return (amount) => format.format(amount);
}

const HOUR_MS = 3_600_000;

/** Formats the time since `since` (ISO 8601): '3 days ago', '2 hours ago', 'under an hour ago'. */
export function formatAge(since: string, now: number): string {
  const hours = Math.floor((now - Date.parse(since)) / HOUR_MS);
  if (hours < 1) return texts.underAnHour;
  return hours < 24 ? age.format(-hours, 'hour') : age.format(-Math.floor(hours / 24), 'day');
}

/** From this factor on, growth is given as a multiple instead of a percentage. */
const MANY_TIMES = 10;

/** Compares a figure with that of the previous period: 'Up 12% from the 30 days before'; '' if that had
 * nothing. */
export function formatChange(now: number, before: number, days: number): string {
  if (before === 0) return '';
  if (now === before) return texts.same(days);
  if (now / before >= MANY_TIMES) return texts.times(formatCount(Math.round(now / before)), days);
  const change = share.format(Math.abs(now - before) / before);
  return now > before ? texts.more(change, days) : texts.less(change, days);
}

/** Compares the sales, in the same way. */
export const formatSalesChange = ({ amount, previous }: Sales, days: number) =>
  formatChange(amount, previous.amount, days);

/** Summarises the sales in one or two sentences, for screen readers and for a quick read. */
export function summariseSales(sales: Sales, days: number, price: (amount: number) => string): string {
  const { previous, spans, step } = sales;
  const words = ({ amount, orders }: { amount: number; orders: number }) =>
    texts.fromOrders(price(amount), orders);
  const change = formatSalesChange(sales, days);
  const compared = previous.amount === 0 ? change : texts.changeFrom(change, words(previous));
  const summary = texts.summary(words(sales), compared);
  const best = spans.reduce((most, span) => (span.amount > most.amount ? span : most));
  if (best.amount === 0) return summary;
  return `${summary} ${texts.best[step](formatSpan(best, step), price(best.amount))}`;
}
