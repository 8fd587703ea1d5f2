import { useSearchParams } from 'react-router';
import { useAddressChoice } from '#web/dashboard/use-address-choice.ts';
import { reviewFormTexts as texts } from '#web/texts/forms.ts';
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
