import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { findInvoicedPaymentId } from '#features/orders/payment-store.ts';
import { findOrderFor } from '#features/orders/store.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { getCreditNoteCall, getInvoiceOfOrderCall } from './contract.ts';
import { sendInvoice } from './send-invoice.ts';
import { findCreditNote, findInvoiceOfPayment } from './store.ts';
import { invoiceErrorTexts } from './texts.ts';

/** Registers the calls for an order's invoice and a refund's credit note, for the buyer and staff. */
export function orderInvoicesRoutes(api: ApiServer, context: AppContext): void {
  serve(api, getInvoiceOfOrderCall, {}, async (request, reply) => {
    const order = await findOrderFor(requireUser(request), context.db, request.params.id);
    const paymentId = await findInvoicedPaymentId(context.db, order.id);
    const invoice = paymentId && (await findInvoiceOfPayment(context.db, paymentId));
    if (!invoice) throw new AppError('not_found', invoiceErrorTexts.notInvoiced);
    return sendInvoice(context, reply, invoice);
  });

  serve(api, getCreditNoteCall, {}, async (request, reply) => {
    const { userId, isStaff } = requireUser(request);
    const note = await findCreditNote(context.db, request.params.id);
    if (!note || !(isStaff || note.user_id === userId)) {
      throw new AppError('not_found', invoiceErrorTexts.noCreditNote);
    }
    return sendInvoice(context, reply, note);
  });
}
