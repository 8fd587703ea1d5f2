import { AddressPicker } from '#features/addresses/web/address-picker.tsx';
import type { AddressBook } from '#features/addresses/web/use-addresses.ts';
import type { ChargesReply } from '#features/delivery-tax/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentChoice } from '#features/orders/web/cart-rules.ts';
import { MethodField } from '#features/payments/web/method-field.tsx';

type DeliveryChoiceProps = {
  orders: readonly Order[];
  book: AddressBook;
  charges: ChargesReply | undefined;
  choice: PaymentChoice;
  onChoice: (change: PaymentChoice) => void;
};

/** How the orders are delivered, where there is a choice, and from the address book
 * where to, and whom the bill is for. */
export function DeliveryChoice({ orders, book, charges, choice, onChoice }: DeliveryChoiceProps) {
  return (
    <div className="grid gap-4">
      <MethodField charges={charges} onChoose={(method) => onChoice({ method })} />
      <AddressPicker
        book={book}
        choice={choice}
        onChoose={({ to, bill }) => onChoice({ to, bill })}
        ordered={orders.map(({ address }) => address)}
      />
    </div>
  );
}
