import { WITHDRAW_PATH } from '#contracts/shop-settings.ts';
import { keepOrderDraft } from '#features/cart/web/order-form/order-draft.ts';
import { ORDER_FORM } from '#features/catalogue/web/tool-query.ts';
import type { BuyersOrder } from '#features/orders/contract.ts';
import { orderStateTable } from '#features/orders/order-states.ts';
import { myOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { cancelOrderTexts } from '#features/orders/texts/refunds.ts';
import type { OrderActions } from '#features/orders/web/order-list.tsx';
import { QuoteLink } from '#features/quotes/web/quote-parts.tsx';
import { BuyersReturnButton } from '#features/returns/web/return-button.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { useShopSettings } from '#ui/client/load-context.ts';
import { DeleteButton } from '#ui/dashboard/delete-row.tsx';

type MoreActionsProps = { order: BuyersOrder; actions: OrderActions<BuyersOrder>; size?: 'sm' | undefined };

/** Edits or deletes an order while it is unpaid; after that, reorders its tool or reviews it. */
export function MoreActions({ order, actions, size }: MoreActionsProps) {
  const { email } = useDashboardUser();
  const { footerLinks = [] } = useShopSettings();
  const withdraw = footerLinks.find(({ to }) => to === WITHDRAW_PATH);
  const { toolId, toolName, minQuantity, phone, address } = order;
  const look = { variant: 'secondary', size } as const;
  // In a row of a table, three boxes on top of one another would be too much.
  const inTable = size === 'sm';
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
            variant={inTable ? 'quiet' : 'secondary'}
            icon="star"
            aria-label={texts.reviewTool(toolName)}
          >
            {texts.review}
          </LinkButton>
        )}
        <BuyersReturnButton order={order} size={size} variant={inTable ? 'quiet' : 'secondary'} />
        {withdraw && (order.shippedAt || order.sentQuantity > 0) && (
          <LinkButton
            {...look}
            to={`${WITHDRAW_PATH}?order=${order.number}&quantity=${order.minQuantity}`}
            variant={inTable ? 'quiet' : 'secondary'}
            aria-label={texts.withdrawFrom(withdraw.label, toolName)}
          >
            {withdraw.label}
          </LinkButton>
        )}
        {order.cancelRefund !== null && (
          <Button
            {...look}
            variant={inTable ? 'quiet' : 'secondary'}
            className="whitespace-nowrap"
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
