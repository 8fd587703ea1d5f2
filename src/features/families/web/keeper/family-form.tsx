import { useId } from 'react';
import { useTaxonomy } from '#features/categories/web/use-taxonomy.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { Button } from '#ui/button.tsx';
import { FormFoot, LeaveDialog, RestoredNote, SwappedConflict } from '#ui/dashboard/form-parts.tsx';
import { useVersionedForm } from '#ui/dashboard/use-versioned-form.ts';
import { TextArea, TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { editFamilyCall, getManagedFamilyCall, type ManagedFamily } from '../../contract.ts';
import { editFamilyTexts as texts } from '../../keeper-texts.ts';
import { editsOf, type FamilyFields, fieldNames, fieldsOf, fieldsSchema } from './family-fields.ts';
import { FamilyPictures } from './family-pictures.tsx';
import { useShowFamily } from './use-families.ts';

/** The form of a family's own fields. Its members have theirs, and do not make a conflict here. */
export function FamilyForm({ family }: { family: ManagedFamily }) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const show = useShowFamily();
  const listId = useId();
  const { data: taxonomy } = useTaxonomy();
  const params = { id: family._id };
  const versioned = useVersionedForm<ManagedFamily, FamilyFields>({
    schema: fieldsSchema,
    loaded: family,
    valuesOf: fieldsOf,
    draft: { name: `family-${family._id}`, owner: email, fields: fieldNames },
    load: () => api.call(getManagedFamilyCall, { params }),
    send: (fields, seen) =>
      api.call(editFamilyCall, { params, body: { ...editsOf(seen, fields), version: seen.version } }),
    onSaved(saved) {
      notify.success(texts.saved(saved.name));
      return show(saved);
    },
    // Fields that this admin has not changed take the other version's values.
    onConflict({ before, theirs, mine }) {
      const [was, now] = [fieldsOf(before), fieldsOf(theirs)];
      for (const name of fieldNames) if (mine[name] === was[name]) form.setValue(name, now[name]);
    },
    check: texts.names,
  });
  const { form, field, conflict } = versioned;
  const differing = conflict
    ? fieldNames.filter((name) => conflict.mine[name] !== fieldsOf(conflict.theirs)[name])
    : [];
  return (
    <>
      <RestoredNote isRestored={versioned.isRestored} onStartOver={versioned.startOver} />
      {conflict && (
        <SwappedConflict
          key={conflict.theirs.version}
          form={versioned}
          heading={texts.conflict}
          names={differing.map((name) => texts.names[name])}
          className="max-w-3xl"
        />
      )}
      <form {...versioned.formProps} aria-label={texts.form} className="max-w-3xl space-y-5">
        <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
          <TextField label={texts.name} maxLength={200} {...field('name')} />
          <TextField label={texts.category} maxLength={60} list={listId} {...field('category')} />
        </div>
        <datalist id={listId}>
          {taxonomy?.category.map(({ _id, name }) => (
            <option key={_id} value={name} />
          ))}
        </datalist>
        <TextArea label={texts.descriptionLabel} rows={4} {...field('description')} />
        <FamilyPictures form={form} />
        <FormFoot problem={versioned.problem} waiting={undefined}>
          <Button type="submit" busy={versioned.isSending}>
            {texts.save}
          </Button>
        </FormFoot>
      </form>
      <LeaveDialog wouldLose={form.formState.isDirty && !versioned.isSending} />
    </>
  );
}
