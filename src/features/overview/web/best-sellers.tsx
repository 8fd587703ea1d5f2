import { Link } from 'react-router';
import type { Overview } from '#features/overview/contract.ts';
import { overviewTexts as texts } from '#features/overview/texts.ts';
import { formatCount } from '#texts/locale.ts';
import { usePrice } from '#ui/client/load-context.ts';
import { EmptyState } from '#ui/list-states.tsx';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { Panel, TableTwin } from './panel.tsx';

type BestSeller = Overview['bestSellers'][number];

/** The tools with the highest revenue, as bars and as a table. */
export function BestSellers({ tools }: { tools: BestSeller[] }) {
  const asPrice = usePrice();
  const [best] = tools;
  if (!best) {
    return (
      <Panel title={texts.bestSellers}>
        <EmptyState title={texts.emptyBestSellers} />
      </Panel>
    );
  }
  return (
    <Panel
      title={texts.bestSellers}
      summary={<SavedText text={texts.bestSellersSummary(best.name, asPrice(best.amount))} />}
    >
      <ol className="space-y-3">
        {tools.map((tool) => (
          <BestSellerRow key={tool._id} tool={tool} share={tool.amount / best.amount} />
        ))}
      </ol>
      <TableTwin
        caption={texts.bestSellers}
        heads={[texts.tool, texts.units, texts.orders, texts.amount]}
        rows={tools.map(({ _id, name, units, orders, amount }) => ({
          key: _id,
          cells: [name, formatCount(units), formatCount(orders), asPrice(amount)],
        }))}
      />
    </Panel>
  );
}

/** `share`: revenue as a fraction of the best seller's. */
function BestSellerRow({ tool, share }: { tool: BestSeller; share: number }) {
  const { _id, name, units, orders, amount, isSold } = tool;
  const look = 'min-w-0 font-semibold wrap-anywhere';
  return (
    <li>
      <div className="flex items-baseline justify-between gap-4">
        {isSold ? (
          <Link to={`/tools/${_id}`} className={`${look} hover:underline`}>
            <SavedText text={name} />
          </Link>
        ) : (
          <span className={look}>
            <SavedText text={name} />
          </span>
        )}
        <Price amount={amount} className="font-semibold" />
      </div>
      <svg aria-hidden="true" className="mt-1 block h-2 w-full">
        <rect width={`${share * 100}%`} height="100%" className="chart-bar" />
      </svg>
      <p className="mt-1 text-sm text-ink-soft">
        {texts.unitsInOrders(units, orders)}
        {!isSold && `, ${texts.noLongerSold}`}
      </p>
    </li>
  );
}
