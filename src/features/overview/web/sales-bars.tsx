import { GridRows } from '@visx/grid';
import { Bar } from '@visx/shape';
import type { Overview } from '#features/overview/contract.ts';
import { formatAxisSpan } from './format.ts';
import type { SalesLayout } from './sales-layout.ts';

/** A date needs so much room, in pixels. */
const DATE_WIDTH = 60;

/** The bars of the sales with their axes; `pointedAt` is the one that the reader points at. */
export function SalesBars({
  spans,
  step,
  layout,
  pointedAt,
}: Pick<Overview['sales'], 'spans' | 'step'> & { layout: SalesLayout; pointedAt: number | undefined }) {
  const { left, right, bottom, x, y, amounts } = layout;
  return (
    <>
      <GridRows
        scale={y}
        left={left}
        width={right - left}
        tickValues={amounts.map(({ amount }) => amount)}
        stroke="currentColor"
        className="text-line"
      />
      {amounts.map(({ amount, words }) => (
        <text
          key={amount}
          x={layout.amountsEnd}
          y={y(amount)}
          dominantBaseline="middle"
          textAnchor="end"
          className="fill-current text-xs text-ink-soft tabular-nums"
        >
          {words}
        </text>
      ))}
      {spans.map((span, nth) => (
        <Bar
          key={span.from}
          x={x(nth)}
          width={x.bandwidth()}
          y={y(span.amount)}
          height={bottom - y(span.amount)}
          className={nth === pointedAt ? 'chart-bar-pointed' : 'chart-bar'}
        />
      ))}
      <Dates spans={spans} step={step} layout={layout} />
    </>
  );
}

/** The dates below the bars, as many as there is room for, the last one always. */
function Dates({
  spans,
  step,
  layout: { left, right, bottom, x },
}: Pick<Overview['sales'], 'spans' | 'step'> & { layout: SalesLayout }) {
  const every = Math.ceil((spans.length * DATE_WIDTH) / (right - left));
  const last = spans.length - 1;
  return spans.map((span, nth) => {
    if ((last - nth) % every !== 0) return null;
    const middle = (x(nth) ?? 0) + x.bandwidth() / 2;
    const isCutOff = middle + DATE_WIDTH / 2 > right;
    return (
      <text
        key={span.from}
        x={isCutOff ? right : middle}
        y={bottom + 20}
        textAnchor={isCutOff ? 'end' : 'middle'}
        className="fill-current text-xs text-ink-soft"
      >
        {formatAxisSpan(span, step)}
      </text>
    );
  });
}
