import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { TextArea } from '#ui/field.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { type ListedInvoice, withdrawInvoiceCall, withdrawInvoiceSchema } from '../contract.ts';
import { invoicesTexts as texts } from '../texts.ts';

/** Withdraws an invoice that awaits a transfer, after staff enter a reason. */
export function WithdrawInvoice({ paper: { _id, number } }: { paper: ListedInvoice }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={texts.withdrawOf(number)}
        onClick={() => setAsking(true)}
      >
        {texts.withdraw}
      </Button>
      <Dialog open={isAsking} onClose={close} title={texts.withdrawTitle(number)}>
        <WithdrawForm id={_id} number={number} onClose={close} />
      </Dialog>
    </>
  );
}

function WithdrawForm({ id, number, onClose }: { id: string; number: string; onClose: () => void }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const { field, problem, isSending, formProps } = useCallForm({
    schema: withdrawInvoiceSchema,
    defaultValues: { reason: '' },
    send: (body) => api.call(withdrawInvoiceCall, { params: { id }, body }),
    // Not on refusal: a refetched row that is paid by now would remove this form with the refusal's message.
    onSent: () => queries.invalidateQueries({ queryKey: ['invoices'] }),
    onEnd: (isDone) => isDone && onClose(),
    done: ({ creditNote }) => texts.withdrawn(number, creditNote),
  });
  return (
    <form {...formProps} className="grid w-96 max-w-full gap-4">
      <p>{texts.withdrawWhy}</p>
      <TextArea label={texts.reason} hint={texts.reasonHint} rows={2} {...field('reason')} />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} variant="danger" busy={isSending}>
        {texts.withdraw}
      </DialogFoot>
    </form>
  );
}
