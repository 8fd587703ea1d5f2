import { useQuery } from '@tanstack/react-query';
import { useOutletContext } from 'react-router';
import { isAdminCall } from '#features/users/contract.ts';
import type { Account } from './session/identity-client.ts';
import { useSession } from './session/session.tsx';

/** Whose dashboard it is, for the pages inside the layout. */
export function useDashboardUser(): Account {
  return useOutletContext<Account>();
}

/** Asks once whether this person is an admin. `data` is that answer. */
export function useAdminCheck(email: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: ['admin', email],
    queryFn: async ({ signal }) => (await api.call(isAdminCall, { params: { email }, signal })).admin,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
