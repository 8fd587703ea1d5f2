import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useSession } from '#features/users/web/session/session.tsx';
import { formatCount } from '#texts/locale.ts';
import { Button } from '#ui/button.tsx';
import { ApiError, errorMessage } from '#ui/client/api-client.ts';
import { createAttemptKeys } from '#ui/client/new-key.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { changeStockCall, type NewStockChange, stockChangeKinds, stockChangeSchema } from '../contract.ts';
import { stockTexts as texts } from '../texts.ts';

/** Nothing typed is no number, and no reason. */
const readNumber = (text: unknown) => (text === '' || text === undefined ? undefined : Number(text));
const readOptional = (text: unknown) => (typeof text === 'string' && text.trim() !== '' ? text : undefined);

const fields = ['kind', 'quantity', 'reason'] as const;

/** Takes units in, or corrects a count; after either, the next quantity can be typed at once. */
export function StockForm({ toolId, stockKey }: { toolId: string; stockKey: string[] }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const [keys] = useState(createAttemptKeys);
  const { register, control, handleSubmit, resetField, setError, setFocus, formState } = useForm({
    resolver: zodResolver(stockChangeSchema),
    defaultValues: { kind: 'received' as NewStockChange['kind'] },
  });
  const kind = useWatch({ control, name: 'kind' });
  const saving = useMutation({
    mutationFn: (change: NewStockChange) =>
      api.call(changeStockCall, {
        params: { id: toolId },
        body: change,
        headers: { 'idempotency-key': keys.keyFor({ toolId, change }) },
      }),
    onSuccess: async ({ available_quantity }) => {
      keys.finish();
      notify.success(texts.saved(formatCount(available_quantity)));
      resetField('quantity');
      resetField('reason');
      setFocus('quantity');
      await Promise.all([
        queries.invalidateQueries({ queryKey: stockKey }),
        queries.invalidateQueries({ queryKey: ['tools'] }),
      ]);
    },
    onError: (error) => {
      keys.fail(error);
      const atFault = error instanceof ApiError && fields.find((field) => field === error.field);
      setError(atFault || 'quantity', { message: errorMessage(error) }, { shouldFocus: true });
    },
  });
  const { errors } = formState;
  return (
    <form
      method="post"
      noValidate
      aria-label={texts.form}
      onSubmit={handleSubmit((change) => {
        if (!saving.isPending) saving.mutate(change);
      })}
      className="mb-8 grid gap-x-4 gap-y-5 sm:grid-cols-2 lg:grid-cols-4"
    >
      <SelectField
        label={texts.change}
        error={errors.kind?.message}
        {...register('kind')}
        options={stockChangeKinds.map((value) => [value, texts.changes[value]])}
      />
      <TextField
        label={texts.quantity}
        type="number"
        hint={texts.quantityHint[kind]}
        error={errors.quantity?.message}
        {...register('quantity', { setValueAs: readNumber })}
      />
      <TextField
        label={kind === 'adjusted' ? texts.reason : texts.reasonOptional}
        maxLength={200}
        error={errors.reason?.message}
        className="sm:col-span-2"
        {...register('reason', { setValueAs: readOptional })}
      />
      <div className="sm:col-span-2 lg:col-span-4">
        <Button type="submit" busy={saving.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
