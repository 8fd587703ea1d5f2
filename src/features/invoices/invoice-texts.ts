import { writeIban } from '#contracts/bank-and-vat.ts';
import { type PartsPerMillion, toPercent } from '#contracts/tax-rate.ts';
import { exemptText } from '#features/exemptions/texts.ts';
import { formatNumber, LOCALE } from '#texts/locale.ts';
import { regionWords } from '#texts/region.ts';
import type { InvoiceKind } from './contract.ts';
import type { PaymentTerms } from './invoice.ts';

const dayIn = (dateStyle: 'long' | 'medium') =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle, timeZone: 'UTC' });
const [longDay, shortDay] = [dayIn('long'), dayIn('medium')];

type OfOrder = { orderNumber: string; purchaseOrderNumber: string | null };

const exemptions: Partial<Record<string, string>> = {
  K: 'Intra-community supply: exempt from tax here',
  G: 'Exported: exempt from tax here',
  AE: 'Reverse charge: the buyer owes the tax',
  E: 'Exempt from tax',
  O: 'Not subject to tax',
};

/** The texts on invoices and credit notes. */
export const invoiceTexts = {
  /** `country`: the seller's. */
  kind: (kind: InvoiceKind, country: string) =>
    kind === 'invoice' ? 'Invoice' : regionWords(country).creditNote,
  number: (kind: InvoiceKind, country: string) => `${invoiceTexts.kind(kind, country)} number`,
  issuedOn: 'Issued on',
  dueOn: 'Due on',
  paidOn: 'Paid on',
  /** `date` is a day: 2026-11-23. */
  date: (date: string) => longDay.format(new Date(`${date}T00:00:00Z`)),
  /** As in lists: Nov 23, 2026. */
  shortDate: (date: string) => shortDay.format(new Date(`${date}T00:00:00Z`)),
  ofInvoice: 'For invoice',
  invoiceOf: (number: string, date: string) => `${number}, dated ${date}`,
  orders: 'Order number',
  purchaseOrders: 'Your PO number',
  transaction: 'Transaction ID',
  reason: 'Reason',
  billTo: 'Bill to',
  deliverTo: 'Ship to',
  vatNumber: (number: string) => `VAT ID: ${invoiceTexts.writtenVatNumber(number)}`,
  taxNumber: (number: string) => `Tax number: ${number}`,
  columns: {
    item: 'Item',
    quantity: 'Qty',
    unitPrice: 'Unit price',
    amount: 'Amount',
  },
  partNumber: (number: string) => `Part no. ${number}`,
  ofOrder: ({ orderNumber, purchaseOrderNumber }: OfOrder) =>
    purchaseOrderNumber === null
      ? `Order ${orderNumber}`
      : `Order ${orderNumber} · ${invoiceTexts.purchaseOrder(purchaseOrderNumber)}`,
  /** Buyers' own numbers often begin with PO. */
  purchaseOrder: (number: string) => (/^po\b/i.test(number) ? number : `PO ${number}`),
  /** Formats a VAT number in its country's notation, if that is not one word. */
  writtenVatNumber: (number: string) =>
    number
      .replace(/^CHE(\d{3})(\d{3})(\d{3})/, 'CHE-$1.$2.$3 ')
      .replace(/^NO(\d{3})(\d{3})(\d{3})/, 'NO $1 $2 $3 ')
      .trim(),
  rate: (ratePpm: PartsPerMillion) => `${formatNumber(toPercent(ratePpm))}%`,
  delivery: (method: string) => (method === '' ? 'Shipping' : `Shipping: ${method}`),
  taxedDelivery: (method: string, tax: string, rate: string) =>
    `${invoiceTexts.delivery(method)} (${tax} ${rate})`,
  /** On a credit note: delivery deducted from the refund, since less was bought. */
  keptDelivery: (delivery: string) => `${delivery} (deducted)`,
  /** Names the refunded part of an item where it is not a number of units. */
  partOf: (name: string) => `Part of the price of ${name}`,
  goods: 'Items',
  net: 'Total before tax',
  tax: (name: string, rate: string, basis: string) => `${name} ${rate} on ${basis}`,
  totals: { invoice: 'Total', credit_note: 'Total credited' },
  paid: 'Paid',
  due: 'Amount due',
  includedTax: (name: string, rate: string, basis: string) => `Includes ${name} ${rate} on ${basis}`,
  /** Names a tax total; `why` distinguishes two totals at the same rate. */
  taxWhy: (tax: string, why: string) => `${tax} (${why})`,
  pricesInclude: (tax: string) => `Prices include ${tax}.`,
  byCard: 'Card',
  byTransfer: 'Bank transfer',
  payTo: 'Pay to',
  payableByTransfer: 'Payable by bank transfer',
  payableBy: (date: string) => `Payable by ${invoiceTexts.date(date)} by bank transfer`,
  reference: 'Reference',
  /** The account as label–value pairs for filling in a transfer. */
  account: (
    { holder, iban, account, routing, name, bic }: PaymentTerms['account'],
    country: string,
  ): [string, string][] =>
    (
      [
        ['Account holder', holder],
        ['IBAN', writeIban(iban)],
        ['Account number', iban ? '' : account],
        [regionWords(country).routing, iban ? '' : routing],
        ['Bank', name],
        ['BIC', bic],
      ] satisfies [string, string][]
    ).filter(([, value]) => value !== ''),
  transferTerms: (number: string, { dueOn, account }: PaymentTerms, country: string) =>
    `${[
      invoiceTexts.payableBy(dueOn),
      ...[...invoiceTexts.account(account, country), [invoiceTexts.reference, number]].map(
        ([label, value]) => `${label} ${value}`,
      ),
    ].join('; ')}.`,
  withdrawn: (number: string) =>
    `Cancels invoice ${number} in full. Nothing was paid, so there’s nothing to refund.`,
  methods: { card: 'by card', cash: 'in cash', transfer: 'by bank transfer' },
  /** In advance: nothing has been delivered when the invoice is issued. */
  paidInAdvance: (how = '') => `${`Paid in advance ${how}`.trim()}.`,
  /** Worded to stay true whatever the outcome of the refund, which has only started when the credit note is
   * issued. */
  paidBack: (toCard: boolean) =>
    toCard
      ? 'Refund to the original card. If that isn’t possible, we’ll refund you directly.'
      : 'We’ll refund you directly, in cash or by bank transfer.',
  /** `exemption`: the buyer's certificate, if any. */
  whyExempt: ({ category }: { category: string }, exemption = ''): string =>
    category === 'E' && exemption ? exemptText(exemption) : (exemptions[category] ?? ''),
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  logo: (name: string) => `Logo of ${name}`,
};
