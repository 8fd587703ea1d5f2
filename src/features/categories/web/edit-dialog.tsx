import { Button } from '#ui/button.tsx';
import { FormFoot } from '#ui/dashboard/form-parts.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { addToolTexts } from '#ui/form-texts.ts';
import { uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import type { TaxonEdit, TaxonKind } from '../contract.ts';
import { taxonomyTexts as texts } from '../texts.ts';
import { ParentField, TaxonPicture, useTaxonForm } from './taxon-fields.tsx';
import { type Taxon, useTaxonChange } from './use-taxonomy.ts';

type EditDialogProps = { kind: TaxonKind; taxon: Taxon | undefined; taxons: Taxon[]; onClose: () => void };

/** Changes the name of one, what it is under, and its picture. */
export function EditDialog({ taxon, onClose, ...form }: EditDialogProps) {
  return (
    <Dialog open={taxon !== undefined} onClose={onClose} title={texts.editOne(taxon?.name ?? '')}>
      {taxon && <EditForm taxon={taxon} onClose={onClose} {...form} />}
    </Dialog>
  );
}

function EditForm({ kind, taxon, taxons, onClose }: EditDialogProps & { taxon: Taxon }) {
  const { form, picture, problem, setProblem, refuse } = useTaxonForm(taxon);
  const saving = useTaxonChange(kind, async (calls, edit: TaxonEdit) =>
    calls.edit(taxon._id, { ...edit, img: await picture.send() }),
  );
  const isParent = taxons.some(({ parent }) => parent === taxon._id);
  const save = form.handleSubmit(({ name, parent }) => {
    if (saving.isPending || picture.problem) return;
    setProblem(undefined);
    const isMoved = kind === 'category' && parent !== (taxon.parent ?? '');
    const edit = { ...(name !== taxon.name && { name }), ...(isMoved && { parent: parent || null }) };
    saving.mutate(edit, {
      onSuccess() {
        onClose();
        notify.success(texts.saved(name));
      },
      onError: refuse,
    });
  });
  return (
    <form method="post" noValidate onSubmit={save} className="space-y-5">
      <TextField label={texts.name} error={form.formState.errors.name?.message} {...form.register('name')} />
      {isParent && <p className="text-sm text-ink-soft">{texts.isParent}</p>}
      {kind === 'category' && !isParent && <ParentField form={form} taxons={taxons} taxon={taxon} />}
      <TaxonPicture picture={picture} />
      <FormFoot problem={problem} waiting={saving.isPending ? addToolTexts.picture.checking : undefined}>
        <Button type="submit" busy={saving.isPending}>
          {texts.save}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {uiTexts.cancel}
        </Button>
      </FormFoot>
    </form>
  );
}
