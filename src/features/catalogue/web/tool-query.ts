import { queryOptions } from '@tanstack/react-query';
import type { Tool, ToolDetails } from '#features/catalogue/contract.ts';
import type { openingHeaders } from '#features/catalogue/rules.ts';
import { publicApi } from '#ui/client/api-client.ts';
import { publicQueries } from '#ui/client/query-provider.tsx';

/** The fragment of a tool page's address that leads straight to the order form. */
export const ORDER_FORM = '#order';

/** A tool as its page knows it: possibly only from a list at first. */
export type KnownTool = Tool | ToolDetails;

/** The query of a tool, as its page makes it. */
export const toolQuery = (toolId: string, headers?: typeof openingHeaders) =>
  queryOptions({
    queryKey: ['tool', toolId],
    queryFn: ({ signal }): Promise<KnownTool> =>
      publicApi.call(
        import('#features/catalogue/contract.ts').then((calls) => calls.getToolCall),
        { params: { id: toolId }, headers, signal },
      ),
  });

/** Caches the tool of a followed link, so that its page can show at once what the list already had. */
export function setPlaceholderTool(tool: Tool): void {
  publicQueries.setQueryData(toolQuery(tool._id).queryKey, tool);
}

/** Returns the tool from this browser's cache, if known. */
export const placeholderTool = (toolId: string) => publicQueries.getQueryData(toolQuery(toolId).queryKey);

/** Navigation state that takes the tool for which a visitor signed up along to the list of tools. */
export const continueTo = (tool: Tool | undefined) => tool && { continueTo: tool };
