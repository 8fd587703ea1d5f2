import { useQuery } from '@tanstack/react-query';
import { listAddressesCall } from '#features/addresses/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';

/** Under which a person's address book is kept. */
export const addressesKey = (email: string) => ['addresses', email];

/** The address book of a person signed in. */
export function useAddresses(email: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: addressesKey(email),
    queryFn: ({ signal }) => api.call(listAddressesCall, { signal }),
  });
}

/** The same, as those are given it who show it. */
export type AddressBook = ReturnType<typeof useAddresses>;
