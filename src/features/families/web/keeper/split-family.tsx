import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod/mini';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { familyName, type ManagedFamily, splitFamilyCall } from '../../contract.ts';
import { editFamilyTexts as texts } from '../../keeper-texts.ts';

type SplitProps = { family: ManagedFamily; toolIds: string[] };

/** Makes a new family of the ticked members, with the button that opens its dialog. */
export function SplitFamily({ family, toolIds }: SplitProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const words = texts.split(toolIds.length);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        {words}
      </Button>
      <Dialog open={isOpen} onClose={close} title={words}>
        <SplitForm family={family} toolIds={toolIds} onClose={close} />
      </Dialog>
    </>
  );
}

const nameSchema = z.object({ name: familyName });

function SplitForm({ family, toolIds, onClose }: SplitProps & { onClose: () => void }) {
  const { api } = useSession();
  const navigate = useNavigate();
  const { field, problem, isSending, formProps } = useCallForm({
    schema: nameSchema,
    defaultValues: { name: '' },
    send: ({ name }) => api.call(splitFamilyCall, { params: { id: family._id }, body: { name, toolIds } }),
    onSent: ({ insertedId }) => navigate(`/dashboard/families/${insertedId}`),
    changes: [['tools']],
    done: (_answer, { name }) => texts.splitDone(name),
  });
  return (
    <form {...formProps} className="space-y-5">
      <p className="text-sm text-ink-soft">{texts.splitLead}</p>
      <TextField label={texts.newName} maxLength={200} autoComplete="off" {...field('name')} />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending}>
        {texts.split(toolIds.length)}
      </DialogFoot>
    </form>
  );
}
