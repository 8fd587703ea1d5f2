import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { ApiError } from '#web/api-client.ts';
import { errorWords } from '#web/error-words.ts';
import { useShopSettings } from '#web/shop-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { notify } from '#web/ui/toast.tsx';
import { PictureField } from './picture-field.tsx';
import { readNumber, readOptional, type ToolFields, toolFormSchema } from './tool-fields.ts';
import { useAddTool } from './use-add-tool.ts';

/** Which field of the form shows what the shop says about a field of the call. */
function formField(field: string | undefined): keyof ToolFields | 'root' {
  if (field === 'img' || field === 'image') return 'image';
  return field && field in toolFormSchema.shape ? (field as keyof ToolFields) : 'root';
}

/** The Add a tool form. What was typed survives a failure. */
export function AddToolForm() {
  const { currency } = useShopSettings();
  const { addTool, isAdding, progress } = useAddTool();
  const { register, control, handleSubmit, reset, setError, setFocus, formState } = useForm({
    resolver: zodResolver(toolFormSchema),
  });
  const { errors } = formState;
  const [toolsAdded, setToolsAdded] = useState(0);

  // The emptied form knows its fields again only after it has been shown.
  useEffect(() => {
    if (toolsAdded > 0) setFocus('name');
  }, [toolsAdded, setFocus]);

  const submit = handleSubmit(async (tool) => {
    try {
      await addTool(tool);
      notify.success('Tool added successfully!');
      reset();
      setToolsAdded((count) => count + 1);
    } catch (error) {
      notify.error('Failed to add a tool.');
      const field = formField(error instanceof ApiError ? error.field : undefined);
      setError(field, { message: errorWords(error) }, { shouldFocus: true });
    }
  });

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-x-8 gap-y-5 lg:grid-cols-[3fr_2fr]">
      <div className="space-y-5">
        <TextField label="Name" error={errors.name?.message} {...register('name')} />
        <TextArea
          label="Description"
          rows={6}
          error={errors.description?.message}
          {...register('description')}
        />
        <div className="grid gap-5 sm:grid-cols-3 sm:items-start">
          <TextField
            label="Minimum Order Quantity"
            type="number"
            inputMode="numeric"
            min={1}
            error={errors.min_order_quantity?.message}
            {...register('min_order_quantity', { setValueAs: readNumber })}
          />
          <TextField
            label="Available Quantity"
            type="number"
            inputMode="numeric"
            min={1}
            error={errors.available_quantity?.message}
            {...register('available_quantity', { setValueAs: readNumber })}
          />
          <TextField
            label="Price"
            type="number"
            inputMode="decimal"
            step="any"
            hint={`In ${currency.toUpperCase()}, for one piece`}
            error={errors.price?.message}
            {...register('price', { setValueAs: readNumber })}
          />
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Category (optional)"
            error={errors.category?.message}
            {...register('category', { setValueAs: readOptional })}
          />
          <TextField
            label="Brand (optional)"
            error={errors.brand?.message}
            {...register('brand', { setValueAs: readOptional })}
          />
        </div>
      </div>
      <Controller
        control={control}
        name="image"
        render={({ field }) => (
          <PictureField
            label="Image"
            file={field.value}
            error={errors.image?.message}
            progress={progress}
            onChange={field.onChange}
          />
        )}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={isAdding}>
          Add
        </Button>
        <p role="alert" className="text-sm font-medium text-bad empty:hidden">
          {errors.root?.message}
        </p>
      </div>
    </form>
  );
}
