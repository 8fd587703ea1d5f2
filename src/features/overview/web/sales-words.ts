import { formatPrice } from '#contracts/money.ts';
import type { Overview } from '#features/overview/contract.ts';
import { overviewTexts } from '#features/overview/texts.ts';
import { formatCount } from '#web/ui/format.ts';
import { formatChange, formatSpan } from './format.ts';

type Sales = Overview['sales'];

/** From so many times as much on, a share says less than how many times it is. */
const MANY_TIMES = 10;

const timesOf = ({ amount, previous }: Sales) => amount / previous.amount;

/** How the sales compare with those of the days before: 'Up 12% from the 30 days before'. */
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
  const change = changeOf(sales, days);
  const compared = previous.amount === 0 ? change : overviewTexts.changeFrom(change, words(previous));
  const summary = overviewTexts.summary(words(sales), compared);
  const best = spans.reduce((most, span) => (span.amount > most.amount ? span : most));
  if (best.amount === 0) return summary;
  return `${summary} ${overviewTexts.best[step](formatSpan(best, step), formatPrice(best.amount, currency))}`;
}
