import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { sendExport, sendFile } from '#features/exports/send-export.ts';
import { todayOf } from '#features/shop-settings/read-details.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { writeZip } from '#platform/write-zip.ts';
import { exportInvoicesCall, getInvoiceCall, listInvoicesCall, monthOfInvoicesCall } from './contract.ts';
import { exportOfInvoices } from './export-invoices.ts';
import { listInvoices } from './invoice-list.ts';
import { pdfsOfMonth } from './month-of-invoices.ts';
import { sendInvoice } from './send-invoice.ts';
import { findInvoice, serializeInvoice } from './store.ts';
import { invoiceErrorTexts } from './texts.ts';

/** Routes for invoices and credit notes, for staff; buyers get those of an order in `/orders`. */
export function invoicesRoutes(api: ApiServer, context: AppContext): void {
  serve(api, listInvoicesCall, {}, async (request, reply) => {
    const today = await todayOf(context);
    const page = await listInvoices(context.db, request.query, today);
    return sendPage(request, reply, page, (row) => serializeInvoice(row, today));
  });

  serve(api, getInvoiceCall, {}, async (request, reply) => {
    const invoice = await findInvoice(context.db, request.params.id);
    if (!invoice) throw new AppError('not_found', invoiceErrorTexts.noSuchInvoice);
    return sendInvoice(context, reply, invoice);
  });

  serve(api, monthOfInvoicesCall, { exposeHeadRoute: false }, async ({ query: { month } }, reply) => {
    const { zone } = (await context.details.read()).time;
    return sendFile(context, reply, {
      kind: 'papers',
      name: `papers-${month}.zip`,
      type: 'application/zip',
      write: () => writeZip(pdfsOfMonth(context, month), { at: context.clock.now(), zone }),
    });
  });

  serve(api, exportInvoicesCall, { exposeHeadRoute: false }, async ({ query }, reply) =>
    sendExport(context, reply, exportOfInvoices(query, await todayOf(context))),
  );
}
