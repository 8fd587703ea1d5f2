import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod/mini';
import type { Tool } from '#features/catalogue/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { addFamilyCall, addMembersCall, familyName } from '../../contract.ts';
import { groupTexts as texts } from '../../keeper-texts.ts';
import { FamilyNameField } from './family-name-field.tsx';
import { findFamilyNamed } from './use-families.ts';

/** More tools than this are not named in the dialog. */
const MOST_NAMED = 10;

/** Groups the ticked tools into a family, with the button that opens its dialog. */
export function GroupTools({ tools }: { tools: readonly Tool[] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        {texts.open}
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={texts.title(tools.length)}>
        <GroupForm tools={tools} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

const nameSchema = z.object({ name: familyName });

function GroupForm({ tools, onClose }: { tools: readonly Tool[]; onClose: () => void }) {
  const { api } = useSession();
  const navigate = useNavigate();
  const { form, field, problem, isSending, formProps } = useCallForm({
    schema: nameSchema,
    defaultValues: { name: '' },
    async send({ name }) {
      const toolIds = tools.map(({ _id }) => _id);
      const known = await findFamilyNamed(api, name);
      if (!known) return (await api.call(addFamilyCall, { body: { name, toolIds } })).insertedId;
      return (await api.call(addMembersCall, { params: { id: known._id }, body: { toolIds } }))._id;
    },
    onSent: (id) => navigate(`/dashboard/families/${id}`),
    changes: [['tools']],
    done: (_id, { name }) => texts.done(tools.length, name),
  });
  const typed = useWatch({ control: form.control, name: 'name' });
  return (
    <form {...formProps} className="space-y-5">
      <p className="text-sm text-ink-soft">{texts.lead}</p>
      <ToolsElsewhere tools={tools} name={typed} />
      <FamilyNameField label={texts.family} hint={texts.hint} typed={typed} {...field('name')} />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending}>
        {texts.submit}
      </DialogFoot>
    </form>
  );
}

/** Names the tools that are members of another family than that of the typed name, which cannot be grouped. */
function ToolsElsewhere({ tools, name }: { tools: readonly Tool[]; name: string }) {
  const elsewhere = tools.flatMap(({ _id, name: tool, family }) =>
    family && family.name !== name.trim() ? [{ _id, tool, family: family.name }] : [],
  );
  if (elsewhere.length === 0) return null;
  return (
    <div className="rounded-md border border-warn/40 bg-warn-wash p-3 text-sm">
      <p className="font-semibold">{texts.elsewhere(elsewhere.length)}</p>
      <ul className="mt-1 list-disc pl-5">
        {elsewhere.slice(0, MOST_NAMED).map(({ _id, tool, family }) => (
          <li key={_id} className="wrap-anywhere">
            {texts.inFamily(tool, family)}
          </li>
        ))}
        {elsewhere.length > MOST_NAMED && <li>{texts.more(elsewhere.length - MOST_NAMED)}</li>}
      </ul>
    </div>
  );
}
