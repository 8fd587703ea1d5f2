import { Link } from 'react-router';
import { canBeOrdered, LOW_STOCK_ORDERS } from '#features/catalogue/rules.ts';
import { OrderLink } from '#features/orders/web/order-list.tsx';
import type { Overview } from '#features/overview/contract.ts';
import { overviewTexts as texts } from '#features/overview/texts.ts';
import { formatCount } from '#texts/locale.ts';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { formatAge } from './format.ts';
import { FigureTable, Panel } from './panel.tsx';

/** Maximum number of entries shown beside the other parts. */
const SHOWN = 5;

/** The paid orders that have waited longest to be shipped. `now` is when they were read. */
export function ShipFirst({ toShip: { count, orders }, now }: { toShip: Overview['toShip']; now: number }) {
  const empty = count === 0 && <EmptyState title={texts.toShipNone}>{texts.emptyToShip}</EmptyState>;
  return (
    <Panel title={texts.shipFirst} empty={empty}>
      <ol className="divide-y divide-line">
        {orders.slice(0, SHOWN).map(({ _id, number, toolName, userName, minQuantity, paidAt, price }) => (
          <li key={_id} className="flex items-baseline justify-between gap-4 py-2 first:pt-0">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">
                <SavedText text={texts.shipFirstOrder(formatCount(minQuantity), toolName)} />
              </p>
              <p className="text-sm text-ink-soft">
                <OrderLink number={number} /> · {texts.shipFirstBuyer(userName, formatAge(paidAt, now))}
              </p>
            </div>
            <Price amount={price} />
          </li>
        ))}
      </ol>
      <LinkButton to="/dashboard/manageorders?status=paid&sort=oldest" variant="secondary" className="mt-4">
        {texts.allToShip(count)}
      </LinkButton>
    </Panel>
  );
}

/** The tools that are low in stock, each with its number of units, unless too few are left to order. */
export function RunningLow({ low: { count, tools } }: { low: Overview['runningLow'] }) {
  const empty = count === 0 && <EmptyState title={texts.runningLowNone}>{texts.emptyRunningLow}</EmptyState>;
  const summary = texts.runningLowSummary(count, LOW_STOCK_ORDERS);
  return (
    <Panel title={texts.runningLow} summary={summary} empty={empty}>
      <FigureTable
        caption={texts.runningLow}
        heads={[texts.tool, texts.left, texts.smallestOrder]}
        rows={tools.map((tool) => ({
          key: tool._id,
          cells: [
            <span key="name" className="flex flex-wrap items-baseline justify-between gap-x-4">
              <Link
                to={`/tools/${tool._id}`}
                className="min-w-0 flex-1 basis-32 wrap-anywhere hover:underline"
              >
                <SavedText text={tool.name} />
              </Link>
              <Link
                to={`/dashboard/managetool/${tool._id}/edit`}
                aria-label={texts.editTool(tool.name)}
                className="inline-flex min-h-6 items-center text-link text-sm whitespace-nowrap"
              >
                {texts.edit}
              </Link>
              {tool.family && (
                <Link
                  to={`${LOW}&family=${tool.family._id}`}
                  aria-label={texts.lowOfFamily(tool.family.name)}
                  className="inline-flex min-h-6 w-full items-center text-link text-sm wrap-anywhere"
                >
                  <SavedText text={tool.family.name} />
                </Link>
              )}
            </span>,
            canBeOrdered(tool) ? formatCount(tool.available_quantity) : SOLD_OUT,
            formatCount(tool.min_order_quantity),
          ],
        }))}
      />
      <LinkButton to={LOW} variant="secondary" className="mt-4">
        {texts.allRunningLow(count)}
      </LinkButton>
    </Panel>
  );
}

/** The tools that are low in stock, in Manage Tools. */
const LOW = '/dashboard/managetool?stock=low&sort=available';

const SOLD_OUT = (
  <Badge key="left" tone="bad">
    {texts.soldOut}
  </Badge>
);
