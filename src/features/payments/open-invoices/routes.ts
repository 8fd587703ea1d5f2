import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { withdrawInvoiceCall } from '#features/invoices/contract.ts';
import { openInvoiceErrorTexts } from '#features/invoices/open-invoice-texts.ts';
import { findOrderFor } from '#features/orders/store.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { getOpenInvoiceCall, getTransferTermsCall, issueOpenInvoiceCall } from './contract.ts';
import { findOpenInvoice, findTerms, issueOpenInvoice } from './issue-open-invoice.ts';
import { withdrawInvoice } from './withdraw-invoice.ts';

/** Routes for invoices before payment: staff issue and withdraw them, the buyer who is to pay reads them. */
export function openInvoicesRoutes(api: ApiServer, context: AppContext): void {
  serve(api, getTransferTermsCall, {}, async () => findTerms(context, context.db));

  serve(api, issueOpenInvoiceCall, { changesCatalogue: true }, async (request) =>
    issueOpenInvoice(context, {
      currentUser: requireUser(request),
      email: request.params.email,
      request: request.body,
    }),
  );

  serve(api, getOpenInvoiceCall, {}, async (request) => {
    const order = await findOrderFor(requireUser(request), context.db, request.params.id);
    const invoice = await findOpenInvoice(context.db, order.id, await todayOf(context));
    if (!invoice) throw new AppError('not_found', openInvoiceErrorTexts.none);
    return invoice;
  });

  serve(api, withdrawInvoiceCall, { changesCatalogue: true }, async ({ params, body }) =>
    withdrawInvoice(context, { invoiceId: params.id, reason: body.reason }),
  );
}
