import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { FormFoot } from '#ui/dashboard/form-parts.tsx';
import { ConfirmDialog, Dialog } from '#ui/dialog.tsx';
import { CheckField, SelectField, TextField } from '#ui/field.tsx';
import { addToolTexts } from '#ui/form-texts.ts';
import { uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import type { TaxonEdit, TaxonKind } from '../contract.ts';
import { taxonomyTexts as texts } from '../texts.ts';
import { changedSafety, ParentField, SafetyFields, TaxonPicture, useTaxonForm } from './taxon-fields.tsx';
import { type Taxon, useTaxonChange } from './use-taxonomy.ts';

type EditDialogProps = { kind: TaxonKind; taxon: Taxon | undefined; taxons: Taxon[]; onClose: () => void };

/** Edits the name, parent and picture of a category or brand. */
export function EditDialog({ taxon, onClose, ...form }: EditDialogProps) {
  return (
    <Dialog open={taxon !== undefined} onClose={onClose} title={texts.editOne(taxon?.name ?? '')}>
      {taxon && <EditForm taxon={taxon} onClose={onClose} {...form} />}
    </Dialog>
  );
}

function EditForm({ kind, taxon, taxons, onClose }: EditDialogProps & { taxon: Taxon }) {
  const saving = useTaxonChange(kind, (calls, edit: TaxonEdit) => calls.edit(taxon._id, edit));
  const { form, field, problem, isSending, formProps, progress } = useTaxonForm({
    taxon,
    send: ({ name, parent, img, isReturnable, ...safety }) =>
      saving.mutateAsync(
        {
          ...changedSafety(taxon, { name, parent, img, isReturnable, ...safety }),
          ...(name !== taxon.name && { name }),
          ...(kind === 'category' && parent !== (taxon.parent ?? '') && { parent: parent || null }),
          ...(img !== taxon.img && { img }),
          ...(isReturnable !== taxon.isReturnable && { isReturnable }),
        },
        {
          // Called only while this form is shown: `onClose` would close the dialog of another one.
          onSuccess() {
            onClose();
            notify.success(texts.saved(name));
          },
        },
      ),
  });
  const isParent = taxons.some(({ parent }) => parent === taxon._id);
  return (
    <form {...formProps} className="space-y-5">
      <TextField label={texts.name} {...field('name')} />
      {isParent && <p className="text-sm text-ink-soft">{texts.isParent}</p>}
      {kind === 'category' && !isParent && <ParentField field={field} taxons={taxons} taxon={taxon} />}
      {kind === 'category' && (
        <CheckField {...form.register('isReturnable')}>{texts.isReturnable}</CheckField>
      )}
      <TaxonPicture form={form} progress={progress} />
      {kind === 'brand' && <SafetyFields field={field} />}
      <FormFoot problem={problem} waiting={isSending ? addToolTexts.picture.checking : undefined}>
        <Button type="submit" busy={isSending}>
          {texts.save}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {uiTexts.cancel}
        </Button>
      </FormFoot>
    </form>
  );
}

type MergeDialogProps = {
  kind: TaxonKind;
  taxon: Taxon | undefined;
  taxons: Taxon[];
  onClose: () => void;
  onMerged: () => void;
};

/** Selects the target of a merge, and says what happens to the tools. */
export function MergeDialog({ kind, taxon, taxons, onClose, onMerged }: MergeDialogProps) {
  const [chosen, setChosen] = useState('');
  const [problem, setProblem] = useState<string>();
  const merging = useTaxonChange(kind, (calls, { from, into }: { from: string; into: string }) =>
    calls.merge(from, into),
  );
  const isMerged = useRef(false);
  // Elements outside the dialog can take the focus only once it has closed.
  useEffect(() => {
    if (taxon || !isMerged.current) return;
    isMerged.current = false;
    onMerged();
  }, [taxon, onMerged]);
  const into = taxons.find(({ _id }) => _id === chosen);
  const close = () => {
    setChosen('');
    setProblem(undefined);
    onClose();
  };
  function merge() {
    if (!taxon) return;
    if (!into) return setProblem(texts.intoMissing);
    merging.mutate(
      { from: taxon._id, into: into._id },
      {
        onSuccess() {
          isMerged.current = true;
          close();
          notify.success(texts.merged(taxon.name, into.name));
        },
        onError: (error) => setProblem(errorMessage(error)),
      },
    );
  }
  return (
    <ConfirmDialog
      open={taxon !== undefined}
      onClose={close}
      title={texts.mergeOne(taxon?.name ?? '')}
      confirmLabel={texts.merge}
      busy={merging.isPending}
      onConfirm={merge}
    >
      <div className="space-y-3">
        <SelectField
          label={texts.into}
          error={problem}
          value={chosen}
          onChange={({ target }) => {
            setProblem(undefined);
            setChosen(target.value);
          }}
          none={texts.chooseInto}
          options={taxons.filter(({ _id }) => _id !== taxon?._id).map(({ _id, name }) => [_id, name])}
        />
        <p aria-live="polite">{taxon && into && texts.mergeWhy(taxon.name, into.name, taxon.tools)}</p>
      </div>
    </ConfirmDialog>
  );
}
