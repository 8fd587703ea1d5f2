import { useState } from 'react';
import { z } from 'zod/mini';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { TextArea } from '#ui/field.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { addMembersCall, type ManagedFamily } from '../../contract.ts';
import { groupTexts, editFamilyTexts as texts } from '../../keeper-texts.ts';
import { readPartNumbers } from '../../part-number-rules.ts';
import { useShowFamily } from './use-families.ts';

/** Adds tools to a family by their part numbers, with the button that opens its dialog. */
export function AddByNumber({ family }: { family: ManagedFamily }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        {texts.addByNumber}
      </Button>
      <Dialog open={isOpen} onClose={close} title={texts.addByNumber}>
        <NumbersForm family={family} onClose={close} />
      </Dialog>
    </>
  );
}

const numbersSchema = z.object({
  numbers: z.string().check(z.refine((text) => readPartNumbers(text).length > 0, texts.numbersMissing)),
});

function NumbersForm({ family, onClose }: { family: ManagedFamily; onClose: () => void }) {
  const { api } = useSession();
  const show = useShowFamily();
  const { field, problem, isSending, formProps } = useCallForm({
    schema: numbersSchema,
    defaultValues: { numbers: '' },
    send: ({ numbers }) =>
      api.call(addMembersCall, {
        params: { id: family._id },
        body: { partNumbers: readPartNumbers(numbers) },
      }),
    async onSent(saved) {
      await show(saved);
      onClose();
    },
    fieldAtFault: () => 'numbers',
    done: (saved) => groupTexts.done(saved.memberCount, saved.name),
  });
  return (
    <form {...formProps} className="space-y-5">
      <TextArea label={texts.numbers} hint={texts.numbersHint} rows={8} {...field('numbers')} />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending}>
        {texts.addNumbers}
      </DialogFoot>
    </form>
  );
}
