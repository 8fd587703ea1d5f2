import { useWatch } from 'react-hook-form';
import { z } from 'zod/mini';
import { type SafetyFacts, safetyFields, safetyShape } from '#contracts/product-safety.ts';
import { PictureField, useFileAddress } from '#features/pictures/web/picture-field.tsx';
import { pictureFile, useUpload } from '#features/pictures/web/upload-pictures.ts';
import { safetyHints, safetyLabels } from '#texts/product-safety.ts';
import { Button } from '#ui/button.tsx';
import { useDuty } from '#ui/client/use-duty.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { newBrandSchema } from '../contract.ts';
import { taxonomyTexts as texts } from '../texts.ts';
import type { Taxon } from './use-taxonomy.ts';

/** A fact's rules, where an empty text means none. */
const orEmpty = (rules: z.ZodMiniType) =>
  z.string().check((checked) => {
    if (checked.value.trim() === '') return;
    for (const { message } of rules.safeParse(checked.value).error?.issues ?? [])
      checked.issues.push({ code: 'custom', message, input: checked.value });
  });

const fieldsSchema = z.object({
  name: newBrandSchema.shape.name,
  parent: z.string(),
  isReturnable: z.boolean(),
  img: z.nullable(z.string()),
  image: pictureFile,
  manufacturer_name: orEmpty(safetyShape.manufacturer_name),
  manufacturer_address: orEmpty(safetyShape.manufacturer_address),
  manufacturer_email: orEmpty(safetyShape.manufacturer_email),
  responsible_person: orEmpty(safetyShape.responsible_person),
  safety_warnings: orEmpty(safetyShape.safety_warnings),
});
type Fields = z.infer<typeof fieldsSchema>;
type SentFields = Omit<Fields, 'image'>;

/** The fields before anything is typed. */
export const noTaxon: Fields = {
  name: '',
  parent: '',
  isReturnable: true,
  img: null,
  image: undefined,
  manufacturer_name: '',
  manufacturer_address: '',
  manufacturer_email: '',
  responsible_person: '',
  safety_warnings: '',
};

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
    defaultValues: taxon ? valuesOf(taxon) : noTaxon,
    send: async ({ image, ...fields }) => send({ ...fields, img: image ? await upload(image) : fields.img }),
    onSent: (_answer, fields) => onSent?.(fields),
    fieldAtFault: (refused) => (refused === 'img' ? 'image' : fieldNames.find((name) => name === refused)),
  });
  return { ...callForm, progress };
}

const fieldNames = ['name', 'parent', 'image', ...safetyFields] as const;

function valuesOf(taxon: Taxon): Fields {
  const { name, parent, img, isReturnable } = taxon;
  const facts = safetyFields.map((field) => [field, taxon[field] ?? '']);
  return { ...noTaxon, name, parent: parent ?? '', isReturnable, img, ...Object.fromEntries(facts) };
}

/** Returns the facts about safety that were changed, as the call takes them: null for an emptied one. */
export const changedSafety = (taxon: Taxon, fields: SentFields): Partial<SafetyFacts> =>
  Object.fromEntries(
    safetyFields
      .map((name) => [name, fields[name].trim() || null] as const)
      .filter(([name, value]) => value !== (taxon[name] ?? null)),
  );

/** Who made a brand's tools, who answers for them, and what they warn of, where the law wants it said. */
export function SafetyFields({ field }: Pick<TaxonForm, 'field'>) {
  const hasDuty = useDuty();
  if (!hasDuty('product-safety')) return null;
  return (
    <>
      <p className="text-sm text-ink-soft">{texts.safety}</p>
      <TextField label={safetyLabels.manufacturer_name} {...field('manufacturer_name')} />
      <TextArea label={safetyLabels.manufacturer_address} rows={3} {...field('manufacturer_address')} />
      <TextField label={safetyLabels.manufacturer_email} type="email" {...field('manufacturer_email')} />
      <TextArea
        label={safetyLabels.responsible_person}
        hint={safetyHints.responsible_person}
        rows={3}
        {...field('responsible_person')}
      />
      <TextArea label={safetyLabels.safety_warnings} rows={3} {...field('safety_warnings')} />
    </>
  );
}

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
