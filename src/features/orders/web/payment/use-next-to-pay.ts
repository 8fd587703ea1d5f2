import { useQuery } from '@tanstack/react-query';
import { type BuyersOrder, listOrdersCall, type Order } from '#features/orders/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';

/** Some of them may no longer be paid for. */
const LOOKED_AT = 20;

/** The reader's newest unpaid order that can be paid, beside this one. One that cannot be found out is none. */
export function useNextToPay({ _id }: Order): { isPending: boolean; order: BuyersOrder | undefined } {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const { data, isPending } = useQuery({
    queryKey: ['orders', email, 'next to pay'],
    queryFn: ({ signal }) =>
      api.list(listOrdersCall, { query: { email, status: 'unpaid', limit: LOOKED_AT }, signal }),
  });
  return { isPending, order: data?.rows.find((order) => order._id !== _id && !order.unavailable) };
}
