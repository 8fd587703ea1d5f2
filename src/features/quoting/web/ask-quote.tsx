import { useState } from 'react';
import { z } from 'zod/mini';
import type { BuyersOrder } from '#features/orders/contract.ts';
import { askForQuoteCall, MAX_QUOTE_WORDS, newQuoteSchema, type Quote } from '#features/quotes/contract.ts';
import { useQuoteAction } from '#features/quotes/web/use-quotes.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { DialogFoot } from '#ui/dialog.tsx';
import { DialogButton } from '#ui/dialog-button.tsx';
import { TextArea } from '#ui/field.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { notify } from '#ui/toast.tsx';
import { askQuoteTexts as texts } from '../screen-texts.ts';

/** Requests a quote for some orders of the cart. */
export function AskQuote({ orders }: { orders: readonly BuyersOrder[] }) {
  return (
    <DialogButton className="w-full" disabled={orders.length === 0} label={texts.ask} title={texts.title}>
      {(close) => <AskForm orders={orders} onClose={close} />}
    </DialogButton>
  );
}

function AskForm({ orders, onClose }: { orders: readonly BuyersOrder[]; onClose: () => void }) {
  const { api } = useSession();
  // The orders ticked when the dialog opened.
  const [orderIds] = useState(() => orders.map(({ _id }) => _id));
  const asking = useQuoteAction(
    (ask: () => Promise<Quote>) => ask(),
    ({ number }: Quote) => {
      onClose();
      notify.success(texts.asked(number));
    },
    // The form shows the error.
    () => undefined,
  );
  const { field, problem, isSending, formProps } = useCallForm({
    schema: z.pick(newQuoteSchema, { note: true }),
    defaultValues: { note: '' },
    send({ note }, keyFor) {
      const body = { orderIds, note };
      const headers = { 'idempotency-key': keyFor(body) };
      return asking.mutateAsync(() => api.call(askForQuoteCall, { body, headers }));
    },
  });
  return (
    <form {...formProps} className="grid w-120 max-w-full gap-4">
      <p>{texts.about(orderIds.length)}</p>
      <TextArea
        label={texts.note}
        hint={texts.noteHint}
        rows={3}
        maxLength={MAX_QUOTE_WORDS}
        {...field('note')}
      />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending}>
        {texts.send}
      </DialogFoot>
    </form>
  );
}
