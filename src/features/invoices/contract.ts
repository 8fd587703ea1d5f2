import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { csvSchema, daySchema, listPageSchema, oneOf } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { formText, plainLine } from '#contracts/text.ts';
import { refundRuleTexts } from '#texts/validation.ts';

export const invoiceKinds = ['invoice', 'credit_note'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** States of an invoice issued before payment: unpaid, unpaid after its due date, or withdrawn; any other
 * invoice is paid. */
export const invoiceStatuses = ['open', 'overdue', 'paid', 'withdrawn'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

const day = (field: string) => z.optional(daySchema(`${field} must be a day, such as 2026-11-23`));

/** Selects invoices. `q`: a number, or the beginnings of words in buyer, email, order numbers and
 * transaction; `status`: invoices that await a transfer, or those of them past their due date; `from` and
 * `to`: the first and last date of issue. */
const invoiceChoiceSchema = z.object({
  q: z.optional(plainLine('q', 200)),
  kind: z.optional(oneOf('kind', invoiceKinds)),
  status: z.optional(oneOf('status', ['open', 'overdue'] as const)),
  from: day('from'),
  to: day('to'),
});
export type InvoiceChoice = z.infer<typeof invoiceChoiceSchema>;

/** Query of `GET /invoices`. */
export const invoiceListSchema = z.extend(listPageSchema, invoiceChoiceSchema.shape);
export type InvoiceList = z.infer<typeof invoiceListSchema>;

/** An invoice or credit note in the list, with amounts in decimal `currency`. `date` is the date on it,
 * `dueOn` the due date of an invoice before payment. A credit note has no status. */
export const listedInvoiceSchema = z.object({
  _id: idSchema,
  kind: z.enum(invoiceKinds),
  number: z.string(),
  date: z.iso.date(),
  issuedAt: z.iso.datetime(),
  buyer: z.string(),
  email: z.string(),
  /** The first of its orders. */
  orderId: z.nullable(idSchema),
  orderNumbers: z.array(z.string()),
  net: z.number(),
  tax: z.number(),
  total: z.number(),
  currency: z.string(),
  dueOn: z.nullable(z.iso.date()),
  status: z.nullable(z.enum(invoiceStatuses)),
});
export type ListedInvoice = z.infer<typeof listedInvoiceSchema>;

const ofStaff = { access: 'staff', tag: 'Invoices' } as const;

export const listInvoicesCall = {
  ...ofStaff,
  method: 'GET',
  path: '/invoices',
  query: invoiceListSchema,
  reply: z.array(listedInvoiceSchema),
  operationId: 'listInvoices',
  summary: 'Lists invoices and credit notes, newest first',
  description:
    'Filters by kind, and from one day to another. `q` matches numbers, buyers, order numbers, and transaction IDs.',
} satisfies Call;

/** A PDF/A-3 with the same content embedded as XML (EN 16931, Factur-X). */
export const pdfSchema = z.string().register(z.globalRegistry, { format: 'binary' });

const asPdf = {
  method: 'GET',
  params: idParamsSchema,
  reply: pdfSchema,
  media: 'application/pdf',
  errors: ['not_found', 'unavailable'],
  tag: 'Invoices',
} satisfies Partial<Call>;

export const getInvoiceCall = {
  ...asPdf,
  path: '/invoices/:id.pdf',
  access: 'staff',
  operationId: 'getInvoice',
  summary: 'Downloads an invoice or a credit note as a PDF',
  description:
    'PDF/A-3 with the EN 16931 XML (Factur-X) inside. Its bytes never change, whatever version the shop runs.',
} satisfies Call;

export const getInvoiceOfOrderCall = {
  ...asPdf,
  path: '/orders/:id/invoice.pdf',
  access: 'user',
  operationId: 'getInvoiceOfOrder',
  summary: 'Downloads the invoice of a paid order as a PDF',
  description:
    'For its buyer and staff. An order that is unpaid, or was paid before invoices existed, has none.',
} satisfies Call;

export const getCreditNoteCall = {
  ...asPdf,
  path: '/refunds/:id/credit-note.pdf',
  access: 'user',
  operationId: 'getCreditNoteOfRefund',
  summary: 'Downloads the credit note of a refund as a PDF',
  description: 'For its buyer and staff. A refund of a payment made before invoices existed has none.',
} satisfies Call;

/** Body of `POST /invoices/{id}/withdraw`. The reason is shown to the buyer. */
export const withdrawInvoiceSchema = z.object({ reason: formText({ ...refundRuleTexts.reason, max: 500 }) });

export const withdrawInvoiceCall = {
  ...ofStaff,
  method: 'POST',
  path: '/invoices/:id/withdraw',
  params: idParamsSchema,
  body: withdrawInvoiceSchema,
  reply: z.object({ creditNote: z.string() }),
  errors: ['not_found', 'conflict'],
  operationId: 'withdrawInvoice',
  summary: 'Withdraws an unpaid invoice',
  description:
    'Its units are released, its orders stay in the cart, and a credit note for the whole invoice is issued and emailed; its number is returned. Repeating the call changes nothing. A paid invoice is a conflict: refund its orders instead.',
} satisfies Call;

/** Query of `GET /exports/papers.zip`. */
export const monthOfInvoicesSchema = z.object({
  month: z
    .string()
    .check(z.regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, 'month must be a month, such as 2026-11')),
});

export const monthOfInvoicesCall = {
  method: 'GET',
  path: '/exports/papers.zip',
  access: 'admin',
  query: monthOfInvoicesSchema,
  reply: z.string().register(z.globalRegistry, { format: 'binary' }),
  media: 'application/zip',
  tag: 'Invoices',
  errors: ['fresh_sign_in_needed'],
  operationId: 'monthOfPapers',
  summary: 'Downloads the invoices and credit notes of a month as PDFs in one ZIP file',
  description:
    'Needs a fresh sign-in unless by an API key, and emails the person who exports. Those dated in the `month`, in the order of their numbers.',
} satisfies Call;

export const exportInvoicesCall = {
  ...ofStaff,
  method: 'GET',
  path: '/exports/invoices.csv',
  query: invoiceChoiceSchema,
  reply: csvSchema,
  media: 'text/csv',
  errors: ['fresh_sign_in_needed'],
  operationId: 'exportInvoices',
  summary: 'Exports invoices and credit notes as a CSV file, in the order of their numbers',
  description:
    'Needs a fresh sign-in unless by an API key, and emails the person who exports. All of them, or those that `GET /invoices` lists for the same filters. One line for each tax rate of an invoice; amounts of credit notes are negative.',
} satisfies Call;
