import { queryOptions, useQuery } from '@tanstack/react-query';
import { publicApi } from '#ui/client/api-client.ts';
import { publicQueries } from '#ui/client/query-provider.tsx';
import { getDetailsCall } from '../contract.ts';

const detailsQuery = queryOptions({
  queryKey: ['details'],
  queryFn: () => publicApi.call(getDetailsCall, {}),
});

/** Loads the shop's details for a page that is navigated to in the browser. Imported only then, because no
 * page needs it to start. */
export const loadDetails = () => publicQueries.query(detailsQuery);

/** Returns the shop's contact details, once loaded. */
export const useContacts = () => useQuery(detailsQuery, publicQueries).data?.contact;

/** Removes the cached details after a change, so that they are fetched again. */
export const forgetDetails = () => publicQueries.removeQueries(detailsQuery);
