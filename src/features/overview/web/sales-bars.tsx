import { scaleBand, scaleLinear } from 'd3-scale';
import { Fragment, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { PriceStyle } from '#contracts/money.ts';
import type { Overview } from '#features/overview/contract.ts';
import { axisAmounts, formatAxisSpan } from './format.ts';

type Sales = Overview['sales'];
type Size = { width: number; height: number };

/** How large an element is, in pixels; nothing until it has been measured. */
export function useSize<Measured extends Element>(): [RefObject<Measured | null>, Size | undefined] {
  const ref = useRef<Measured>(null);
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}

/** Room for the dates below, and for half a line of text above the highest amount. */
const BELOW = 28;
const ABOVE = 8;

/** What a figure of the axis' text is wide at most, the gap after it, and what a date needs, in pixels. */
const FIGURE_WIDTH = 8;
const GAP = 8;
const DATE_WIDTH = 60;

/** Where everything of the sales' chart stands, in pixels from its upper left
 * corner. `x` is by the bar's number. */
export function layOutSales({ spans }: Sales, { width, height }: Size, priceStyle: PriceStyle) {
  const most = Math.max(...spans.map(({ amount }) => amount));
  const bottom = height - BELOW;
  const y = scaleLinear([0, most || 1], [bottom, ABOVE]).nice(4);
  const inWords = axisAmounts(priceStyle);
  const amounts = y.ticks(4).map((amount) => ({ amount, words: inWords(amount) }));
  const left = GAP + FIGURE_WIDTH * Math.max(...amounts.map(({ words }) => words.length));
  const x = scaleBand([...spans.keys()], [left, width])
    .paddingInner(0.3)
    .paddingOuter(0.15);
  return { left, right: width, bottom, x: (nth: number) => x(nth) ?? 0, barWidth: x.bandwidth(), y, amounts };
}

type SalesLayout = ReturnType<typeof layOutSales>;

/** The number of the bar that is at `at` pixels from the left edge, or next to it. */
export function barAt({ left, right }: SalesLayout, count: number, at: number): number {
  const nth = Math.floor(((at - left) / (right - left)) * count);
  return Math.min(Math.max(nth, 0), count - 1);
}

type SalesBarsProps = { sales: Sales; layout: SalesLayout; pointedAt: number | undefined };

/** The bars of the sales with their axes; `pointedAt` is the one that the reader points at. */
export function SalesBars({ sales: { spans, step }, layout, pointedAt }: SalesBarsProps) {
  const { left, right, bottom, x, barWidth, y, amounts } = layout;
  /** There are as many dates as there is room for, the last one always. */
  const every = Math.ceil((spans.length * DATE_WIDTH) / (right - left));
  const text = 'fill-current text-xs text-ink-soft';
  return (
    <>
      {amounts.map(({ amount, words }) => (
        <Fragment key={amount}>
          <line
            x1={left}
            x2={right}
            y1={y(amount)}
            y2={y(amount)}
            shapeRendering="crispEdges"
            className="stroke-current text-line"
          />
          <text
            x={left - GAP}
            y={y(amount)}
            dominantBaseline="middle"
            textAnchor="end"
            className={`${text} tabular-nums`}
          >
            {words}
          </text>
        </Fragment>
      ))}
      {spans.map((span, nth) => {
        const middle = x(nth) + barWidth / 2;
        const isCutOff = middle + DATE_WIDTH / 2 > right;
        return (
          <Fragment key={span.from}>
            <rect
              x={x(nth)}
              width={barWidth}
              y={y(span.amount)}
              height={bottom - y(span.amount)}
              className={nth === pointedAt ? 'chart-bar-pointed' : 'chart-bar'}
            />
            {(spans.length - 1 - nth) % every === 0 && (
              <text
                x={isCutOff ? right : middle}
                y={bottom + 20}
                textAnchor={isCutOff ? 'end' : 'middle'}
                className={text}
              >
                {formatAxisSpan(span, step)}
              </text>
            )}
          </Fragment>
        );
      })}
    </>
  );
}
