import { Link } from 'react-router';
import { saveAddressTexts as texts } from '#features/addresses/texts.ts';
import { useAddresses } from './use-addresses.ts';

/** An order's address as typed, with which the address book's page may be opened. */
export type OrderedAddress = { address: string; phone: string };

/** Whether the page's navigation state is an order's address. */
export function isOrdered(state: unknown): state is OrderedAddress {
  const { address, phone } = Object(state) as Partial<OrderedAddress>;
  return typeof address === 'string' && typeof phone === 'string';
}

/** Offers to save an order's address unless the buyer's address book already has it. */
export default function SaveAddress({ email, address, phone }: { email: string } & OrderedAddress) {
  const { data: book } = useAddresses(email);
  if (!book || book.some(({ text }) => text === address)) return null;
  const state: OrderedAddress = { address, phone };
  return (
    <Link
      to="/dashboard/addresses"
      state={state}
      className="inline-flex min-h-6 items-center text-sm text-link"
    >
      {texts.save}
    </Link>
  );
}
