import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useSession } from '#features/users/web/session/session.tsx';
import { formatCount } from '#texts/locale.ts';
import { Button } from '#ui/button.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { changeStockCall, type NewStockChange, stockChangeKinds, stockChangeSchema } from '../contract.ts';
import { stockTexts as texts } from '../texts.ts';

/** Nothing typed is no number, and no reason. */
const readNumber = (text: unknown) => (text === '' || text === undefined ? undefined : Number(text));
const readOptional = (text: unknown) => (typeof text === 'string' && text.trim() !== '' ? text : undefined);

const names = ['kind', 'quantity', 'reason'] as const;

/** Takes units in, or corrects a count; after either, the next quantity can be typed at once. */
export function StockForm({ toolId, stockKey }: { toolId: string; stockKey: string[] }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const { form, field, isSending, formProps } = useCallForm({
    schema: stockChangeSchema,
    defaultValues: { kind: 'received' },
    send: (change: NewStockChange, keyFor) =>
      api.call(changeStockCall, {
        params: { id: toolId },
        body: change,
        headers: { 'idempotency-key': keyFor({ toolId, change }) },
      }),
    onSent: async ({ available_quantity }) => {
      notify.success(texts.saved(formatCount(available_quantity)));
      form.resetField('quantity');
      form.resetField('reason');
      form.setFocus('quantity');
      await Promise.all([
        queries.invalidateQueries({ queryKey: stockKey }),
        queries.invalidateQueries({ queryKey: ['tools'] }),
      ]);
    },
    fieldAtFault: (refused) => names.find((name) => name === refused) ?? 'quantity',
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  return (
    <form
      {...formProps}
      aria-label={texts.form}
      className="mb-8 grid gap-x-4 gap-y-5 sm:grid-cols-2 lg:grid-cols-4"
    >
      <SelectField
        label={texts.change}
        {...field('kind')}
        options={stockChangeKinds.map((value) => [value, texts.changes[value]])}
      />
      <TextField
        label={texts.quantity}
        type="number"
        hint={texts.quantityHint[kind]}
        {...field('quantity', { setValueAs: readNumber })}
      />
      <TextField
        label={kind === 'adjusted' ? texts.reason : texts.reasonOptional}
        maxLength={200}
        className="sm:col-span-2"
        {...field('reason', { setValueAs: readOptional })}
      />
      <div className="sm:col-span-2 lg:col-span-4">
        <Button type="submit" busy={isSending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
