import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type BuyersOrder, listOrdersCall } from '#features/orders/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import type { ListRows } from '#ui/client/api-client.ts';
import { useAddressChoice } from '#ui/dashboard/list-controls.tsx';
import { reviewFormTexts as texts } from '#ui/form-texts.ts';

/** What a review is about: one of `tools`, or without `toolId` the shop as a whole. */
export type ReviewSubject = {
  toolId: string | undefined;
  tools: readonly ReviewableTool[];
  /** Words on what can be chosen, where that needs any. */
  hint: string | undefined;
  choose: (toolId: string) => void;
};

/** What the person with this email reviews, kept in the page's address as `tool`. */
export function useReviewSubject(email: string): ReviewSubject {
  const [search] = useSearchParams();
  const wanted = search.get('tool') ?? undefined;
  const { data, isError } = useReviewableTools(email, wanted);
  // Until their names are known, only the one that the address names can be chosen;
  // whether rightly, the shop decides.
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

/** Those paid for and not reviewed yet, the last ordered first; `undefined` until they are
 * there. They came for `wanted`. */
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

/** Looks through somebody's orders: the first page of them, and where `cameFor` says for
 * which tool, on until that one. */
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
