import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '#features/users/web/session/session.tsx';
import { regionWords } from '#texts/region.ts';
import { useRegion } from '#ui/client/load-context.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { DialogFoot } from '#ui/dialog.tsx';
import { DialogButton } from '#ui/dialog-button.tsx';
import { TextArea } from '#ui/field.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { type ListedInvoice, withdrawInvoiceCall, withdrawInvoiceSchema } from '../contract.ts';
import { invoicesTexts as texts } from '../texts.ts';

/** Withdraws an invoice that awaits a transfer, after staff enter a reason. */
export function WithdrawInvoice({ paper: { _id, number } }: { paper: ListedInvoice }) {
  return (
    <DialogButton
      size="sm"
      label={texts.withdraw}
      aria-label={texts.withdrawOf(number)}
      title={texts.withdrawTitle(number)}
    >
      {(close) => <WithdrawForm id={_id} number={number} onClose={close} />}
    </DialogButton>
  );
}

function WithdrawForm({ id, number, onClose }: { id: string; number: string; onClose: () => void }) {
  const { api } = useSession();
  const { country } = useRegion();
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
      <p>{texts.withdrawWhy(regionWords(country).creditNote)}</p>
      <TextArea label={texts.reason} hint={texts.reasonHint} rows={2} {...field('reason')} />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} variant="danger" busy={isSending}>
        {texts.withdraw}
      </DialogFoot>
    </form>
  );
}
