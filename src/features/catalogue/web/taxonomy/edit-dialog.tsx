import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { newBrandSchema, type TaxonEdit, type TaxonKind } from '#features/catalogue/taxonomy/contract.ts';
import { taxonomyTexts as texts } from '#features/catalogue/texts/taxonomy.ts';
import { problemOfPicture } from '#features/catalogue/web/manage/check-picture-file.ts';
import { PictureField, useFileAddress } from '#features/catalogue/web/manage/picture-field.tsx';
import { useUpload } from '#features/catalogue/web/manage/use-tool-form.ts';
import { ApiError, errorMessage } from '#web/client/api-client.ts';
import { FormFoot } from '#web/dashboard/form-parts.tsx';
import { addToolTexts } from '#web/texts/forms.ts';
import { uiTexts } from '#web/texts/ui.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { notify } from '#web/ui/toast.tsx';
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

const fieldsSchema = z.object({ name: newBrandSchema.shape.name, parent: z.string() });

function EditForm({ kind, taxon, taxons, onClose }: EditDialogProps & { taxon: Taxon }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(fieldsSchema),
    defaultValues: { name: taxon.name, parent: taxon.parent ?? '' },
  });
  const { errors } = formState;
  const picture = usePicture(taxon.img);
  const [problem, setProblem] = useState<string>();
  const saving = useTaxonChange(kind, async (calls, edit: TaxonEdit) =>
    calls.edit(taxon._id, { ...edit, img: await picture.send() }),
  );
  const isParent = taxons.some(({ parent }) => parent === taxon._id);
  const save = handleSubmit(({ name, parent }) => {
    if (saving.isPending || picture.problem) return;
    setProblem(undefined);
    const isMoved = kind === 'category' && parent !== (taxon.parent ?? '');
    const edit = { ...(name !== taxon.name && { name }), ...(isMoved && { parent: parent || null }) };
    saving.mutate(edit, {
      onSuccess() {
        onClose();
        notify.success(texts.saved(name));
      },
      onError(error) {
        const field = error instanceof ApiError ? error.field : undefined;
        if (field === 'name' || field === 'parent')
          setError(field, { message: errorMessage(error) }, { shouldFocus: true });
        else if (field === 'image' || field === 'img') picture.setProblem(errorMessage(error));
        else setProblem(errorMessage(error));
      },
    });
  });
  return (
    <form method="post" noValidate onSubmit={save} className="space-y-5">
      <TextField label={texts.name} error={errors.name?.message} {...register('name')} />
      {isParent && <p className="text-sm text-ink-soft">{texts.isParent}</p>}
      {kind === 'category' && !isParent && (
        <SelectField label={texts.parent} error={errors.parent?.message} {...register('parent')}>
          <option value="">{texts.noParent}</option>
          {taxons
            .filter(({ _id, parent }) => parent === null && _id !== taxon._id)
            .map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
        </SelectField>
      )}
      <PictureField
        label={texts.picture}
        file={picture.file}
        preview={picture.preview}
        error={picture.problem}
        progress={picture.progress}
        onChange={picture.choose}
      />
      {picture.canRemove && (
        <Button variant="secondary" size="sm" onClick={picture.remove}>
          {texts.removePicture}
        </Button>
      )}
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

/** The picture that there is, another one that is chosen, or none. */
function usePicture(img: string | null) {
  const { upload, progress } = useUpload();
  const [file, setFile] = useState<File>();
  const [isRemoved, setIsRemoved] = useState(false);
  const [problem, setProblem] = useState<string>();
  const chosen = useFileAddress(file);
  const kept = isRemoved ? null : img;
  return {
    file,
    progress,
    problem,
    setProblem,
    preview: file ? chosen : (kept ?? undefined),
    canRemove: kept !== null && !file,
    remove: () => setIsRemoved(true),
    async choose(next: File | undefined) {
      setFile(next);
      setProblem(next && (await problemOfPicture(next)));
    },
    /** The address of the picture that is to be; undefined where it is the one that there is. */
    async send(): Promise<string | null | undefined> {
      if (file) return upload(file);
      return isRemoved ? null : undefined;
    },
  };
}
