import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOutletContext } from 'react-router';
import { actingRole, isAdminCall } from '#features/users/roles-contract.ts';
import { ApiError } from '#ui/client/api-client.ts';
import type { Account } from './session/identity-client.ts';
import { useSession } from './session/session.tsx';

/** Whose dashboard it is, for the pages inside the layout. */
export function useDashboardUser(): Account {
  return useOutletContext<Account>();
}

/** Under which the roles that were asked for are kept. */
export const roleKey = ['role'];

/** What this person may do here: `data` is their role. It is asked for anew as
 * pages are opened and gone back to. */
export function useRole(email: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: [...roleKey, email],
    queryFn: async ({ signal }) => actingRole(await api.call(isAdminCall, { params: { email }, signal })),
  });
}

/** Asks for the role anew as soon as the shop refuses something: it has perhaps been taken back. */
export function useRoleAfterRefusals(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const hear = (error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_allowed')
        void queries.invalidateQueries({ queryKey: roleKey });
    };
    const leave = [
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') hear(event.action.error);
      }),
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') hear(event.action.error);
      }),
    ];
    return () => {
      for (const each of leave) each();
    };
  }, [queries]);
}
