import { invoiceTexts } from './invoice-texts.ts';

/** Error messages for invoices before payment. */
export const openInvoiceErrorTexts = {
  /** `dueOn` is a date: 2026-12-10. */
  open: (number: string, dueOn: string) =>
    `Invoice ${number} is to be paid by bank transfer by ${invoiceTexts.date(dueOn)}. Its orders can’t be paid another way or changed until it’s paid or withdrawn.`,
  noAccount: 'There’s no bank account to pay to yet. An admin can add one under Shop settings, Bank details.',
  dueOn: (days: number) => `The due date must be between today and ${days} days from now`,
  none: 'There’s no open invoice for this order',
  paid: (number: string) => `Invoice ${number} has been paid. Refund its orders instead.`,
  paidByCard: 'Paid by card',
  endedMeanwhile: 'This invoice has just been paid or withdrawn',
};

/** Emails about invoices before payment. */
export const openInvoiceEmailTexts = {
  reason: 'Reason',
  issued: {
    subject: (number: string, shop: string) => `Invoice ${number} from ${shop}`,
    heading: (number: string) => `Invoice ${number}`,
    text: (dueOn: string) =>
      `Your invoice is attached. Please pay it by bank transfer by ${invoiceTexts.date(dueOn)}, with the reference below.`,
    link: 'View the order',
    closing: 'Your tools are reserved. We’ll ship them once your transfer has arrived.',
  },
  withdrawn: {
    subject: (number: string, shop: string) => `Invoice ${number} from ${shop} is canceled`,
    heading: (number: string) => `Invoice ${number} is canceled`,
    text: (creditNote: string) =>
      `You no longer need to pay this invoice. The ${creditNote} is attached. Your tools are no longer reserved.`,
  },
};
