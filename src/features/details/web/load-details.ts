import { queryOptions, useQuery } from '@tanstack/react-query';
import { getDetailsCall } from '#features/details/contract.ts';
import { publicApi } from '#web/client/api-client.ts';
import { publicQueries } from '#web/client/query-provider.tsx';

const detailsQuery = queryOptions({
  queryKey: ['details'],
  queryFn: () => publicApi.call(getDetailsCall, {}),
});

/** The shop's details, for a page that is come to in the browser. Imported then only: no page needs it to start. */
export const loadDetails = () => publicQueries.query(detailsQuery);

/** Where the shop is and how it is reached, once that is known. */
export const useContacts = () => useQuery(detailsQuery, publicQueries).data?.contact;

/** Has them asked for again, since they have changed. */
export const forgetDetails = () => publicQueries.removeQueries(detailsQuery);
