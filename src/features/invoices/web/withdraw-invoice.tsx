import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSession } from '#features/users/web/session/session.tsx';
import { refundRuleTexts } from '#texts/validation.ts';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { TextArea } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { type ListedInvoice, withdrawInvoiceCall } from '../contract.ts';
import { invoicesTexts as texts } from '../texts.ts';

/** Ends an invoice that waits for a transfer, once staff have said why. */
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
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reason: '' } });
  const withdrawing = useMutation({
    mutationFn: (body: { reason: string }) => api.call(withdrawInvoiceCall, { params: { id }, body }),
    onSuccess: async ({ creditNote }) => {
      await queries.invalidateQueries({ queryKey: ['invoices'] });
      onClose();
      notify.success(texts.withdrawn(number, creditNote));
    },
  });
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit((values) => {
        if (!withdrawing.isPending) withdrawing.mutate(values);
      })}
      className="grid w-96 max-w-full gap-4"
    >
      <p>{texts.withdrawWhy}</p>
      <TextArea
        label={texts.reason}
        hint={texts.reasonHint}
        rows={2}
        error={formState.errors.reason?.message}
        {...register('reason', { validate: (text) => text.trim() !== '' || refundRuleTexts.reason.missing })}
      />
      {withdrawing.error && <ErrorState message={errorMessage(withdrawing.error)} />}
      <DialogFoot onClose={onClose} variant="danger" busy={withdrawing.isPending}>
        {texts.withdraw}
      </DialogFoot>
    </form>
  );
}
