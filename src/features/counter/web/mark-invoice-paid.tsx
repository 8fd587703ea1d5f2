import { matchQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { hasNoEmail } from '#contracts/email.ts';
import { byStaffTexts as texts } from '#features/orders/texts/by-staff.ts';
import { SumRow } from '#features/orders/web/charge-rows.tsx';
import type { OpenInvoice } from '#features/payments/open-invoices/contract.ts';
import { openInvoiceTexts } from '#features/payments/open-invoices/screen-texts.ts';
import { openInvoiceKey, useOpenInvoice } from '#features/payments/web/pay-by-transfer.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { DialogFoot } from '#ui/dialog.tsx';
import { DialogButton } from '#ui/dialog-button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import type { fieldOf } from '#ui/field-of.ts';
import { ErrorState, QueryError } from '#ui/list-states.tsx';
import { Spinner } from '#ui/loading.tsx';
import { Price } from '#ui/price.tsx';
import { handMethods, MAX_REFERENCE, markPaidCall, markPaidSchema } from '../contract.ts';

type OfInvoice = { email: string; orderId: string };

/** A button that asks how and when the money arrived, and marks the open invoice of an order as paid. */
export function MarkInvoicePaid({ number, ...of }: OfInvoice & { number: string }) {
  const title = openInvoiceTexts.markPaidOf(number);
  return (
    <DialogButton size="sm" label={texts.markPaid} aria-label={title} title={title}>
      {(close) => <InvoicePaidForm {...of} onClose={close} />}
    </DialogButton>
  );
}

/** The dialog's form for marking the open invoice of an order, with all orders on it, as paid. */
export function InvoicePaidForm({ orderId, ...rest }: OfInvoice & { onClose: () => void }) {
  const invoice = useOpenInvoice(orderId);
  if (invoice.data) return <LoadedForm invoice={invoice.data} {...rest} />;
  return invoice.error ? <QueryError of={invoice} /> : <Spinner label={openInvoiceTexts.loading} />;
}

function LoadedForm({
  email,
  invoice: { number, total, orders },
  onClose,
}: {
  email: string;
  invoice: OpenInvoice;
  onClose: () => void;
}) {
  const { api } = useSession();
  const queries = useQueryClient();
  const { field, problem, isSending, formProps } = useCallForm({
    schema: receiptSchema,
    defaultValues: { method: 'transfer', reference: '' },
    send: (receipt) =>
      api.call(markPaidCall, {
        params: { email },
        body: { orderIds: orders.map((order) => order.orderId), price: total, ...receipt },
      }),
    // Lists, counts and pages of orders and invoices, but not this form's invoice, which is open no more.
    onSent: () =>
      queries.invalidateQueries({ predicate: (query) => !matchQuery({ queryKey: openInvoiceKey }, query) }),
    onEnd: (isDone) => isDone && onClose(),
    done: (paid) => texts.marked(paid.map((order) => order.number)),
  });
  return (
    <form {...formProps} className="grid w-96 max-w-full gap-4">
      <dl className="space-y-1 text-sm">
        <SumRow label={openInvoiceTexts.ofInvoice(number)}>
          <Price amount={total} className="font-semibold" />
        </SumRow>
        <SumRow label={openInvoiceTexts.pay.orders}>{orders.map((order) => order.number).join(', ')}</SumRow>
      </dl>
      <ReceiptFields field={field} email={email} />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending}>
        {texts.markPaid}
      </DialogFoot>
    </form>
  );
}

/** How and when staff received money. */
export const receiptSchema = z.pick(markPaidSchema, { method: true, reference: true, receivedOn: true });

type Receipt = z.infer<typeof receiptSchema>;
type ReceiptFieldOf = ReturnType<typeof fieldOf<Receipt, Receipt>>;

/** The fields of `receiptSchema`. */
export function ReceiptFields({ field, email }: { field: ReceiptFieldOf; email: string }) {
  return (
    <>
      <SelectField
        label={texts.method}
        {...field('method')}
        options={handMethods.map((method) => [method, texts.methods[method]])}
      />
      <TextField
        label={openInvoiceTexts.receivedOn}
        type="date"
        {...field('receivedOn', { setValueAs: (day: string) => day || undefined })}
      />
      <TextField label={texts.reference} maxLength={MAX_REFERENCE} {...field('reference')} />
      <p className="text-sm text-ink-soft">{hasNoEmail(email) ? texts.noUndoNoEmail : texts.noUndo}</p>
    </>
  );
}
