import { queryOptions, useQuery } from '@tanstack/react-query';
import { publicApi } from '#ui/client/api-client.ts';
import { publicQueries } from '#ui/client/query-provider.tsx';
import { getDetailsCall } from '../contract.ts';

const detailsQuery = queryOptions({
  queryKey: ['details'],
  queryFn: () => publicApi.call(getDetailsCall, {}),
});

/** The shop's details, for a page that is come to in the browser. Imported then
 * only: no page needs it to start. */
export const loadDetails = () => publicQueries.query(detailsQuery);

/** Where the shop is and how it is reached, once that is known. */
export const useContacts = () => useQuery(detailsQuery, publicQueries).data?.contact;

/** Has them asked for again, since they have changed. */
export const forgetDetails = () => publicQueries.removeQueries(detailsQuery);
