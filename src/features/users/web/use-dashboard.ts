import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOutletContext } from 'react-router';
import { type AdminReply, actingRole, isAdminCall } from '#features/users/roles-contract.ts';
import { useCall } from '#features/users/web/session/use-call.ts';
import { ApiError } from '#ui/client/api-client.ts';
import type { Account } from './session/identity-client.ts';

/** Returns the account whose dashboard it is, for pages inside the layout. */
export function useDashboardUser(): Account {
  return useOutletContext<Account>();
}

/** The query key of roles. */
export const roleKey = ['role'];

/** Returns the query for the user's role (`data`). It is refetched as pages are opened and returned to. */
export const useRole = (email: string) => useRoleReply(email, actingRole);

/** The same query, with the reply or a part of it. */
export function useRoleReply<Part = AdminReply>(email: string, select?: (reply: AdminReply) => Part) {
  return useCall([...roleKey, email], isAdminCall, { params: { email }, ...(select && { select }) });
}

const revoking: (string | undefined)[] = ['not_allowed', 'factor_setup_needed'];

/** Refetches the role as soon as the shop refuses something: it may have been revoked. */
export function useRoleAfterRefusals(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const hear = (error: unknown) => {
      if (error instanceof ApiError && revoking.includes(error.code))
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
