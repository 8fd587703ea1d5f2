import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ChargesReply, getChargesCall } from '#features/delivery-tax/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import { cartSumTexts as texts } from '#features/orders/texts/cart.ts';
import type { PaymentChoice } from '#features/orders/web/cart-rules.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { usePrice } from '#ui/client/load-context.ts';
import { SelectField } from '#ui/field.tsx';

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

type MethodFieldProps = { charges: ChargesReply | undefined; onChoose: (method: string) => void };

/** How orders are delivered, where there is a choice. */
export function MethodField({ charges, onChoose }: MethodFieldProps) {
  const asPrice = usePrice();
  // Where nothing delivers, what could be collected is a choice of its own.
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
