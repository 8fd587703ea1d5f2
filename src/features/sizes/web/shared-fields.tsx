import { useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTaxonomy } from '#features/categories/web/use-taxonomy.ts';
import { PictureField, useFileAddress } from '#features/pictures/web/picture-field.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { fieldOf } from '#ui/field-of.ts';
import { addSizesTexts as texts } from '../texts.ts';

/** The fields that all sizes have alike, as they are typed. */
export type SharedFields = {
  category: string;
  brand: string;
  description: string;
  min_order_quantity: string;
  pack_step: string;
  image: File | undefined;
};

type SharedProps = { form: UseFormReturn<SharedFields>; progress: number | undefined };

/** The fields that are said once for all sizes. */
export function SharedFieldset({ form, progress }: SharedProps) {
  const id = useId();
  const { data: taxonomy } = useTaxonomy();
  const image = useWatch({ control: form.control, name: 'image' });
  const preview = useFileAddress(image);
  const field = fieldOf(form);
  return (
    <fieldset className="grid gap-x-6 gap-y-5 lg:grid-cols-3">
      <legend className="mb-1 text-xl font-semibold">{texts.shared}</legend>
      <p className="text-ink-soft lg:col-span-3">{texts.sharedLead}</p>
      <div className="grid content-start gap-x-4 gap-y-5 sm:grid-cols-2 lg:col-span-2">
        {(['category', 'brand'] as const).map((kind) => (
          <div key={kind}>
            <TextField label={texts.fields[kind]} maxLength={60} list={`${id}-${kind}`} {...field(kind)} />
            <datalist id={`${id}-${kind}`}>
              {taxonomy?.[kind].map(({ _id, name }) => (
                <option key={_id} value={name} />
              ))}
            </datalist>
          </div>
        ))}
        <TextField
          label={texts.fields.min_order_quantity}
          inputMode="numeric"
          {...field('min_order_quantity')}
        />
        <TextField label={texts.fields.pack_step} inputMode="numeric" {...field('pack_step')} />
        <TextArea
          label={texts.fields.description}
          rows={4}
          className="sm:col-span-2"
          {...field('description')}
        />
      </div>
      <div>
        <PictureField
          label={texts.fields.img}
          file={image}
          preview={preview}
          error={form.formState.errors.image?.message}
          progress={progress}
          onChange={(file) => form.setValue('image', file, { shouldDirty: true })}
        />
        <p className="text-sm text-ink-soft">{texts.pictureHint}</p>
      </div>
    </fieldset>
  );
}
