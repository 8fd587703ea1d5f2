import { AppError } from '#contracts/app-error.ts';
import type { Payment, PaymentRow } from '#features/orders/payment-store.ts';
import type { Database } from '#platform/database/database.ts';
import { openInvoiceErrorTexts } from './open-invoice-texts.ts';
import { findInvoiceOfPayment } from './store.ts';

/** Whether a payment waits for a bank transfer. It never times out: staff mark it as paid or withdraw its
 * invoice. */
export const isOpenInvoice = ({ state, due_on }: Pick<PaymentRow, 'state' | 'due_on'>): boolean =>
  state === 'live' && due_on !== null;

/** Prevents open invoices from being ended along with other payments of the orders. @throws AppError
 * invoice_open */
export async function assertNotInvoiced(db: Database, payments: readonly Payment[]): Promise<void> {
  const open = payments.find(isOpenInvoice);
  if (open) throw await invoiceOpen(db, open);
}

/** The error for orders on an open invoice, which can't be changed or paid for otherwise. */
export async function invoiceOpen(db: Database, { id, due_on }: PaymentRow): Promise<AppError> {
  const number = (await findInvoiceOfPayment(db, id))?.name ?? '';
  return new AppError('invoice_open', openInvoiceErrorTexts.open(number, due_on ?? ''), {
    current: { number, dueOn: due_on },
  });
}
