import { getDetailsCall } from '#features/details/contract.ts';
import { publicApi } from '#web/client/api-client.ts';
import { publicQueries } from '#web/client/query-provider.tsx';

const queryKey = ['details'];

/** The shop's details, for a page that is come to in the browser. Imported then only: no page needs it to start. */
export const loadDetails = () =>
  publicQueries.query({ queryKey, queryFn: () => publicApi.call(getDetailsCall, {}) });

/** Has them asked for again, since they have changed. */
export const forgetDetails = () => publicQueries.removeQueries({ queryKey });
