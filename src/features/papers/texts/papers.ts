import { listTextsOf } from '#texts/lists.ts';
import type { PaperKind } from '../contract.ts';

/** What the numbers of each kind begin with. */
export const paperPrefixes: Record<PaperKind, string> = { invoice: 'INV', credit_note: 'CN' };

/** Why a call about papers was refused. */
export const paperErrorTexts = {
  noSuchPaper: 'We can’t find that invoice',
  notInvoiced: 'There’s no invoice for this order',
  noCreditNote: 'There’s no credit note for this refund',
  notDrawn: 'The PDF couldn’t be made. Try again in a moment.',
};

/** The screen of the papers, and the links to them. */
export const papersTexts = {
  title: 'Invoices',
  description: 'Every invoice and credit note of this shop.',
  lead: 'Issued with each payment and refund, numbered without gaps, and never changed.',
  list: listTextsOf('Invoices', 'invoice', 'invoices'),
  controls: 'Invoices',
  searchHint: 'Number, buyer, email, order number, or transaction ID',
  kind: 'Kind',
  kindChoice: { '': 'All', invoice: 'Invoices', credit_note: 'Credit notes' },
  columns: {
    number: 'Number',
    date: 'Date',
    buyer: 'Buyer',
    orders: 'Orders',
    tax: 'Tax',
    total: 'Total',
    file: 'File',
  },
  none: 'No invoices yet',
  noneYet: 'The first one is issued when an order is paid.',
  downloadOf: (number: string) => `Download ${number} as PDF`,
  month: 'Month',
  downloadMonth: 'Download month',
  invoice: 'Invoice',
  failed: 'The PDF couldn’t be downloaded',
};
