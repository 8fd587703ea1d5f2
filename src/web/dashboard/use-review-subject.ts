import { useSearchParams } from 'react-router';
import { useAddressChoice } from './use-address-choice.ts';
import { type ReviewableTool, useReviewableTools } from './use-reviewable-tools.ts';

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
  // Until their names are known, only the one that the address names can be chosen; whether rightly, the shop decides.
  const tools = data ?? (wanted ? [{ id: wanted, name: 'The tool that you came from' }] : []);
  const [toolId, choose] = useAddressChoice(
    'tool',
    tools.map(({ id }) => id),
  );
  return { toolId, tools, choose, hint: isError ? LOADING_FAILED : hintFor(data, wanted !== toolId) };
}

const LOADING_FAILED = 'The tools that you have bought could not be loaded.';

function hintFor(tools: readonly ReviewableTool[] | undefined, isRefused: boolean): string | undefined {
  if (isRefused) return 'You have reviewed that tool already, or not paid for it.';
  return tools?.length === 0 ? 'A tool can be chosen here once you have paid for it.' : undefined;
}
