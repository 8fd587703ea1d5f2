import { Link } from 'react-router';
import { addressPickerTexts } from '#features/addresses/texts.ts';
import { AddressPicker } from '#features/addresses/web/address-picker.tsx';
import { useAddresses } from '#features/addresses/web/use-addresses.ts';
import type { ChargesReply } from '#features/charges/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import { cartSumTexts as texts } from '#features/orders/texts/cart.ts';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { usePrice } from '#web/client/load-context.ts';
import { SelectField } from '#web/ui/field.tsx';
import type { PaymentChoice } from './cart-rules.ts';

type DeliveryChoiceProps = {
  orders: readonly Order[];
  charges: ChargesReply | undefined;
  choice: PaymentChoice;
  onChoice: (change: PaymentChoice) => void;
};

/** How the orders are delivered, where there is a choice, and from the address book where to, and whom the bill is for. */
export function DeliveryChoice({ orders, charges, choice, onChoice }: DeliveryChoiceProps) {
  const asPrice = usePrice();
  const { email } = useDashboardUser();
  const { data: book } = useAddresses(email);
  const methods = charges?.methods ?? [];
  return (
    <div className="grid gap-4">
      {methods.length > 1 && (
        <SelectField
          label={texts.method}
          value={charges?.deliveryMethodId ?? ''}
          onChange={({ target }) => onChoice({ method: target.value })}
        >
          {methods.map(({ id, name, price }) => (
            <option key={id} value={id}>
              {texts.methodPrice(name, price > 0 ? asPrice(price) : texts.free)}
            </option>
          ))}
        </SelectField>
      )}
      {book?.length === 0 ? (
        <Link
          to="/dashboard/addresses"
          className="inline-flex min-h-6 items-center justify-self-start text-sm text-link"
        >
          {addressPickerTexts.toBook}
        </Link>
      ) : (
        <AddressPicker
          email={email}
          choice={choice}
          onChoose={({ to, bill }) => onChoice({ to, bill })}
          ordered={orders.map(({ address }) => address)}
        />
      )}
    </div>
  );
}
