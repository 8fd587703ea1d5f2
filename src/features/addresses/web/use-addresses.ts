import { useQuery } from '@tanstack/react-query';
import { listAddressesCall } from '#features/addresses/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';

/** The query key of a user's address book. */
export const addressesKey = (email: string) => ['addresses', email];

/** Loads the address book of a signed-in user. */
export function useAddresses(email: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: addressesKey(email),
    queryFn: ({ signal }) => api.call(listAddressesCall, { signal }),
  });
}

/** A loaded address book, as passed to the components that show it. */
export type AddressBook = ReturnType<typeof useAddresses>;
