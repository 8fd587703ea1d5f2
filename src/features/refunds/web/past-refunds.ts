import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#ui/client/api-client.ts';
import { listRefundsCall } from '../contract.ts';

/** What the refunds of an order are kept under, to be read again once one has changed. */
export const pastRefundsKey = (orderId: string) => ['order-refunds', orderId];

/** How to read what went back for an order so far. */
export const pastRefunds = (api: ApiClient, orderId: string) =>
  queryOptions({
    queryKey: pastRefundsKey(orderId),
    queryFn: ({ signal }) => api.call(listRefundsCall, { params: { id: orderId }, signal }),
  });
