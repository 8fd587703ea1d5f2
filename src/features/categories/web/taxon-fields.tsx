import { useWatch } from 'react-hook-form';
import { z } from 'zod/mini';
import { PictureField, useFileAddress } from '#features/pictures/web/picture-field.tsx';
import { pictureFile, useUpload } from '#features/pictures/web/upload-pictures.ts';
import { Button } from '#ui/button.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { SelectField } from '#ui/field.tsx';
import { newBrandSchema } from '../contract.ts';
import { taxonomyTexts as texts } from '../texts.ts';
import type { Taxon } from './use-taxonomy.ts';

const fieldsSchema = z.object({
  name: newBrandSchema.shape.name,
  parent: z.string(),
  img: z.nullable(z.string()),
  image: pictureFile,
});
type Fields = z.infer<typeof fieldsSchema>;
type SentFields = Omit<Fields, 'image'>;

type TaxonFormOptions = {
  taxon?: Taxon;
  /** The picture has its address by then. */
  send: (fields: SentFields) => Promise<unknown>;
  onSent?: (fields: SentFields) => void;
};

/** The form state of a new or existing category or brand: name, parent and picture. */
export function useTaxonForm({ taxon, send, onSent }: TaxonFormOptions) {
  const { upload, progress } = useUpload();
  const callForm = useCallForm({
    schema: fieldsSchema,
    defaultValues: {
      name: taxon?.name ?? '',
      parent: taxon?.parent ?? '',
      img: taxon?.img ?? null,
      image: undefined,
    },
    send: async ({ image, ...fields }) => send({ ...fields, img: image ? await upload(image) : fields.img }),
    onSent: (_answer, fields) => onSent?.(fields),
    fieldAtFault: (refused) => (refused === 'img' ? 'image' : fieldNames.find((name) => name === refused)),
  });
  return { ...callForm, progress };
}

const fieldNames = ['name', 'parent', 'image'] as const;

type TaxonForm = ReturnType<typeof useTaxonForm>;

type ParentFieldProps = Pick<TaxonForm, 'field'> & { taxons: Taxon[]; taxon?: Taxon };

/** Selects a category's parent among the top-level categories. */
export function ParentField({ field, taxons, taxon }: ParentFieldProps) {
  return (
    <SelectField
      label={texts.parent}
      {...field('parent')}
      none={texts.noParent}
      options={taxons
        .filter(({ _id, parent }) => parent === null && _id !== taxon?._id)
        .map(({ _id, name }) => [_id, name])}
    />
  );
}

/** The optional picture, which can be removed. */
export function TaxonPicture({ form, progress }: Pick<TaxonForm, 'form' | 'progress'>) {
  const [image, img] = useWatch({ control: form.control, name: ['image', 'img'] });
  const chosen = useFileAddress(image);
  return (
    <>
      <PictureField
        label={texts.picture}
        file={image}
        preview={image ? chosen : (img ?? undefined)}
        error={form.formState.errors.image?.message}
        progress={progress}
        onChange={(file) => form.setValue('image', file, { shouldValidate: true })}
      />
      {img !== null && !image && (
        <Button variant="secondary" size="sm" onClick={() => form.setValue('img', null)}>
          {texts.removePicture}
        </Button>
      )}
    </>
  );
}
