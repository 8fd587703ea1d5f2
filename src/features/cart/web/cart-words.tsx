import { type BuyersOrder, buyersWordsSchema, changeCartCall } from '#features/orders/contract.ts';
import { cartWordsTexts as texts } from '#features/orders/texts/cart.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { Button } from '#ui/button.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { ErrorState } from '#ui/list-states.tsx';
import { type Words, WordsFields } from './order-form/words-fields.tsx';

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
