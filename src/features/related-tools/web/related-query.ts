import { queryOptions } from '@tanstack/react-query';
import type { openingHeaders } from '#features/catalogue/rules.ts';
import { publicApi } from '#ui/client/api-client.ts';
import type { getRelatedToolsCall, RelatedTools } from '../contract.ts';

/** The call without its schemas, which are more code than the page of a tool has before a call is made. */
export const relatedCall = { method: 'GET', path: '/tool/:id/related' } as typeof getRelatedToolsCall;

/** The query of the tools linked to a tool, as its page makes it. */
export const relatedQuery = (toolId: string, headers?: typeof openingHeaders) =>
  queryOptions({
    queryKey: ['tool', toolId, 'related'],
    queryFn: async ({ signal }): Promise<RelatedTools> =>
      (await publicApi.request(relatedCall, { params: { id: toolId }, headers, signal })).json(),
  });
