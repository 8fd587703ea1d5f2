import { formatPrice } from '#contracts/money.ts';
import type { DeskOrder, Dispute } from '#features/orders/desk-contract.ts';
import { disputeReason, shipDisputedTexts, disputeTexts as texts } from '#features/orders/texts/disputes.ts';
import { Badge } from '#ui/badge.tsx';
import { ApiError } from '#ui/client/api-client.ts';
import { usePriceStyle } from '#ui/client/load-context.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { type Times, useTimes } from '#ui/moments.ts';

/** Whether an order's payment is disputed, or was lost in a dispute. */
export const isHeld = ({ disputes }: Pick<DeskOrder, 'disputes'>): boolean =>
  disputes.some(({ state }) => state !== 'won');

/** Whether a refund of an order would pay twice, because its dispute is open. */
export const isRefundHeld = ({ disputes }: Pick<DeskOrder, 'disputes'>): boolean =>
  disputes.some(({ state, isRefundable }) => state === 'open' && !isRefundable);

/** Returns a function that formats an amount of a dispute, which may be in another currency than the
 * shop's. */
function useDisputeAmount(): (dispute: Dispute, amount?: number) => string {
  const { currencyDisplay } = usePriceStyle();
  return (dispute, amount = dispute.amount) => formatPrice(amount, dispute.currency, currencyDisplay);
}

const tones = { open: 'bad', won: 'good', lost: 'bad' } as const;

/** Returns the facts of a dispute for staff: reason, opening date and deadline for an answer; or its closing
 * date. */
function factsOf({ reason, openedAt, closedAt, respondBy }: Dispute, { day }: Times): string {
  const facts = [
    disputeReason(reason),
    closedAt ? texts.closed(day(closedAt)) : texts.since(day(openedAt)),
    !closedAt && respondBy && texts.respondBy(day(respondBy)),
  ];
  return `${facts.filter(Boolean).join('. ')}.`;
}

/** The disputes because of which an order ships only after confirmation; renders nothing if there are
 * none. */
export function DisputeFacts({ order: { disputes } }: { order: DeskOrder }) {
  const amount = useDisputeAmount();
  const times = useTimes();
  return disputes
    .filter(({ state }) => state !== 'won')
    .map((dispute) => (
      <Badge key={dispute._id} tone={tones[dispute.state]} title={factsOf(dispute, times)} wraps>
        {texts.badges[dispute.state](amount(dispute))}
      </Badge>
    ));
}

/** All disputes of an order's payment, with all facts. */
export function Disputes({ order }: { order: DeskOrder }) {
  const amount = useDisputeAmount();
  const times = useTimes();
  const { disputes } = order;
  if (disputes.length === 0) return null;
  return (
    <section className="space-y-2 text-sm">
      <ul aria-label={texts.list} className="divide-y divide-line border-y border-line">
        {disputes.map((dispute) => (
          <li key={dispute._id} className="space-y-1 py-2">
            <Badge tone={tones[dispute.state]} wraps>
              {texts.badges[dispute.state](amount(dispute))}
            </Badge>
            <p className="text-ink-soft">{factsOf(dispute, times)}</p>
            {dispute.uncounted > 0 && (
              <p className="font-medium text-warn">{texts.uncounted(amount(dispute, dispute.uncounted))}</p>
            )}
            {dispute.state === 'open' && dispute.isRefundable && <p>{texts.refundFirst}</p>}
          </li>
        ))}
      </ul>
      {isRefundHeld(order) && <p>{texts.noRefund}</p>}
    </section>
  );
}

/** Whether the shop refused to ship because of a dispute, which the list may not show yet. */
export const isRefusedAsDisputed = (error: Error): boolean =>
  error instanceof ApiError && error.code === 'order_disputed';

/** Asks for confirmation before orders ship whose payment is disputed, or was lost in a dispute. */
export function ShipDisputed({
  orders,
  onShip,
  onClose,
}: {
  orders: readonly DeskOrder[];
  onShip: () => void;
  onClose: () => void;
}) {
  const amount = useDisputeAmount();
  const held = orders.filter(isHeld);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={shipDisputedTexts.title(Math.max(held.length, 1))}
      confirmLabel={shipDisputedTexts.ship}
      isHarmless
      cancelLabel={shipDisputedTexts.keep}
      onConfirm={onShip}
    >
      <div className="max-w-prose space-y-3">
        {held.length === 0 && <p>{shipDisputedTexts.unknown}</p>}
        {held.map(({ _id, number, disputes }) => (
          <div key={_id}>
            <p className="font-semibold tabular-nums">{number}</p>
            {disputes
              .filter(({ state }) => state !== 'won')
              .map((dispute) => (
                <p key={dispute._id} className="text-ink-soft">
                  {dispute.state === 'lost'
                    ? shipDisputedTexts.lost(amount(dispute))
                    : shipDisputedTexts.open(amount(dispute), disputeReason(dispute.reason))}
                </p>
              ))}
          </div>
        ))}
        <p>{shipDisputedTexts.ask}</p>
      </div>
    </ConfirmDialog>
  );
}
