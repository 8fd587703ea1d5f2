import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { Overview } from '#features/overview/contract.ts';
import { overviewTexts as texts } from '#features/overview/texts.ts';
import { formatCount } from '#texts/locale.ts';
import { LinkButton } from '#ui/button.tsx';
import { usePrice, usePriceStyle } from '#ui/client/load-context.ts';
import { EmptyState } from '#ui/list-states.tsx';
import { formatSpan, summariseSales } from './format.ts';
import { Panel, TableTwin } from './panel.tsx';
import { barAt, layOutSales, SalesBars, useSize } from './sales-bars.tsx';

/** The sales as bars, as a sentence and as a table. */
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

/** The bars, above them in words the one pointed at by mouse, finger or arrow
 * keys; for screen readers a slider. */
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

/** What stands where nothing was sold: what will be here, and how it gets here. */
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
