import type { ComponentProps } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import type { Tool } from '#features/catalogue/contract.ts';
import { toolFieldTexts } from '#features/catalogue/texts/tool.ts';
import { ToolCard } from '#features/catalogue/web/tool-card.tsx';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useShopSettings } from '#web/client/load-context.ts';
import { FormFoot, LeaveDialog, RestoredNote } from '#web/dashboard/form-parts.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { addToolTexts as texts } from '#web/texts/forms.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { PictureField, useFileAddress } from './picture-field.tsx';
import { type ToolFields, useToolForm } from './use-tool-form.ts';

export const meta = () => pageMeta(texts.title, texts.description);

/** The form by which an admin puts a new tool into the shop. */
export default function AddTool() {
  return (
    <AdminOnly title={texts.title}>
      <PageHead title={texts.title} />
      <AddToolForm />
    </AdminOnly>
  );
}

const labels = {
  ...toolFieldTexts,
  category: texts.optional(toolFieldTexts.category),
  brand: texts.optional(toolFieldTexts.brand),
};

/** A number out of a text field: nothing typed is no number. */
const readNumber = (text: unknown) => (text === '' || text === undefined ? undefined : Number(text));

/** An optional text: nothing typed is left out. */
const readOptional = (text: unknown) => (typeof text === 'string' && text.trim() !== '' ? text : undefined);

const whole = { type: 'number', inputMode: 'numeric', min: 1 } as const;

/** The fields of one line below the description, row by row: how each is typed, and read. */
const rows: {
  name: keyof ToolFields;
  input?: ComponentProps<'input'>;
  read: (text: unknown) => unknown;
}[][] = [
  [
    { name: 'min_order_quantity', input: whole, read: readNumber },
    { name: 'available_quantity', input: whole, read: readNumber },
    { name: 'price', input: { type: 'number', inputMode: 'decimal', step: 'any' }, read: readNumber },
  ],
  [
    { name: 'category', read: readOptional },
    { name: 'brand', read: readOptional },
  ],
];

function AddToolForm() {
  const { form, problem, progress, isAdding, isRestored, startOver, submit } = useToolForm(labels);
  const { currency } = useShopSettings();
  const typed = useWatch({ control: form.control });
  const picture = useFileAddress(typed.image);
  const { register } = form;
  const { errors } = form.formState;
  const waiting = progress === undefined ? texts.adding : texts.sendingPicture;
  return (
    <>
      <RestoredNote isRestored={isRestored} onStartOver={startOver} />
      <form method="post" noValidate onSubmit={submit} className="grid gap-x-8 gap-y-5 lg:grid-cols-5">
        <div className="space-y-5 lg:col-span-3">
          <TextField label={labels.name} error={errors.name?.message} {...register('name')} />
          <TextArea
            label={labels.description}
            rows={6}
            error={errors.description?.message}
            {...register('description')}
          />
          {rows.map((fields) => (
            <div
              key={fields[0]?.name}
              className={
                fields.length > 2 ? 'grid gap-5 sm:grid-cols-3 sm:items-start' : 'grid gap-5 sm:grid-cols-2'
              }
            >
              {fields.map(({ name, input, read }) => (
                <TextField
                  key={name}
                  label={labels[name]}
                  hint={name === 'price' && texts.priceHint(currency.toUpperCase())}
                  error={errors[name]?.message}
                  {...input}
                  {...register(name, { setValueAs: read })}
                />
              ))}
            </div>
          ))}
          <Controller
            control={form.control}
            name="image"
            render={({ field }) => (
              <PictureField
                ref={field.ref}
                label={labels.image}
                file={field.value}
                preview={picture}
                error={errors.image?.message}
                progress={progress}
                onChange={field.onChange}
              />
            )}
          />
          <FormFoot problem={problem} waiting={isAdding ? waiting : undefined}>
            <Button type="submit" busy={isAdding}>
              {texts.add}
            </Button>
          </FormFoot>
        </div>
        <div className="lg:col-span-2">
          <ToolPreview typed={typed} picture={picture} />
        </div>
      </form>
      <LeaveDialog wouldLose={typed.image !== undefined} />
    </>
  );
}

/** The card that buyers will see, as far as it is typed; it tells screen readers nothing new, and cannot be pressed. */
function ToolPreview({ typed, picture }: { typed: Partial<ToolFields>; picture: string | undefined }) {
  const tool: Tool = {
    _id: '',
    name: typed.name || texts.previewName,
    description: typed.description ?? '',
    img: picture ?? '',
    picture: null,
    min_order_quantity: figureOf(typed.min_order_quantity, 1),
    available_quantity: figureOf(typed.available_quantity, 1),
    price: figureOf(typed.price, 0),
    category: typed.category ?? null,
    brand: typed.brand ?? null,
    rating: null,
    rating_count: 0,
  };
  return (
    <div aria-hidden="true" inert className="max-w-sm max-lg:hidden">
      <p className="label-caps mb-2 text-ink-soft">{texts.preview}</p>
      <div className="relative">
        <ToolCard tool={tool} heading="h3" sizes="400px" />
        {!picture && (
          <div className="absolute inset-x-px top-px grid aspect-4/3 place-items-center rounded-t-md bg-plate text-plate-ink">
            <Icon name="image" className="size-8" />
          </div>
        )}
      </div>
    </div>
  );
}

const figureOf = (typed: number | undefined, instead: number) =>
  typed !== undefined && Number.isFinite(typed) ? typed : instead;
