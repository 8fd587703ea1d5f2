import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import type { Invoice } from '#features/invoices/invoice.ts';
import { invoiceTexts } from '#features/invoices/invoice-texts.ts';
import { keptPdf } from '#features/invoices/keep-invoice.ts';
import { openInvoiceEmailTexts as texts } from '#features/invoices/open-invoice-texts.ts';
import {
  findInvoiceOfPayment,
  findWithdrawalNote,
  type InvoiceRow,
  invoiceOf,
} from '#features/invoices/store.ts';
import type { EmailAttachment } from '#platform/email/mailer.ts';
import { begin, isOfVerified, loadOrder, type OrderParts, orderFacts, toOrders } from '../emails.ts';

const about = z.object({ orderId: z.string(), paymentId: z.string() });

type Parts = OrderParts & { paper: Invoice; attachments: EmailAttachment[] };

/** An email with an invoice or credit note of a payment, only to a verified address (decision 81). */
const withInvoice =
  (find: (db: AppContext['db'], paymentId: string) => Promise<InvoiceRow | undefined>) =>
  async (context: AppContext, of: z.infer<typeof about>): Promise<Parts | undefined> => {
    const parts = await loadOrder(context, of);
    const row = await find(context.db, of.paymentId);
    if (!parts || !row || !(await isOfVerified(context.db, parts.order))) return undefined;
    const pdf = { name: `${row.name}.pdf`, type: 'application/pdf', bytes: await keptPdf(context, row) };
    return { ...parts, paper: invoiceOf(row), attachments: [pdf] };
  };

export const openInvoiceEmails = {
  /** Requests a bank transfer, with the invoice. */
  issued: emailKind(
    'invoice',
    about,
    withInvoice(findInvoiceOfPayment),
    ({ paper, attachments, ...parts }, shop) => {
      const { number, terms, seller } = paper;
      const { id } = parts.order;
      const ids = parts.together?.orders.map((order) => order.id) ?? [id];
      return {
        ...begin(parts, shop, {
          subject: () => texts.issued.subject(number, shop),
          heading: texts.issued.heading(number),
          text: texts.issued.text(terms?.dueOn ?? ''),
        }),
        facts: [
          ...orderFacts(parts),
          ...(terms ? invoiceTexts.account(terms.account, seller.country) : []),
          [invoiceTexts.reference, number],
        ],
        link: {
          label: texts.issued.link,
          url: `${parts.origin}/dashboard/payment${ids.length === 1 ? `/${id}` : `?orders=${ids.join()}`}`,
        },
        closing: texts.issued.closing,
        attachments,
      };
    },
  ),

  /** Notifies the buyer that an invoice no longer needs to be paid, with its credit note. */
  withdrawn: emailKind(
    'invoice-withdrawn',
    about,
    withInvoice(findWithdrawalNote),
    ({ paper: { invoice, kind, reason, number, seller }, attachments, ...parts }, shop) => ({
      ...begin(parts, shop, {
        subject: () => texts.withdrawn.subject(invoice?.number ?? '', shop),
        heading: texts.withdrawn.heading(invoice?.number ?? ''),
        text: texts.withdrawn.text(invoiceTexts.kind(kind, seller.country).toLowerCase()),
      }),
      facts: [
        ...orderFacts(parts),
        [invoiceTexts.kind(kind, seller.country), number],
        [texts.reason, reason ?? ''],
      ],
      link: toOrders(parts),
      attachments,
    }),
  ),
};
