import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ChargesReply, getChargesCall } from '#features/charge-rules/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import { cartSumTexts as texts } from '#features/orders/texts/cart.ts';
import type { PaymentChoice } from '#features/orders/web/cart-rules.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { usePrice } from '#ui/client/load-context.ts';
import { SelectField } from '#ui/field.tsx';

type ChargedOrder = Pick<Order, '_id' | 'minQuantity' | 'price' | 'address'>;

/** Fetches the charges of some orders with the chosen delivery; the previous result stays until the new one
 * arrives. */
export function useCharges(orders: readonly ChargedOrder[], choice: PaymentChoice, isWanted = true) {
  const { api } = useSession();
  return useQuery({
    // A different quantity, price or address changes the total. The key is separate from the orders' query
    // keys: the orders requested are known to exist.
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

/** Maps a payment's choices to the names used by API calls. */
export const chosen = ({ method, to, bill }: PaymentChoice) => ({
  ...(method && { deliveryMethodId: method }),
  ...(to && { addressId: to }),
  ...(bill && { billingAddressId: bill }),
});

type MethodFieldProps = { charges: ChargesReply | undefined; onChoose: (method: string) => void };

/** A choice of delivery methods, if there are several. */
export function MethodField({ charges, onChoose }: MethodFieldProps) {
  const asPrice = usePrice();
  // If no method delivers, pickup has to be chosen explicitly.
  const isUnchosen = charges?.deliveryMethodId === null;
  if (!charges || charges.methods.length < (isUnchosen ? 1 : 2)) return null;
  return (
    <SelectField
      label={texts.method}
      value={charges.deliveryMethodId ?? ''}
      onChange={({ target }) => onChoose(target.value)}
      none={isUnchosen ? texts.chooseMethod : undefined}
      options={charges.methods.map(({ id, name, price }) => [
        id,
        texts.methodPrice(name, price > 0 ? asPrice(price) : texts.free),
      ])}
    />
  );
}
