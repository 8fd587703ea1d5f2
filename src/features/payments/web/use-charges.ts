import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getChargesCall } from '#features/delivery-tax/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentChoice } from '#features/orders/web/cart-rules.ts';
import { useSession } from '#features/users/web/session/session.tsx';

type ChargedOrder = Pick<Order, '_id' | 'minQuantity' | 'price' | 'address'>;

/** What paying for some orders comes to, delivered as was chosen; what it came to
 * before stays until that is known. */
export function useCharges(orders: readonly ChargedOrder[], choice: PaymentChoice, isWanted = true) {
  const { api } = useSession();
  return useQuery({
    // Another quantity, price or address is another sum. Apart from the orders: what is
    // asked for is known to be there.
    queryKey: [
      'charges',
      orders.map(({ _id, minQuantity, price, address }) => [_id, minQuantity, price, address]),
      choice,
    ],
    queryFn: ({ signal }) =>
      api.call(getChargesCall, {
        body: { orderIds: orders.map(({ _id }) => _id), ...chosen(choice) },
        signal,
      }),
    enabled: isWanted && orders.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** A payment's choices by the names that calls know them by. */
export const chosen = ({ method, to, bill }: PaymentChoice) => ({
  ...(method && { deliveryMethodId: method }),
  ...(to && { addressId: to }),
  ...(bill && { billingAddressId: bill }),
});
