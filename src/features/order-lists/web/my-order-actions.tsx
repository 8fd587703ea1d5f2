import { isOfCard } from '#contracts/identifiers.ts';
import { keepOrderDraft } from '#features/cart/web/order-form/order-draft.ts';
import { ORDER_FORM } from '#features/catalogue/web/tool-query.ts';
import type { BuyersOrder, Order } from '#features/orders/contract.ts';
import { orderStateTable } from '#features/orders/order-states.ts';
import { orderListTexts, myOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { cancelOrderTexts } from '#features/orders/texts/refunds.ts';
import type { OrderActions } from '#features/orders/web/order-list.tsx';
import { QuoteLink } from '#features/quotes/web/quote-parts.tsx';
import { cancelOrderCall } from '#features/refunds/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { usePrice } from '#ui/client/load-context.ts';
import { DeleteButton } from '#ui/dashboard/delete-row.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { useAction } from '#ui/use-action.ts';

type MoreActionsProps = { order: BuyersOrder; actions: OrderActions<BuyersOrder>; size?: 'sm' | undefined };

/** Edits or deletes an order while it is unpaid; after that, reorders its tool or reviews it. */
export function MoreActions({ order, actions, size }: MoreActionsProps) {
  const { email } = useDashboardUser();
  const { toolId, toolName, minQuantity, phone, address } = order;
  const look = { variant: 'secondary', size } as const;
  if (order.paid) {
    return (
      <>
        <LinkButton
          {...look}
          to={`/tools/${toolId}${ORDER_FORM}`}
          aria-label={texts.againOf(toolName)}
          // The order form is prefilled from this order.
          onClick={() => keepOrderDraft(toolId, email, { minQuantity, phone, address })}
        >
          {texts.again}
        </LinkButton>
        {!orderStateTable[order.state].isSale ? null : order.reviewed ? (
          <span className="text-sm text-ink-soft">
            {order.reviewHidden ? texts.reviewHidden : texts.reviewed}
          </span>
        ) : (
          <LinkButton
            {...look}
            to={`/dashboard/review?tool=${toolId}`}
            icon={<Icon name="star" className="size-4" />}
            aria-label={texts.reviewTool(toolName)}
          >
            {texts.review}
          </LinkButton>
        )}
        {order.cancelRefund !== null && (
          <Button
            {...look}
            aria-label={cancelOrderTexts.buttonOf(toolName)}
            onClick={() => actions.open(order)}
          >
            {cancelOrderTexts.button}
          </Button>
        )}
      </>
    );
  }
  // Orders on an invoice cannot change until it is paid or withdrawn.
  if (order.openInvoice) return null;
  // The quote sets the order's quantity, price and expiry.
  if (order.quote) return <QuoteLink quote={order.quote} />;
  return (
    <>
      {!order.unavailable && (
        <Button {...look} aria-label={texts.editOrder(toolName)} onClick={() => actions.open(order)}>
          {texts.edit}
        </Button>
      )}
      <DeleteButton
        size={size}
        aria-label={texts.deleteOrder(toolName)}
        onClick={() => actions.askDelete(order)}
      />
    </>
  );
}

/** Confirmation before a buyer cancels a paid order; `order` is `undefined` while the dialog is closed. */
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
    // The dialog may have been closed, and know of no order, when this has been sent.
    changes: [['orders', email], ['order']],
    onEnd: onClose,
    done: cancelOrderTexts.done,
  });
  return (
    <ConfirmDialog
      open={order !== undefined}
      onClose={onClose}
      title={cancelOrderTexts.title}
      confirmLabel={cancelOrderTexts.button}
      cancelLabel={cancelOrderTexts.keep}
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
            {(isOfCard(order.transactionId) ? cancelOrderTexts.warning : cancelOrderTexts.warningByHand)(
              price(order.cancelRefund ?? 0),
            )}
          </p>
          {order.deliveryToKeep && order.deliveryToKeep.ifCanceled > 0 && (
            <p>
              {cancelOrderTexts.keptDelivery(
                price(order.deliveryToKeep.below),
                price(order.deliveryToKeep.ifCanceled),
              )}
            </p>
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}
