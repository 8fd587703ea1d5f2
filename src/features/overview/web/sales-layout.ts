import { scaleBand, scaleLinear } from '@visx/scale';
import type { Overview } from '#features/overview/contract.ts';
import { axisAmounts } from './format.ts';

/** Room for the dates below, and for half a line of text above the highest amount. */
const BELOW = 28;
const ABOVE = 8;

/** What a figure of the axis' text is wide at most, and the gap after it. */
const FIGURE_WIDTH = 8;
const GAP = 8;

/** Where everything of the sales' chart stands, in pixels from its upper left corner. `x` is by the bar's number. */
export function layOutSales(
  { spans }: Overview['sales'],
  { width, height }: { width: number; height: number },
  currency: string,
) {
  const most = Math.max(...spans.map(({ amount }) => amount));
  const bottom = height - BELOW;
  const y = scaleLinear<number>({ domain: [0, most || 1], range: [bottom, ABOVE], nice: 4 });
  const inWords = axisAmounts(currency);
  const amounts = y.ticks(4).map((amount) => ({ amount, words: inWords(amount) }));
  const left = GAP + FIGURE_WIDTH * Math.max(...amounts.map(({ words }) => words.length));
  const x = scaleBand<number>({
    domain: spans.map((_, nth) => nth),
    range: [left, width],
    paddingInner: 0.3,
    paddingOuter: 0.15,
  });
  return { left, right: width, bottom, amountsEnd: left - GAP, x, y, amounts };
}

/** Where everything of the sales' chart stands. */
export type SalesLayout = ReturnType<typeof layOutSales>;

/** The number of the bar that is at `at` pixels from the left edge, or next to it. */
export function barAt({ left, right, x }: SalesLayout, at: number): number {
  const count = x.domain().length;
  const nth = Math.floor(((at - left) / (right - left)) * count);
  return Math.min(Math.max(nth, 0), count - 1);
}
