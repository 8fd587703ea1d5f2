import { Controller, type FieldErrors, type UseFormRegister, useWatch } from 'react-hook-form';
import { useShopSettings } from '#web/client/shop-settings.ts';
import { FormFoot, RestoredNote } from '#web/dashboard/form-parts.tsx';
import { LeaveDialog } from '#web/dashboard/leave-dialog.tsx';
import { addToolTexts as texts } from '#web/texts/forms.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { PictureField } from './picture-field.tsx';
import { readNumber, readOptional, type ToolFields } from './tool-fields.ts';
import { ToolPreview } from './tool-preview.tsx';
import { useFileAddress } from './use-file-address.ts';
import { useToolForm } from './use-tool-form.ts';

/** The Add a tool form, and beside it on wide screens the card that it makes. */
export function AddToolForm() {
  const { form, errors, problem, progress, isAdding, waiting, isRestored, startOver, submit } = useToolForm();
  const typed = useWatch({ control: form.control });
  const picture = useFileAddress(typed.image);
  return (
    <>
      <RestoredNote isRestored={isRestored} onStartOver={startOver} />
      <form method="post" noValidate onSubmit={submit} className="grid gap-x-8 gap-y-5 lg:grid-cols-5">
        <div className="space-y-5 lg:col-span-3">
          <ToolTexts register={form.register} errors={errors} />
          <Controller
            control={form.control}
            name="image"
            render={({ field }) => (
              <PictureField
                ref={field.ref}
                label={texts.labels.image}
                file={field.value}
                preview={picture}
                error={errors.image?.message}
                progress={progress}
                onChange={field.onChange}
              />
            )}
          />
          <FormFoot problem={problem} waiting={waiting}>
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

type TextsProps = { register: UseFormRegister<ToolFields>; errors: FieldErrors<ToolFields> };

function ToolTexts({ register, errors }: TextsProps) {
  const { currency } = useShopSettings();
  const { labels } = texts;
  return (
    <>
      <TextField label={labels.name} error={errors.name?.message} {...register('name')} />
      <TextArea
        label={labels.description}
        rows={6}
        error={errors.description?.message}
        {...register('description')}
      />
      <div className="grid gap-5 sm:grid-cols-3 sm:items-start">
        <TextField
          label={labels.min_order_quantity}
          type="number"
          inputMode="numeric"
          min={1}
          error={errors.min_order_quantity?.message}
          {...register('min_order_quantity', { setValueAs: readNumber })}
        />
        <TextField
          label={labels.available_quantity}
          type="number"
          inputMode="numeric"
          min={1}
          error={errors.available_quantity?.message}
          {...register('available_quantity', { setValueAs: readNumber })}
        />
        <TextField
          label={labels.price}
          type="number"
          inputMode="decimal"
          step="any"
          hint={texts.priceHint(currency.toUpperCase())}
          error={errors.price?.message}
          {...register('price', { setValueAs: readNumber })}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={labels.category}
          error={errors.category?.message}
          {...register('category', { setValueAs: readOptional })}
        />
        <TextField
          label={labels.brand}
          error={errors.brand?.message}
          {...register('brand', { setValueAs: readOptional })}
        />
      </div>
    </>
  );
}
