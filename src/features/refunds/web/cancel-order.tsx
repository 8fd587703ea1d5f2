import { isOfCard } from '#contracts/identifiers.ts';
import type { Order } from '#features/orders/contract.ts';
import { orderListTexts } from '#features/orders/texts/orders.ts';
import { cancelOrderTexts as texts } from '#features/orders/texts/refunds.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { usePrice } from '#ui/client/load-context.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { useAction } from '#ui/use-action.ts';
import { cancelOrderCall } from '../contract.ts';

/** Asks the buyer before a paid order is cancelled; `order` is `undefined` while there is none to cancel. */
export function CancelOrder({ order, onClose }: { order: Order | undefined; onClose: () => void }) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const price = usePrice();
  const cancelling = useAction({
    call: ({ _id: id, cancelRefund }: Order) =>
      api.call(cancelOrderCall, {
        params: { id },
        body: cancelRefund === null ? {} : { refund: cancelRefund },
      }),
    changes: [
      ['orders', email],
      ['order', order?._id],
    ],
    onEnd: onClose,
    done: texts.done,
  });
  return (
    <ConfirmDialog
      open={order !== undefined}
      onClose={onClose}
      title={texts.title}
      confirmLabel={texts.button}
      cancelLabel={texts.keep}
      busy={cancelling.isPending}
      onConfirm={() => order && cancelling.mutate(order)}
    >
      {order && (
        <div className="space-y-2">
          <p className="font-semibold wrap-anywhere">
            <SavedText
              text={orderListTexts.numbered(
                order.number,
                orderListTexts.units(order.minQuantity, order.toolName),
              )}
            />
          </p>
          <p className="text-ink-soft">
            {(isOfCard(order.transactionId) ? texts.warning : texts.warningByHand)(
              price(order.cancelRefund ?? 0),
            )}
          </p>
          {order.deliveryToKeep && order.deliveryToKeep.ifCanceled > 0 && (
            <p>
              {texts.keptDelivery(price(order.deliveryToKeep.below), price(order.deliveryToKeep.ifCanceled))}
            </p>
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}
