import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { Link } from 'react-router';
import { formatPrice } from '#contracts/money.ts';
import type { Overview } from '#features/overview/contract.ts';
import { overviewTexts } from '#features/overview/texts.ts';
import { useShopSettings } from '#web/client/shop-settings.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatCount } from '#web/ui/format.ts';
import { KeptText } from '#web/ui/kept-text.tsx';
import { Price } from '#web/ui/price.tsx';
import { TableTwin } from './figure-table.tsx';
import { Panel } from './panel.tsx';

type BestSeller = Overview['bestSellers'][number];

/** The tools that brought in most, as bars and as a table. */
export function BestSellers({ tools }: { tools: BestSeller[] }) {
  const { currency } = useShopSettings();
  const [best] = tools;
  if (!best) {
    return (
      <Panel title={overviewTexts.bestSellers}>
        <EmptyState title={overviewTexts.emptyBestSellers} />
      </Panel>
    );
  }
  return (
    <Panel
      title={overviewTexts.bestSellers}
      summary={
        <KeptText text={overviewTexts.bestSellersSummary(best.name, formatPrice(best.amount, currency))} />
      }
    >
      <ol className="space-y-3">
        {tools.map((tool) => (
          <BestSellerRow key={tool._id} tool={tool} most={best.amount} />
        ))}
      </ol>
      <TableTwin
        caption={overviewTexts.bestSellers}
        heads={[overviewTexts.tool, overviewTexts.units, overviewTexts.orders, overviewTexts.amount]}
        rows={tools.map(({ _id, name, units, orders, amount }) => ({
          key: _id,
          cells: [name, formatCount(units), formatCount(orders), formatPrice(amount, currency)],
        }))}
      />
    </Panel>
  );
}

/** A bar is drawn in hundredths of the box's width. */
const WHOLE = 100;

function BestSellerRow({ tool, most }: { tool: BestSeller; most: number }) {
  const { _id, name, units, orders, amount, isSold } = tool;
  const x = scaleLinear<number>({ domain: [0, most], range: [0, WHOLE] });
  return (
    <li>
      <div className="flex items-baseline justify-between gap-4">
        {isSold ? (
          <Link to={`/tools/${_id}`} className="line-clamp-2 min-w-0 font-semibold hover:underline">
            <KeptText text={name} />
          </Link>
        ) : (
          <span className="line-clamp-2 min-w-0 font-semibold">
            <KeptText text={name} />
          </span>
        )}
        <Price amount={amount} className="font-semibold" />
      </div>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WHOLE} 1`}
        preserveAspectRatio="none"
        className="mt-1 block h-2 w-full"
      >
        <Bar width={x(amount)} height={1} className="chart-bar" />
      </svg>
      <p className="mt-1 text-sm text-ink-soft">
        {overviewTexts.unitsInOrders(units, orders)}
        {!isSold && `, ${overviewTexts.noLongerSold}`}
      </p>
    </li>
  );
}
