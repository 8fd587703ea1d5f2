import type { ListTexts } from '#texts/lists.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** What stands where no row is as it was asked for; `words` is what was searched. */
export function NothingFound({
  texts,
  words,
  onClear,
}: {
  texts: ListTexts;
  words: string;
  onClear: () => void;
}) {
  return (
    <EmptyState title={words ? texts.noneMatches(words) : texts.noneChosen}>
      <Button variant="secondary" onClick={onClear}>
        {texts.showAll}
      </Button>
    </EmptyState>
  );
}
