import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatPrice } from '#contracts/money.ts';
import type { Overview } from '#features/overview/contract.ts';
import { overviewTexts } from '#features/overview/texts.ts';
import { useShopSettings } from '#web/client/shop-settings.ts';
import { formatCount } from '#web/ui/format.ts';
import { TableTwin } from './figure-table.tsx';
import { formatSpan } from './format.ts';
import { Panel } from './panel.tsx';
import { SalesBars } from './sales-bars.tsx';
import { barAt, layOutSales } from './sales-layout.ts';
import { summariseSales } from './sales-words.ts';
import { useSize } from './use-size.ts';

type Sales = Overview['sales'];

/** The sales as bars, as a sentence and as a table. */
export function SalesChart({ sales, days }: { sales: Sales; days: number }) {
  const { currency } = useShopSettings();
  const { spans, step } = sales;
  return (
    <Panel id="sales" title={overviewTexts.salesOverTime} summary={summariseSales(sales, days, currency)}>
      <Chart key={`${step} ${spans.length}`} sales={sales} currency={currency} />
      <TableTwin
        caption={overviewTexts.by[step]}
        heads={[overviewTexts.span[step], overviewTexts.orders, overviewTexts.amount]}
        rows={spans
          .map((span) => ({
            key: span.from,
            cells: [formatSpan(span, step), formatCount(span.orders), formatPrice(span.amount, currency)],
          }))
          .toReversed()}
      />
    </Panel>
  );
}

/** How far each key moves from one of so many bars. */
const moves: Record<string, (nth: number, count: number) => number> = {
  ArrowLeft: (nth) => nth - 1,
  ArrowDown: (nth) => nth - 1,
  ArrowRight: (nth) => nth + 1,
  ArrowUp: (nth) => nth + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * The bars, and a line above them that says what the one is which the reader points at: with the mouse, a finger or the
 * arrow keys. For screen readers it is a slider along the days.
 */
function Chart({ sales, currency }: { sales: Sales; currency: string }) {
  const [boxRef, size] = useSize<HTMLDivElement>();
  const [pointedAt, setPointedAt] = useState<number>();
  const { spans, step } = sales;
  const layout = size && size.width > 0 ? layOutSales(sales, size, currency) : undefined;
  const last = spans.length - 1;
  const words = (nth: number) => {
    const { amount = 0, orders = 0, ...dates } = spans[nth] ?? { from: '', to: '' };
    return overviewTexts.barValue(formatSpan(dates, step), formatPrice(amount, currency), orders);
  };

  function onKeyDown(event: KeyboardEvent) {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const next = move(pointedAt ?? last, spans.length);
    setPointedAt(Math.min(Math.max(next, 0), last));
  }

  function onPointer({ currentTarget, clientX }: PointerEvent) {
    if (layout) setPointedAt(barAt(layout, clientX - currentTarget.getBoundingClientRect().left));
  }

  return (
    <>
      <p className="min-h-6 text-sm font-semibold tabular-nums">{words(pointedAt ?? last)}</p>
      <div
        ref={boxRef}
        role="slider"
        tabIndex={0}
        aria-label={overviewTexts.by[step]}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={spans.length}
        aria-valuenow={(pointedAt ?? last) + 1}
        aria-valuetext={words(pointedAt ?? last)}
        onKeyDown={onKeyDown}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setPointedAt(undefined)}
        className="mt-2 h-72 touch-pan-y rounded-md"
      >
        <svg aria-hidden="true" className="size-full">
          {layout && <SalesBars spans={spans} step={step} layout={layout} pointedAt={pointedAt} />}
        </svg>
      </div>
    </>
  );
}
