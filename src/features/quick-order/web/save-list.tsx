import { useState } from 'react';
import { quickOrderTexts as texts } from '#features/quick-order/texts.ts';
import { addListCall, changeListCall } from '#features/saved-lists/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { counted } from '#texts/locale.ts';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { TextField } from '#ui/field.tsx';
import { useAction } from '#ui/use-action.ts';
import { type EditedLine, toSavedLine } from './edited-lines.ts';

export type SavedAs = { id: string; name: string };

/** Keeps the lines that are known under a name, or as the list that they came from: also those that are in
 * the cart by now, and those whose tool has left the shop. Says how many are left out. */
export function SaveList({ lines, savedAs }: { lines: EditedLine[]; savedAs: SavedAs | undefined }) {
  const { api } = useSession();
  const [name, setName] = useState(savedAs?.name ?? '');
  const [known, setKnown] = useState(savedAs);
  const sent = lines.flatMap((line) => toSavedLine(line) ?? []);
  const [added, leftOut] = [lines.filter(({ isAdded }) => isAdded).length, lines.length - sent.length];
  const notes = [
    added > 0 && counted(added, texts.savedWithAdded),
    leftOut > 0 && counted(leftOut, texts.savedWithout),
  ];
  const saving = useAction({
    call: async () => {
      const body = { name, lines: sent };
      if (known) await api.call(changeListCall, { params: { id: known.id }, body });
      else setKnown({ id: (await api.call(addListCall, { body })).insertedId, name });
    },
    onRefused: 'shown',
    changes: [['lists']],
    done: texts.saved,
  });
  return (
    <form
      method="post"
      className="w-120 max-w-full"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <TextField
        label={texts.name}
        maxLength={100}
        hint={notes.filter(Boolean).join(' ') || undefined}
        value={name}
        error={saving.error ? errorMessage(saving.error) : undefined}
        onChange={({ target }) => setName(target.value)}
        after={
          <Button
            type="submit"
            variant="secondary"
            className="shrink-0"
            busy={saving.isPending}
            disabled={sent.length === 0}
          >
            {known ? texts.saveChanges : texts.save}
          </Button>
        }
      />
    </form>
  );
}
