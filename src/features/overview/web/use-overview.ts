import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getOverviewCall, type OverviewDays } from '#features/overview/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { ApiError } from '#web/client/api-client.ts';

/** The time zone of the reader's own clock. */
export const readersZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** How the shop stands, by the days of the reader's own clock; while other days are asked for, those shown stay. */
export function useOverview(days: OverviewDays) {
  const { api } = useSession();
  return useQuery({
    queryKey: ['overview', days],
    queryFn: async ({ signal }) => {
      const query = { days: String(days) };
      try {
        return await api.call(getOverviewCall, { query: { ...query, zone: readersZone() }, signal });
      } catch (error) {
        // A zone newer than the shop's calendar: UTC will do.
        if (error instanceof ApiError && error.field === 'zone') {
          return api.call(getOverviewCall, { query, signal });
        }
        throw error;
      }
    },
    placeholderData: keepPreviousData,
  });
}
