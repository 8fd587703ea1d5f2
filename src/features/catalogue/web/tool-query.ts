import { queryOptions } from '@tanstack/react-query';
import type { Tool, ToolDetails } from '#features/catalogue/contract.ts';
import { publicApi } from '#ui/client/api-client.ts';
import { publicQueries } from '#ui/client/query-provider.tsx';

/** What the address of a tool's page ends with where it leads straight to the order form. */
export const ORDER_FORM = '#order';

/** A tool, as its page knows it: from a list at first, perhaps. */
export type KnownTool = Tool | ToolDetails;

/** A tool, as its page asks for it. */
export const toolQuery = (toolId: string) =>
  queryOptions({
    queryKey: ['tool', toolId],
    queryFn: ({ signal }): Promise<KnownTool> =>
      publicApi.call(
        import('#features/catalogue/contract.ts').then((calls) => calls.getToolCall),
        { params: { id: toolId }, signal },
      ),
  });

/** Keeps the tool whose link was just followed, so that its page can show at
 * once what the list already knew. */
export function setPlaceholderTool(tool: Tool): void {
  publicQueries.setQueryData(toolQuery(tool._id).queryKey, tool);
}

/** What this browser knows of a tool already. */
export const placeholderTool = (toolId: string) => publicQueries.getQueryData(toolQuery(toolId).queryKey);

/** What goes along to the list of tools with somebody who signed up for the sake of one. */
export const continueTo = (tool: Tool | undefined) => tool && { continueTo: tool };
