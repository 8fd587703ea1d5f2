import { scaleBand, scaleLinear } from 'd3-scale';
import {
  Fragment,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { PriceStyle } from '#contracts/money.ts';
import { formatCount } from '#texts/locale.ts';
import { LinkButton } from '#ui/button.tsx';
import { usePrice, usePriceStyle } from '#ui/client/load-context.ts';
import { EmptyState } from '#ui/list-states.tsx';
import type { Overview } from '../contract.ts';
import { overviewTexts as texts } from '../texts.ts';
import { axisAmounts, formatAxisSpan, formatSpan, summariseSales } from './format.ts';
import { Panel, TableTwin } from './panel.tsx';

/** The sales as a chart, a sentence and a table. */
export function SalesChart({ overview: { sales, days } }: { overview: Overview }) {
  const asPrice = usePrice();
  const { spans, step } = sales;
  return (
    <Panel id="sales" title={texts.salesOverTime} summary={summariseSales(sales, days, asPrice)}>
      <Chart key={`${step} ${spans.length}`} sales={sales} />
      <TableTwin
        caption={texts.by[step]}
        heads={[texts.span[step], texts.orders, texts.amount]}
        rows={spans
          .map((span) => ({
            key: span.from,
            cells: [formatSpan(span, step), formatCount(span.orders), asPrice(span.amount)],
          }))
          .toReversed()}
      />
    </Panel>
  );
}

const moves: Record<string, (nth: number, count: number) => number> = {
  ArrowLeft: (nth) => nth - 1,
  ArrowDown: (nth) => nth - 1,
  ArrowRight: (nth) => nth + 1,
  ArrowUp: (nth) => nth + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The bars, with a description of the selected one above them, selected by mouse, touch or arrow keys; a
 * slider for screen readers. */
function Chart({ sales }: { sales: Overview['sales'] }) {
  const priceStyle = usePriceStyle();
  const asPrice = usePrice();
  const [boxRef, size] = useSize<HTMLDivElement>();
  const [pointedAt, setPointedAt] = useState<number>();
  const { spans, step } = sales;
  const layout = size && size.width > 0 ? layOutSales(sales, size, priceStyle) : undefined;
  const last = spans.length - 1;
  const shown = pointedAt ?? last;
  const { amount = 0, orders = 0, ...dates } = spans[shown] ?? { from: '', to: '' };
  const words = texts.barValue(formatSpan(dates, step), asPrice(amount), orders);

  function onKeyDown(event: KeyboardEvent) {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    setPointedAt(Math.min(Math.max(move(shown, spans.length), 0), last));
  }

  function onPointer({ currentTarget, clientX }: PointerEvent) {
    if (layout)
      setPointedAt(barAt(layout, spans.length, clientX - currentTarget.getBoundingClientRect().left));
  }

  return (
    <>
      <p className="min-h-6 text-sm font-semibold tabular-nums">{words}</p>
      <div
        ref={boxRef}
        role="slider"
        tabIndex={0}
        aria-label={texts.by[step]}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={spans.length}
        aria-valuenow={shown + 1}
        aria-valuetext={words}
        onKeyDown={onKeyDown}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setPointedAt(undefined)}
        className="mt-2 h-72 touch-pan-y rounded-md"
      >
        <svg aria-hidden="true" className="size-full">
          {layout && <SalesBars sales={sales} layout={layout} pointedAt={pointedAt} />}
        </svg>
      </div>
    </>
  );
}

const LONGEST = 365;

/** Placeholder for a period without sales: what will be shown here, and how to get sales. */
export function NoSales({ overview: { days, unpaid } }: { overview: Overview }) {
  return (
    <Panel id="sales" title={texts.salesOverTime}>
      <EmptyState title={texts.nothingSold(days)}>
        <p>{texts.emptySales}</p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          {days < LONGEST && (
            <LinkButton to={`?days=${LONGEST}`} variant="secondary" preventScrollReset>
              {texts.wholeYear}
            </LinkButton>
          )}
          {unpaid.count > 0 ? (
            <LinkButton to="/dashboard/manageorders?status=unpaid&sort=oldest" variant="secondary">
              {texts.seeUnpaid}
            </LinkButton>
          ) : (
            <LinkButton to="/dashboard/addtool" variant="secondary">
              {texts.addTool}
            </LinkButton>
          )}
        </div>
      </EmptyState>
    </Panel>
  );
}

type Sales = Overview['sales'];
type Size = { width: number; height: number };

/** Measures an element, in pixels; `undefined` until measured. */
function useSize<Measured extends Element>(): [RefObject<Measured | null>, Size | undefined] {
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

/** Room for the dates below, and for half a line of text above the highest amount, in pixels. */
const BELOW = 28;
const ABOVE = 8;

/** Maximum width of a digit on the axis, the gap after it, and the width of a date, in pixels. */
const FIGURE_WIDTH = 8;
const GAP = 8;
const DATE_WIDTH = 60;

/** Computes positions in the sales chart, in pixels from its upper left corner. `x` takes the index of a
 * bar. */
function layOutSales({ spans }: Sales, { width, height }: Size, priceStyle: PriceStyle) {
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

/** Returns the index of the bar at `at` pixels from the left edge, or of the nearest one. */
function barAt({ left, right }: SalesLayout, count: number, at: number): number {
  const nth = Math.floor(((at - left) / (right - left)) * count);
  return Math.min(Math.max(nth, 0), count - 1);
}

type SalesBarsProps = { sales: Sales; layout: SalesLayout; pointedAt: number | undefined };

/** The bars of the sales with their axes; `pointedAt` is the bar that the reader points at. */
function SalesBars({ sales: { spans, step }, layout, pointedAt }: SalesBarsProps) {
  const { left, right, bottom, x, barWidth, y, amounts } = layout;
  /** Shows as many dates as fit, always including the last. */
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
