import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BuyersOrder, listOrdersCall } from '#features/orders/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import type { ListRows } from '#web/client/api-client.ts';

/** A tool that can be reviewed. */
export type ReviewableTool = { id: string; name: string };

/**
 * The tools that somebody has paid for and not reviewed yet, the last ordered first; `undefined` until they are there.
 * @param wanted the id of the one they came for
 */
export function useReviewableTools(email: string, wanted: string | undefined) {
  const { api } = useSession();
  const [cameFor] = useState(wanted);
  return useQuery({
    queryKey: ['orders', email, 'reviewable', cameFor],
    queryFn: ({ signal }) =>
      findReviewableTools(
        (cursor) => api.list(listOrdersCall, { query: { email, cursor }, signal }),
        cameFor,
      ),
    staleTime: 0,
  });
}

/** Looks through somebody's orders: the first page of them, and where `cameFor` says for which tool, on until that one. */
export async function findReviewableTools(
  listOrders: (cursor: string | undefined) => Promise<ListRows<BuyersOrder>>,
  cameFor: string | undefined,
): Promise<ReviewableTool[]> {
  const tools = new Map<string, string>();
  let cursor: string | undefined;
  let isFound = cameFor === undefined;
  do {
    const { rows, nextCursor } = await listOrders(cursor);
    for (const { toolId, toolName, reviewed } of rows.filter(({ paid }) => paid)) {
      isFound ||= toolId === cameFor;
      if (!reviewed && !tools.has(toolId)) tools.set(toolId, toolName);
    }
    cursor = nextCursor;
  } while (cursor !== undefined && !isFound);
  return [...tools].map(([id, name]) => ({ id, name }));
}
