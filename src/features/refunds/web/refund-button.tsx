import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { allOrdersKey, changeShown } from '#features/fulfilment/web/use-shipping.ts';
import { getOrderCall } from '#features/orders/contract.ts';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import { refundOrderTexts as texts } from '#features/orders/texts/refunds.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import type { ApiClient } from '#ui/client/api-client.ts';
import { useAction } from '#ui/use-action.ts';
import { listRefundsCall } from '../contract.ts';

type RefundButtonProps = { order: DeskOrder; onOpen: (order: DeskOrder) => void } & Pick<
  ComponentProps<typeof Button>,
  'size' | 'className'
>;

/** Opens an order's refunds once they are loaded: a dialog that grew while loading would shift under the
 * pointer. */
export function RefundButton({ order, onOpen, ...look }: RefundButtonProps) {
  const { api } = useSession();
  const queries = useQueryClient();
  const opening = useAction({
    // The dialog shows fetch errors.
    call: () => queries.prefetchQuery(pastRefunds(api, order._id)),
    onDone: () => onOpen(order),
  });
  return (
    <Button
      {...look}
      variant="secondary"
      busy={opening.isPending}
      aria-label={texts.buttonOf(order.toolName, order.userName)}
      onClick={() => opening.mutate()}
    >
      {texts.button}
    </Button>
  );
}

/** Query key of an order's refunds, invalidated when one changes. */
export const pastRefundsKey = (orderId: string) => ['order-refunds', orderId];

/** Query options for an order's past refunds. */
export const pastRefunds = (api: ApiClient, orderId: string) =>
  queryOptions({
    queryKey: pastRefundsKey(orderId),
    queryFn: ({ signal }) => api.call(listRefundsCall, { params: { id: orderId }, signal }),
  });

/** Refetches an order on the desk after one of its refunds changed; if that fails, the list is refetched. */
export function useShowOrderAgain(orderId: string): () => Promise<void> {
  const { api } = useSession();
  const queries = useQueryClient();
  return async () => {
    const order = await api.call(getOrderCall, { params: { id: orderId } }).catch(() => undefined);
    if (order) changeShown(queries, [orderId], () => order);
    else void queries.invalidateQueries({ queryKey: allOrdersKey });
  };
}
