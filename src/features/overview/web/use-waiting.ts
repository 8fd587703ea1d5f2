import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '#features/users/web/session/use-call.ts';
import { countWaitingCall } from '../waiting-contract.ts';

const waitingKey = ['waiting'];

/** How often a page that stays open counts again: buyers order meanwhile. */
const COUNT_MS = 60_000;

/** Returns the query of what waits for staff; buyers ask nothing. */
export function useWaiting(isStaff: boolean) {
  return useCall(waitingKey, countWaitingCall, { enabled: isStaff, refetchInterval: COUNT_MS });
}

/** Counts again after everything that is done on the dashboard. */
export function useWaitingAfterActions(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void queries.invalidateQueries({ queryKey: waitingKey });
      }),
    [queries],
  );
}
