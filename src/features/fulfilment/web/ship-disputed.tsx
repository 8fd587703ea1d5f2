import type { DeskOrder } from '#features/orders/desk-contract.ts';
import { disputeReason, shipDisputedTexts as texts } from '#features/orders/texts/disputes.ts';
import { ApiError } from '#ui/client/api-client.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { isHeld, useDisputeAmount } from './dispute-facts.tsx';

/** Whether the shop refused to ship something that is disputed, of which its list may not have told yet. */
export const isRefusedAsDisputed = (error: Error): boolean =>
  error instanceof ApiError && error.code === 'order_disputed';

/** Asks before orders ship of which the payment is disputed, or was lost in a dispute. */
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
      title={texts.title(Math.max(held.length, 1))}
      confirmLabel={texts.ship}
      cancelLabel={texts.keep}
      onConfirm={onShip}
    >
      <div className="max-w-prose space-y-3">
        {held.length === 0 && <p>{texts.unknown}</p>}
        {held.map(({ _id, number, disputes }) => (
          <div key={_id}>
            <p className="font-semibold tabular-nums">{number}</p>
            {disputes
              .filter(({ state }) => state !== 'won')
              .map((dispute) => (
                <p key={dispute._id} className="text-ink-soft">
                  {dispute.state === 'lost'
                    ? texts.lost(amount(dispute))
                    : texts.open(amount(dispute), disputeReason(dispute.reason))}
                </p>
              ))}
          </div>
        ))}
        <p>{texts.ask}</p>
      </div>
    </ConfirmDialog>
  );
}
