import type { CreditNote } from '#features/orders/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { type ApiClient, errorMessage } from '#ui/client/api-client.ts';
import { saveFile } from '#ui/client/save-file.ts';
import { useAction } from '#ui/use-action.ts';
import { getCreditNoteCall, getInvoiceCall, getInvoiceOfOrderCall } from '../contract.ts';
import { invoicesTexts as texts } from '../texts.ts';

type WantedInvoice = { number: string } & ({ id: string } | { orderId: string } | { refundId: string });

/** Saves an invoice or credit note as PDF: by its id, by the order that it was paid on, or by its refund. */
export function InvoiceButton({
  paper,
  variant = 'quiet',
  ...look
}: {
  paper: WantedInvoice;
  className?: string;
  variant?: 'quiet' | 'secondary';
}) {
  const { api } = useSession();
  const { mutate, isPending } = useAction({
    call: async () => saveFile(await requestInvoice(api, paper)),
    failed: (error) => `${texts.failed}. ${errorMessage(error)}`,
  });
  return (
    <Button
      {...look}
      variant={variant}
      size="sm"
      busy={isPending}
      aria-label={texts.downloadOf(paper.number)}
      onClick={() => mutate()}
    >
      {paper.number}
    </Button>
  );
}

function requestInvoice(api: ApiClient, paper: WantedInvoice): Promise<Response> {
  if ('id' in paper) return api.request(getInvoiceCall, { params: { id: paper.id } });
  if ('orderId' in paper) return api.request(getInvoiceOfOrderCall, { params: { id: paper.orderId } });
  return api.request(getCreditNoteCall, { params: { id: paper.refundId } });
}

/** The invoice that an order was paid on and the credit notes of its refunds, each as PDF. */
export function InvoicesOfOrder({
  order: { _id, invoiceNumber, creditNotes },
}: {
  order: { _id: string; invoiceNumber: string | null; creditNotes: readonly CreditNote[] };
}) {
  return (
    <>
      {invoiceNumber && <InvoiceButton paper={{ orderId: _id, number: invoiceNumber }} className="-ml-3" />}
      {creditNotes.map((note) => (
        <InvoiceButton key={note.refundId} paper={note} className="-ml-3" />
      ))}
    </>
  );
}
