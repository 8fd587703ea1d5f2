import { useQuery } from '@tanstack/react-query';
import { orderTermsCall } from '#features/orders/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';

/** Loads what ordering a tool takes, with the prices of the signed-in buyer, or of the `customer` whom staff
 * order for. */
export function useOrderTerms(toolId: string | undefined, customer?: string) {
  const { api, user } = useSession();
  return useQuery({
    queryKey: ['order-terms', toolId, customer ?? user?.email],
    queryFn: ({ signal }) =>
      api.call(orderTermsCall, { params: { id: toolId ?? '' }, query: { customer }, signal }),
    enabled: toolId !== undefined,
  });
}
