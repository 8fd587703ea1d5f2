import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { PictureField, useFileAddress } from '#features/pictures/web/picture-field.tsx';
import { problemOfPicture, useUpload } from '#features/pictures/web/upload-pictures.ts';
import { Button } from '#ui/button.tsx';
import { ApiError, errorMessage } from '#ui/client/api-client.ts';
import { SelectField } from '#ui/field.tsx';
import { newBrandSchema } from '../contract.ts';
import { taxonomyTexts as texts } from '../texts.ts';
import type { Taxon } from './use-taxonomy.ts';

const fieldsSchema = z.object({ name: newBrandSchema.shape.name, parent: z.string() });
type Fields = z.infer<typeof fieldsSchema>;

/** The form of one that is there, or of a new one: its name, what it is under, and its picture. */
export function useTaxonForm(taxon?: Taxon) {
  const form = useForm({
    resolver: zodResolver(fieldsSchema),
    defaultValues: { name: taxon?.name ?? '', parent: taxon?.parent ?? '' },
  });
  const picture = usePicture(taxon?.img ?? null);
  const [problem, setProblem] = useState<string>();

  /** Says what was wrong with what was sent, at its field where there is one. */
  function refuse(error: Error) {
    const field = error instanceof ApiError ? error.field : undefined;
    if (field === 'name' || field === 'parent')
      form.setError(field, { message: errorMessage(error) }, { shouldFocus: true });
    else if (field === 'image' || field === 'img') picture.setProblem(errorMessage(error));
    else setProblem(errorMessage(error));
  }
  return { form, picture, problem, setProblem, refuse };
}

type ParentFieldProps = { form: UseFormReturn<Fields>; taxons: Taxon[]; taxon?: Taxon };

/** Under which of the categories that are under none a category is. */
export function ParentField({ form, taxons, taxon }: ParentFieldProps) {
  return (
    <SelectField
      label={texts.parent}
      error={form.formState.errors.parent?.message}
      {...form.register('parent')}
      none={texts.noParent}
      options={taxons
        .filter(({ _id, parent }) => parent === null && _id !== taxon?._id)
        .map(({ _id, name }) => [_id, name])}
    />
  );
}

/** The picture, which may be left out or taken away. */
export function TaxonPicture({ picture }: { picture: ReturnType<typeof usePicture> }) {
  return (
    <>
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
    </>
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
