import { useQueryClient } from '@tanstack/react-query';
import { allOrdersKey, changeShown } from '#features/fulfilment/web/use-shipping.ts';
import { getOrderCall } from '#features/orders/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';

/** Shows an order at the desk as it is once a refund of it has changed; one that cannot
 * be read is read with the list. */
export function useShowOrderAgain(orderId: string): () => Promise<void> {
  const { api } = useSession();
  const queries = useQueryClient();
  return async () => {
    const order = await api.call(getOrderCall, { params: { id: orderId } }).catch(() => undefined);
    if (order) changeShown(queries, [orderId], () => order);
    else void queries.invalidateQueries({ queryKey: allOrdersKey });
  };
}
