import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type BuyersOrder, listOrdersCall } from '#features/orders/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import type { ListRows } from '#ui/client/api-client.ts';
import { useAddressChoice } from '#ui/dashboard/list-controls.tsx';
import { reviewFormTexts as texts } from '#ui/form-texts.ts';

/** What a review is about: one of `tools`, or the whole shop without `toolId`. */
export type ReviewSubject = {
  toolId: string | undefined;
  tools: readonly ReviewableTool[];
  /** A hint on the available choices, if needed. */
  hint: string | undefined;
  choose: (toolId: string) => void;
};

/** What the user with this email reviews, stored in the URL as `tool`. */
export function useReviewSubject(email: string): ReviewSubject {
  const [search] = useSearchParams();
  const wanted = search.get('tool') ?? undefined;
  const { data, isError } = useReviewableTools(email, wanted);
  // Until the names are loaded, only the tool in the URL can be chosen; the server decides whether it may be
  // reviewed.
  const tools = data ?? (wanted ? [{ id: wanted, name: texts.theOneYouCameFrom }] : []);
  const [toolId, choose] = useAddressChoice(
    'tool',
    tools.map(({ id }) => id),
  );
  return { toolId, tools, choose, hint: isError ? texts.toolsNotLoaded : hintFor(data, wanted !== toolId) };
}

function hintFor(tools: readonly ReviewableTool[] | undefined, isRefused: boolean): string | undefined {
  if (isRefused) return texts.notThatTool;
  return tools?.length === 0 ? texts.onceYouPaid : undefined;
}

type ReviewableTool = { id: string; name: string };

/** Tools that were paid for and not reviewed yet, last ordered first; `undefined` until loaded. `wanted` is
 * the tool that the user came from. */
function useReviewableTools(email: string, wanted: string | undefined) {
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

/** Searches a user's orders for reviewable tools: the first page and, with `cameFor`, further pages until
 * that tool is found. */
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
