import type { Order } from '#features/orders/contract.ts';
import { LinkButton } from '#ui/button.tsx';
import { newReturnTexts as texts } from '../screen-texts.ts';
import { newReturnPath } from './return-paths.ts';

type Look = { size?: 'sm' | undefined; variant?: 'secondary' | 'quiet' };

/** How many units of an order have left and are neither refunded since nor on their way back. */
const unitsToReturn = ({ shippedAt, sentQuantity, minQuantity, ...order }: Order): number => {
  const left = shippedAt ? minQuantity - order.withdrawnQuantity : sentQuantity;
  return left - (order.refundedQuantity - order.withdrawnQuantity) - order.returningQuantity;
};

/** Leads to the form that asks for a return of an order; nothing while there is nothing to return. */
export function ReturnButton({ order, ...look }: { order: Order } & Look) {
  if (unitsToReturn(order) <= 0) return null;
  return (
    <LinkButton
      variant="secondary"
      {...look}
      to={newReturnPath(order._id)}
      className="whitespace-nowrap"
      aria-label={texts.buttonOf(order.toolName)}
    >
      {texts.button}
    </LinkButton>
  );
}
