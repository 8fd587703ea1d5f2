import type { Overview } from '#features/overview/contract.ts';
import { overviewTexts } from '#features/overview/texts.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatCount } from '#web/ui/format.ts';
import { KeptText } from '#web/ui/kept-text.tsx';
import { Price } from '#web/ui/price.tsx';
import { formatAge } from './format.ts';
import { Panel } from './panel.tsx';

/** So many are shown beside the other parts. */
const SHOWN = 5;

/** The paid orders that wait longest to be shipped. `now` is when they were read. */
export function ShipFirst({ toShip, now }: { toShip: Overview['toShip']; now: number }) {
  if (toShip.count === 0) {
    return (
      <Panel title={overviewTexts.shipFirst}>
        <EmptyState title={overviewTexts.toShipNone}>{overviewTexts.emptyToShip}</EmptyState>
      </Panel>
    );
  }
  return (
    <Panel title={overviewTexts.shipFirst}>
      <ol className="divide-y divide-line">
        {toShip.orders.slice(0, SHOWN).map((order) => (
          <li key={order._id} className="flex items-baseline justify-between gap-4 py-2 first:pt-0">
            <div className="min-w-0">
              <p className="line-clamp-2 font-semibold">
                <KeptText
                  text={overviewTexts.shipFirstOrder(formatCount(order.minQuantity), order.toolName)}
                />
              </p>
              <p className="text-sm text-ink-soft">
                {order.number} · {overviewTexts.shipFirstBuyer(order.userName, formatAge(order.paidAt, now))}
              </p>
            </div>
            <Price amount={order.price} />
          </li>
        ))}
      </ol>
      <LinkButton to="/dashboard/manageorders?status=paid&sort=oldest" variant="secondary" className="mt-4">
        {overviewTexts.allToShip(toShip.count)}
      </LinkButton>
    </Panel>
  );
}
