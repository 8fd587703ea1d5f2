import { queryOptions } from '@tanstack/react-query';
import { listRefundsCall } from '#features/orders/refunds/contract.ts';
import type { ApiClient } from '#web/client/api-client.ts';

/** What the refunds of an order are kept under, to be read again once one has changed. */
export const pastRefundsKey = (orderId: string) => ['order-refunds', orderId];

/** How to read what went back for an order so far. */
export const pastRefunds = (api: ApiClient, orderId: string) =>
  queryOptions({
    queryKey: pastRefundsKey(orderId),
    queryFn: ({ signal }) => api.call(listRefundsCall, { params: { id: orderId }, signal }),
  });
