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

/** Opens the refunds of an order once they are here: a dialog that grew as they
 * came would move under the pointer. */
export function RefundButton({ order, onOpen, ...look }: RefundButtonProps) {
  const { api } = useSession();
  const queries = useQueryClient();
  const opening = useAction({
    // What cannot be read is told in the dialog.
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

/** What the refunds of an order are kept under, to be read again once one has changed. */
export const pastRefundsKey = (orderId: string) => ['order-refunds', orderId];

/** How to read what went back for an order so far. */
export const pastRefunds = (api: ApiClient, orderId: string) =>
  queryOptions({
    queryKey: pastRefundsKey(orderId),
    queryFn: ({ signal }) => api.call(listRefundsCall, { params: { id: orderId }, signal }),
  });

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
