import { queryOptions } from '@tanstack/react-query';
import { publicApi } from '#web/client/api-client.ts';

/** The shop's details, for a page that is come to in the browser. */
export const detailsQuery = queryOptions({
  queryKey: ['details'],
  queryFn: () =>
    publicApi.call(
      import('#features/details/contract.ts').then((calls) => calls.getDetailsCall),
      {},
    ),
});
