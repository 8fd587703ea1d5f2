import { type PartsPerMillion, toPercent } from '#contracts/tax-rate.ts';
import { formatNumber, LOCALE } from '#texts/locale.ts';
import type { PaperKind } from '../contract.ts';

const shortDay = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' });

type OfOrder = { orderNumber: string; purchaseOrderNumber: string | null };

/** What stands on an invoice and on a credit note. */
export const paperTexts = {
  kinds: { invoice: 'Invoice', credit_note: 'Credit note' } satisfies Record<PaperKind, string>,
  numbers: { invoice: 'Invoice number', credit_note: 'Credit note number' },
  issuedOn: 'Date',
  /** `date` is a day: 2026-11-23. */
  date: (date: string) => shortDay.format(new Date(`${date}T00:00:00Z`)),
  ofInvoice: 'For invoice',
  invoiceOf: (number: string, date: string) => `${number} of ${date}`,
  orders: 'Order number',
  purchaseOrders: 'Your PO number',
  transaction: 'Transaction ID',
  reason: 'Reason',
  billTo: 'Bill to',
  deliverTo: 'Deliver to',
  vatNumber: (number: string) => `VAT ID: ${number}`,
  taxNumber: (number: string) => `Tax number: ${number}`,
  columns: {
    item: 'Item',
    quantity: 'Qty',
    unitPrice: 'Unit price',
    amount: 'Amount',
  },
  partNumber: (number: string) => `Part no. ${number}`,
  ofOrder: ({ orderNumber, purchaseOrderNumber }: OfOrder) =>
    `Order ${orderNumber}${purchaseOrderNumber === null ? '' : ` · PO ${purchaseOrderNumber}`}`,
  rate: (ratePpm: PartsPerMillion) => `${formatNumber(toPercent(ratePpm))}%`,
  delivery: (method: string) => (method === '' ? 'Delivery' : `Delivery: ${method}`),
  /** What goes back of an item, where that is no number of units. */
  partOf: (name: string) => `Part of the price of ${name}`,
  goods: 'Items',
  net: 'Total before tax',
  tax: (name: string, rate: string, basis: string) => `${name} ${rate} on ${basis}`,
  totals: { invoice: 'Total', credit_note: 'Total credited' },
  paid: 'Paid',
  due: 'Amount due',
  byCard: 'Card',
  paidBack: (toCard: boolean) => (toCard ? 'Refunded to the card that paid' : 'Refunded the way it was paid'),
  exemptions: {
    K: 'Intra-community supply: exempt from tax here',
    G: 'Exported: exempt from tax here',
    AE: 'Reverse charge: the buyer owes the tax',
    E: 'Exempt from tax',
    O: 'Not subject to tax',
  } as Partial<Record<string, string>>,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  logo: (name: string) => `Logo of ${name}`,
};
