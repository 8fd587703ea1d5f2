import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOutletContext } from 'react-router';
import { actingRole, isAdminCall } from '#features/users/roles-contract.ts';
import { ApiError } from '#ui/client/api-client.ts';
import type { Account } from './session/identity-client.ts';
import { useSession } from './session/session.tsx';

/** Returns the account whose dashboard it is, for pages inside the layout. */
export function useDashboardUser(): Account {
  return useOutletContext<Account>();
}

/** The query key of roles. */
export const roleKey = ['role'];

/** Returns the query for the user's role (`data`). It is refetched as pages are opened and returned to. */
export function useRole(email: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: [...roleKey, email],
    queryFn: async ({ signal }) => actingRole(await api.call(isAdminCall, { params: { email }, signal })),
  });
}

/** Refetches the role as soon as the shop refuses something: it may have been revoked. */
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
