import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { BuyersOrder } from '#features/orders/contract.ts';
import { askForQuoteCall, MAX_QUOTE_WORDS, type Quote } from '#features/quotes/contract.ts';
import { useQuoteDeed } from '#features/quotes/web/use-quotes.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { createAttemptKeys } from '#ui/client/new-key.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { TextArea } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { askQuoteTexts as texts } from '../screen-texts.ts';

/** Asks what the shop would charge for some orders of the cart. */
export function AskQuote({ orders }: { orders: readonly BuyersOrder[] }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="secondary"
        className="w-full"
        disabled={orders.length === 0}
        onClick={() => setOpen(true)}
      >
        {texts.ask}
      </Button>
      <Dialog open={isOpen} onClose={close} title={texts.title}>
        <AskForm orders={orders} onClose={close} />
      </Dialog>
    </>
  );
}

function AskForm({ orders, onClose }: { orders: readonly BuyersOrder[]; onClose: () => void }) {
  const { api } = useSession();
  const [keys] = useState(createAttemptKeys);
  // Those that were ticked when the dialog opened.
  const [orderIds] = useState(() => orders.map(({ _id }) => _id));
  const { register, handleSubmit } = useForm({ defaultValues: { note: '' } });
  const asking = useQuoteDeed<{ note: string }>(
    ({ note }) => {
      const body = { orderIds, note: note.trim() };
      return api.call(askForQuoteCall, { body, headers: { 'idempotency-key': keys.keyFor(body) } });
    },
    ({ number }: Quote) => {
      onClose();
      notify.success(texts.asked(number));
    },
    // It is told in the form.
    () => undefined,
  );
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit((values) => {
        if (!asking.isPending) asking.mutate(values);
      })}
      className="grid w-120 max-w-full gap-4"
    >
      <p>{texts.about(orderIds.length)}</p>
      <TextArea
        label={texts.note}
        hint={texts.noteHint}
        rows={3}
        maxLength={MAX_QUOTE_WORDS}
        {...register('note')}
      />
      {asking.error && <ErrorState message={errorMessage(asking.error)} />}
      <DialogFoot onClose={onClose} busy={asking.isPending}>
        {texts.send}
      </DialogFoot>
    </form>
  );
}
