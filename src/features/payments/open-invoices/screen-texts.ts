import { LOCALE, onDemand } from '#texts/locale.ts';

const days = onDemand(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' }));

/** Formats a date of the shop, 2026-12-10. */
const day = (date: string) => days().format(new Date(`${date}T00:00:00Z`));

/** Texts of invoices before payment, for the staff who issue them and the buyer who pays them. */
export const openInvoiceTexts = {
  day,
  issue: 'Invoice, pay by transfer',
  issueTitle: 'Invoice before payment',
  lead: 'We email the invoice with the bank details. The units stay reserved until the transfer arrives or you withdraw the invoice.',
  noAccount: 'There’s no bank account to pay to yet. An admin can add one under Shop settings, Bank details.',
  dueOn: 'Due date',
  dueHint: (count: number) => (count === 1 ? 'Default: 1 day' : `Default: ${count} days`),
  due: 'Invoice total',
  send: 'Send the invoice',
  sent: (number: string, email: string) => `Invoice ${number} emailed to ${email}`,
  receivedOn: 'Received on (optional)',
  ofInvoice: (number: string) => `Invoice ${number}`,
  /** For an order on an open invoice. */
  open: (number: string, dueOn: string) => `Invoice ${number}, due ${day(dueOn)}`,
  overdue: (number: string, dueOn: string) => `Invoice ${number}, overdue since ${day(dueOn)}`,
  markPaidOf: (number: string) => `Mark invoice ${number} as paid`,
  loading: 'Loading the invoice',
  seeInvoice: 'View invoice',
  seeInvoiceOf: (number: string) => `View invoice ${number}`,
  pay: {
    title: (number: string) => `Pay invoice ${number} by bank transfer`,
    by: (dueOn: string) => `Please transfer the total by ${day(dueOn)}.`,
    wasBy: (dueOn: string) => `This was due ${day(dueOn)}. Please transfer the total now.`,
    reserved: 'Your tools are reserved. We’ll ship them once your transfer has arrived.',
    total: 'Total',
    reference: 'Reference',
    orders: 'Orders',
    holder: 'Account holder',
    iban: 'IBAN',
    account: 'Account number',
    bank: 'Bank',
    bic: 'BIC',
  },
};
