import { useWatch } from 'react-hook-form';
import type { Units } from '#contracts/units.ts';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import { editToolTexts as texts } from '#features/catalogue/texts/manage.ts';
import { toolFields } from '#features/catalogue/tool-fields-contract.ts';
import { Button } from '#ui/button.tsx';
import { useRegion, useShopSettings } from '#ui/client/load-context.ts';
import { ConflictBox } from '#ui/dashboard/form-parts.tsx';
import type { Conflict } from '#ui/dashboard/use-versioned-form.ts';
import { SavedText } from '#ui/saved-text.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import {
  type FormName,
  fieldsOf,
  formNames,
  type ToolFields,
  type ToolFormState,
  toolLabels,
} from './use-tool-form.ts';

type ToolConflict = Conflict<ToolDetails, ToolFields>;

type Name = keyof ToolFields;

/** Shows both versions of each field that differs, and puts the chosen one into the form. */
export function EditConflict({ form, conflict }: { form: ToolFormState['form']; conflict: ToolConflict }) {
  const typed = useWatch({ control: form.control });
  const { units } = useRegion();
  const { currency } = useShopSettings();
  const labels = toolLabels(units);
  const theirs = fieldsOf(conflict.theirs, units, currency);
  const { mine } = conflict;
  const names = differing(conflict, units, currency);
  const take = (chosen: ToolFields, ...taken: Name[]) => {
    for (const name of taken) form.setValue(name, chosen[name], { shouldDirty: true });
  };
  return (
    <ConflictBox heading={texts.conflict}>
      <p className="mt-2 max-w-prose">{names.length > 0 ? texts.conflictLead : texts.sameNow}</p>
      {names.length > 0 && (
        <>
          <div className="mt-4 grid gap-4">
            {names.map((name) => (
              <fieldset key={name}>
                <legend className="text-sm font-semibold">{labels[name]}</legend>
                <div className="mt-1 grid gap-2 sm:grid-cols-2">
                  <Version
                    label={texts.theirs}
                    name={name}
                    value={shownOf(name, theirs, texts.otherPicture)}
                    pictures={picturesIn(name, theirs)}
                    checked={typed[name] === theirs[name]}
                    onChoose={() => take(theirs, name)}
                  />
                  <Version
                    label={texts.mine}
                    name={name}
                    value={shownOf(name, mine, texts.myPicture)}
                    pictures={picturesIn(name, mine)}
                    checked={typed[name] === mine[name]}
                    onChoose={() => take(mine, name)}
                  />
                </div>
              </fieldset>
            ))}
          </div>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => take(theirs, ...names)}>
              {texts.allTheirs}
            </Button>
            <Button variant="secondary" onClick={() => take(mine, ...names)}>
              {texts.allMine}
            </Button>
          </div>
        </>
      )}
    </ConflictBox>
  );
}

const linesOf = (text: string) => text.split('\n').filter(Boolean);

/** Returns the addresses of the pictures in a field. */
function picturesIn(name: Name, fields: ToolFields): string[] {
  if (name === 'pictures') return linesOf(fields.pictures);
  const isOnlyNamed = name === 'img' || (name === 'image' && !fields.image);
  return isOnlyNamed && fields.img ? [fields.img] : [];
}

/** Returns a field's value in words; pictures are shown below. */
function shownOf(name: Name, fields: ToolFields, picture: string): string | number | undefined {
  if (name === 'image' || name === 'img') return picture;
  if (name === 'pictures') return texts.morePictures(linesOf(fields.pictures).length);
  return toolFields[name].options?.[String(fields[name])] ?? fields[name];
}

/** Returns the fields that differ between the versions. */
function differing({ before, theirs, mine }: ToolConflict, units: Units, currency: string): Name[] {
  const now = fieldsOf(theirs, units, currency);
  const was = fieldsOf(before, units, currency);
  // Sales change the stock continually.
  const isMeant = (name: FormName) => !toolFields[name].changesByItself || mine[name] !== was[name];
  const names: Name[] = formNames.filter((name) => mine[name] !== now[name] && isMeant(name));
  if (!mine.image) return names;
  const others = names.filter((name) => name !== 'img');
  return before.img !== theirs.img ? [...others, 'image'] : others;
}

type VersionProps = {
  label: string;
  name: Name;
  value: string | number | undefined;
  pictures: string[];
  checked: boolean;
  onChoose: () => void;
};

function Version({ label, name, value, pictures, checked, onChoose }: VersionProps) {
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
          <SavedText text={String(value ?? '') || texts.none} />
        </span>
        {pictures.length > 0 && (
          <span className="mt-2 flex flex-wrap gap-2">
            {pictures.map((img) => (
              <ToolPicture
                key={img}
                of={{ img, picture: null }}
                sizes="64px"
                className="w-16 rounded-md border border-line"
              />
            ))}
          </span>
        )}
      </span>
    </label>
  );
}
