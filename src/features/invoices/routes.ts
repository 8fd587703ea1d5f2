import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { fileCall, sendExport, sendFile } from '#features/exports/send-export.ts';
import { findInvoicedPaymentId } from '#features/orders/payment-store.ts';
import { findOrderFor } from '#features/orders/store.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { admitExport } from '#features/users/admit-export.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { writeZip, type ZipEntry } from '#platform/write-zip.ts';
import {
  exportInvoicesCall,
  getCreditNoteCall,
  getInvoiceCall,
  getInvoiceOfOrderCall,
  listInvoicesCall,
  monthOfInvoicesCall,
} from './contract.ts';
import { exportOfInvoices } from './export-invoices.ts';
import { listInvoices } from './invoice-list.ts';
import { keptPdf } from './keep-invoice.ts';
import {
  findCreditNote,
  findInvoice,
  findInvoiceOfPayment,
  findInvoicesOfMonth,
  type InvoiceRow,
  serializeInvoice,
} from './store.ts';
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

  serve(api, monthOfInvoicesCall, fileCall, async (request, reply) => {
    const { month } = request.query;
    await admitExport(context, request, 'invoices_exported');
    const { zone } = (await context.details.read()).time;
    return sendFile(context, reply, {
      kind: 'papers',
      name: `papers-${month}.zip`,
      type: 'application/zip',
      write: () => writeZip(pdfsOfMonth(context, month), { at: context.clock.now(), zone }),
    });
  });

  serve(api, exportInvoicesCall, fileCall, async (request, reply) => {
    await admitExport(context, request, 'invoices_exported');
    return sendExport(context, reply, exportOfInvoices(request.query, await todayOf(context)));
  });
}

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

/** Sends an invoice as a PDF, which browsers must not cache: it has names and addresses. */
async function sendInvoice(context: AppContext, reply: FastifyReply, row: InvoiceRow): Promise<Readable> {
  const pdf = await keptPdf(context, row);
  reply
    .type('application/pdf')
    .header('content-length', pdf.length)
    .header('content-disposition', `attachment; filename="${row.name}.pdf"`);
  return Readable.from([pdf], { objectMode: false });
}

const BATCH_ROWS = 50;

/** Yields the PDFs of a month, `2026-11`, each read when it is consumed. */
async function* pdfsOfMonth(context: AppContext, month: string): AsyncGenerator<ZipEntry> {
  let after: InvoiceRow | undefined;
  do {
    const rows = await findInvoicesOfMonth(context.db, month, after, BATCH_ROWS);
    for (const row of rows) yield { name: `${row.name}.pdf`, bytes: await keptPdf(context, row) };
    after = rows.length === BATCH_ROWS ? rows.at(-1) : undefined;
  } while (after);
}
