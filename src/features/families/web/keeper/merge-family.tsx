import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod/mini';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { ReadableError } from '#ui/client/api-client.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { type ManagedFamily, mergeFamilyCall } from '../../contract.ts';
import { editFamilyTexts as texts } from '../../keeper-texts.ts';
import { FamilyNameField } from './family-name-field.tsx';
import { findFamilyNamed } from './use-families.ts';

type MergeProps = { family: ManagedFamily };

/** Merges a family into another one, with the button that opens its dialog. */
export function MergeFamily({ family }: MergeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {texts.merge}
      </Button>
      <Dialog open={isOpen} onClose={close} title={texts.mergeTitle(family.name)}>
        <MergeForm family={family} onClose={close} />
      </Dialog>
    </>
  );
}

const intoSchema = z.object({ into: z.string().check(z.trim(), z.minLength(1, texts.intoMissing)) });

function MergeForm({ family, onClose }: MergeProps & { onClose: () => void }) {
  const { api } = useSession();
  const navigate = useNavigate();
  const { form, field, problem, isSending, formProps } = useCallForm({
    schema: intoSchema,
    defaultValues: { into: '' },
    async send({ into: name }) {
      const other = await findFamilyNamed(api, name);
      if (!other) throw new ReadableError(texts.intoMissing);
      return api.call(mergeFamilyCall, { params: { id: family._id }, body: { into: other._id } });
    },
    onSent: ({ _id }) => navigate(`/dashboard/families/${_id}`),
    fieldAtFault: () => 'into',
    changes: [['tools']],
    done: (after) => texts.merged(family.name, after.name),
  });
  const typed = useWatch({ control: form.control, name: 'into' });
  return (
    <form {...formProps} className="space-y-5">
      <p>{texts.mergeWhy(family.name, family.memberCount)}</p>
      <FamilyNameField label={texts.into} typed={typed} {...field('into')} />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending} variant="danger">
        {texts.mergeSubmit}
      </DialogFoot>
    </form>
  );
}
