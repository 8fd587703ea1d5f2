import type { UseFormRegisterReturn } from 'react-hook-form';
import type { z } from 'zod/mini';
import { type BuyersOrder, buyersWordsSchema, changeCartCall } from '#features/orders/contract.ts';
import { cartWordsTexts as texts } from '#features/orders/texts/cart.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { Button } from '#ui/button.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { TextArea, TextField } from '#ui/field.tsx';
import { ErrorState } from '#ui/list-states.tsx';

export type Words = z.infer<typeof buyersWordsSchema>;

type WordsFieldsProps = {
  fields: Record<keyof Words, UseFormRegisterReturn & { error: string | undefined }>;
  isOpen: boolean;
};

/** The buyer's purchase order number and note, asked once for all lines: collapsed unless `isOpen`, since few
 * buyers use them. */
export function WordsFields({ fields, isOpen }: WordsFieldsProps) {
  return (
    <details open={isOpen}>
      <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm font-semibold text-link">
        {texts.title}
      </summary>
      <div className="mt-3 grid gap-4">
        <TextField
          label={texts.purchaseOrderNumber}
          hint={texts.purchaseOrderHint}
          {...fields.purchaseOrderNumber}
        />
        <TextArea label={texts.buyerNote} rows={2} {...fields.buyerNote} />
      </div>
    </details>
  );
}

/** What the buyer wrote on the cart, or writes on all of its lines: saved on leaving the fields, so that Pay
 * never overtakes it. */
export function CartWords({ lines }: { lines: readonly [BuyersOrder, ...BuyersOrder[]] }) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const [{ purchaseOrderNumber, buyerNote }, ...others] = lines;
  const isMixed = others.some(
    (line) => line.purchaseOrderNumber !== purchaseOrderNumber || line.buyerNote !== buyerNote,
  );
  const { form, field, problem, isSending, formProps } = useCallForm<Words>({
    schema: buyersWordsSchema,
    defaultValues: { purchaseOrderNumber, buyerNote },
    send: (body) => api.call(changeCartCall, { body }),
    onSent: (_answer, words): void => form.reset(words),
    changes: [['orders', email]],
    done: texts.saved,
  });
  const { isDirty } = form.formState;
  return (
    <form
      {...formProps}
      className="space-y-3"
      onBlur={(event) => {
        if (isDirty && !event.currentTarget.contains(event.relatedTarget))
          event.currentTarget.requestSubmit();
      }}
    >
      <WordsFields
        fields={{ purchaseOrderNumber: field('purchaseOrderNumber'), buyerNote: field('buyerNote') }}
        isOpen={isMixed || purchaseOrderNumber !== '' || buyerNote !== ''}
      />
      {(isDirty || isMixed) && (
        <Button type="submit" variant="secondary" size="sm" busy={isSending}>
          {texts.save(lines.length)}
        </Button>
      )}
      {isMixed && <p className="text-sm text-ink-soft">{texts.mixed}</p>}
      {problem && <ErrorState message={problem} />}
    </form>
  );
}
