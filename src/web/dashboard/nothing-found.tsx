import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** What stands where no row is as it was asked for. `noun` is one row, `words` what was searched. */
export function NothingFound({ noun, words, onClear }: { noun: string; words: string; onClear: () => void }) {
  const title = words ? `No ${noun} matches “${words}”` : `No ${noun} is as you chose`;
  return (
    <EmptyState title={title}>
      <Button variant="secondary" onClick={onClear}>
        {`Show all ${noun}s`}
      </Button>
    </EmptyState>
  );
}
