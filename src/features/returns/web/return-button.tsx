import type { BuyersOrder, Order } from '#features/orders/contract.ts';
import { LinkButton } from '#ui/button.tsx';
import { newReturnTexts as texts } from '../screen-texts.ts';
import { dayWords } from './return-parts.tsx';
import { newReturnPath } from './return-paths.ts';

type Look = { size?: 'sm' | undefined; variant?: 'secondary' | 'quiet' };

/** How many units of an order have left and are neither refunded since nor on their way back. */
const unitsToReturn = ({ shippedAt, sentQuantity, minQuantity, ...order }: Order): number => {
  const left = shippedAt ? minQuantity - order.withdrawnQuantity : sentQuantity;
  return left - (order.refundedQuantity - order.withdrawnQuantity) - order.returningQuantity;
};

/** Leads to the form with which staff open a return of an order, whom the time for returns does not bind; nothing
 * while there is nothing to return. */
export const ReturnButton = ({ order, ...look }: { order: Order } & Look) =>
  unitsToReturn(order) > 0 ? <ReturnLink order={order} {...look} /> : null;

/** Leads to the form with which buyers ask for a return of an order; nothing while they can't. */
export const BuyersReturnButton = ({ order, ...look }: { order: BuyersOrder } & Look) =>
  order.returnable.quantity > 0 ? <ReturnLink order={order} {...look} /> : null;

/** The last day on which a buyer can return an order; nothing while that is open, or nothing can be returned. */
export function ReturnBy({ order: { returnable } }: { order: BuyersOrder }) {
  const { quantity, until, isAssumed } = returnable;
  return quantity > 0 && until !== null ? <p>{texts.returnBy(dayWords(until), isAssumed)}</p> : null;
}

function ReturnLink({ order, ...look }: { order: Order } & Look) {
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
