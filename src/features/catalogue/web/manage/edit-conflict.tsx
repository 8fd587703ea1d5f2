import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import { editToolTexts as texts } from '#features/catalogue/texts/manage.ts';
import { Button } from '#web/ui/button.tsx';
import { KeptText } from '#web/ui/kept-text.tsx';
import { fieldsOf, type ToolFields, type ToolFormState, toolLabels, typedNames } from './use-tool-form.ts';

/** What the keeper began with, what somebody else has made of it meanwhile, and what the keeper was about to save. */
export type Conflict = { before: ToolDetails; theirs: ToolDetails; mine: ToolFields };

type Name = keyof ToolFields;

/** Shows both versions of each field in which they differ, and puts the one chosen into the form. */
export function EditConflict({ form, conflict }: { form: ToolFormState['form']; conflict: Conflict }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const typed = useWatch({ control: form.control });
  const theirs = fieldsOf(conflict.theirs);
  const { mine } = conflict;
  const names = differing(conflict);
  useEffect(() => heading.current?.focus(), []);
  const take = (chosen: ToolFields, ...taken: Name[]) => {
    for (const name of taken) form.setValue(name, chosen[name], { shouldDirty: true });
  };
  return (
    <section
      aria-labelledby="edit-conflict"
      className="mb-6 rounded-md border border-warn/40 bg-warn-wash p-4 sm:p-6"
    >
      <h2 id="edit-conflict" ref={heading} tabIndex={-1} className="text-xl">
        {texts.conflict}
      </h2>
      <p className="mt-2 max-w-prose">{names.length > 0 ? texts.conflictLead : texts.sameNow}</p>
      {names.length > 0 && (
        <>
          <div className="mt-4 grid gap-4">
            {names.map((name) => (
              <fieldset key={name}>
                <legend className="text-sm font-semibold">{toolLabels[name]}</legend>
                <div className="mt-1 grid gap-2 sm:grid-cols-2">
                  <Version
                    label={texts.theirs}
                    name={name}
                    value={name === 'image' ? texts.otherPicture : theirs[name]}
                    checked={typed[name] === theirs[name]}
                    onChoose={() => take(theirs, name)}
                  />
                  <Version
                    label={texts.mine}
                    name={name}
                    value={name === 'image' ? texts.myPicture : mine[name]}
                    checked={typed[name] === mine[name]}
                    onChoose={() => take(mine, name)}
                  />
                </div>
              </fieldset>
            ))}
          </div>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => take(theirs, ...names)}>
              {texts.useTheirs}
            </Button>
            <Button variant="secondary" onClick={() => take(mine, ...names)}>
              {texts.useMine}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

/** The fields that are not the same in both versions. */
function differing({ before, theirs, mine }: Conflict): Name[] {
  const now = fieldsOf(theirs);
  const was = fieldsOf(before);
  // Sales change the stock all the time.
  const isMeant = (name: Name) => name !== 'available_quantity' || mine[name] !== was[name];
  const names: Name[] = typedNames.filter((name) => mine[name] !== now[name] && isMeant(name));
  return mine.image && before.img !== theirs.img ? [...names, 'image'] : names;
}

type VersionProps = {
  label: string;
  name: Name;
  value: string | number | undefined;
  checked: boolean;
  onChoose: () => void;
};

function Version({ label, name, value, checked, onChoose }: VersionProps) {
  return (
    <label className="flex gap-3 rounded-md border border-line bg-surface p-3 has-checked:border-ink">
      <input
        type="radio"
        name={`version-of-${name}`}
        checked={checked}
        onChange={onChoose}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <span className="block text-sm text-ink-soft">{label}</span>
        <span className="block whitespace-pre-line wrap-anywhere">
          <KeptText text={String(value ?? '') || texts.none} />
        </span>
      </span>
    </label>
  );
}
