import { formatPrice } from '#contracts/money.ts';
import type { Overview } from '#contracts/overview.ts';
import { overviewTexts } from '#texts/overview.ts';
import { formatCount } from '#web/ui/format.ts';
import { formatChange, formatSpan } from './format.ts';

type Sales = Overview['sales'];

/** From so many times as much on, a share says less than how many times it is. */
const MANY_TIMES = 10;

const timesOf = ({ amount, previous }: Sales) => amount / previous.amount;

/** How the sales compare with those of the days before: '12% more than in the 30 days before'. */
export function changeOf(sales: Sales, days: number): string {
  const { amount, previous } = sales;
  if (previous.amount === 0) return overviewTexts.salesNew(days);
  if (amount === previous.amount) return overviewTexts.salesSame(days);
  if (timesOf(sales) >= MANY_TIMES)
    return overviewTexts.salesTimes(formatCount(Math.round(timesOf(sales))), days);
  const change = formatChange(amount, previous.amount);
  return amount > previous.amount
    ? overviewTexts.salesMore(change, days)
    : overviewTexts.salesLess(change, days);
}

/** The sales in a sentence or two, for those who hear the chart and those in a hurry. */
export function summariseSales(sales: Sales, days: number, currency: string): string {
  const { previous, spans, step } = sales;
  const words = ({ amount, orders }: { amount: number; orders: number }) =>
    overviewTexts.fromOrders(formatPrice(amount, currency), orders);
  const summary = overviewTexts.summary(headlineOf(sales, days), words(sales), words(previous));
  const best = spans.reduce((most, span) => (span.amount > most.amount ? span : most));
  if (best.amount === 0) return summary;
  return `${summary} ${overviewTexts.best[step](formatSpan(best, step), formatPrice(best.amount, currency))}`;
}

function headlineOf(sales: Sales, days: number): string {
  const { amount, previous } = sales;
  if (previous.amount === 0) return overviewTexts.salesBegan(days);
  if (amount === previous.amount) return overviewTexts.salesStayed(days);
  if (timesOf(sales) >= MANY_TIMES) {
    return overviewTexts.salesMultiplied(formatCount(Math.round(timesOf(sales))), days);
  }
  const change = formatChange(amount, previous.amount);
  return amount > previous.amount
    ? overviewTexts.salesRose(change, days)
    : overviewTexts.salesFell(change, days);
}
