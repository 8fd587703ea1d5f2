import { listTextsOf } from '#texts/lists.ts';
import type { InvoiceKind } from './contract.ts';

/** Prefixes of invoice numbers by kind. */
export const invoicePrefixes: Record<InvoiceKind, string> = { invoice: 'INV', credit_note: 'CN' };

/** Error messages for invoices. */
export const invoiceErrorTexts = {
  noSuchInvoice: 'We can’t find that invoice',
  notInvoiced: 'There’s no invoice for this order',
  noCreditNote: 'There’s no credit note for this refund',
  notDrawn: 'The PDF couldn’t be made. Try again in a moment.',
};

/** Texts of the invoices page, and of the links to it. */
export const invoicesTexts = {
  title: 'Invoices',
  description: 'Every invoice of this shop, and what was credited.',
  list: listTextsOf('Invoices', 'invoice', 'invoices'),
  controls: 'Invoices',
  searchHint: 'Number, buyer, email, order number, or transaction ID',
  kind: 'Kind',
  kindChoice: (creditNote: string) => ({
    '': 'All',
    invoice: 'Invoices',
    credit_note: `${creditNote}s`,
    open: 'Awaiting payment',
    overdue: 'Overdue',
  }),
  columns: {
    number: 'Number',
    date: 'Issued',
    buyer: 'Buyer',
    orders: 'Orders',
    state: 'Payment',
    tax: 'Tax',
    total: 'Total',
    file: 'File',
  },
  none: 'No invoices yet',
  noneYet: 'The first one is issued when an order is paid, or invoiced before payment.',
  states: { open: 'Awaiting payment', overdue: 'Overdue', paid: 'Paid', withdrawn: 'Withdrawn' },
  issuedOn: (date: string) => `Issued ${date}`,
  dueOn: (date: string) => `Due ${date}`,
  withdraw: 'Withdraw',
  withdrawOf: (number: string) => `Withdraw invoice ${number}`,
  withdrawTitle: (number: string) => `Withdraw invoice ${number}?`,
  withdrawWhy: (creditNote: string) =>
    `The units go back in stock, the orders stay in the customer’s cart, and we email a ${creditNote.toLowerCase()} for the whole invoice.`,
  reason: 'Reason',
  reasonHint: 'The buyer will see this.',
  withdrawn: (number: string, note: string) => `Invoice ${number} withdrawn; ${note} issued`,
  downloadOf: (number: string) => `Download ${number} as PDF`,
  month: 'Month',
  downloadMonth: 'Download month',
  invoice: 'Invoice',
  failed: 'The PDF couldn’t be downloaded',
};
