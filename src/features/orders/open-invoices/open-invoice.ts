import { AppError } from '#contracts/app-error.ts';
import { toPrice } from '#contracts/money.ts';
import { findInvoiceOfPayment, paperOf } from '#features/papers/store.ts';
import type { Database } from '#platform/database/database.ts';
import type { Payment, PaymentRow } from '../payments/store.ts';
import { openInvoiceErrorTexts } from '../texts/open-invoices.ts';
import type { OpenInvoice } from './contract.ts';

/** Whether a payment waits for a bank transfer. No time ends it: staff mark it as paid, or withdraw its invoice. */
export const isOpenInvoice = ({ state, due_on }: Pick<PaymentRow, 'state' | 'due_on'>): boolean =>
  state === 'live' && due_on !== null;

/** Leaves open invoices alone, whatever else would end the payments of some orders. @throws AppError invoice_open */
export async function refuseInvoiced(db: Database, payments: readonly Payment[]): Promise<void> {
  const open = payments.find(isOpenInvoice);
  if (open) throw await invoiceOpen(db, open);
}

/** Why orders on an open invoice can't be changed, or paid for otherwise. */
export async function invoiceOpen(db: Database, { id, due_on }: PaymentRow): Promise<AppError> {
  const number = (await findInvoiceOfPayment(db, id))?.name ?? '';
  return new AppError('invoice_open', openInvoiceErrorTexts.open(number, due_on ?? ''), {
    current: { number, dueOn: due_on },
  });
}

/** The open invoice of an order as it goes over the wire, on a day: 2026-11-26. */
export async function findOpenInvoice(
  db: Database,
  orderId: string,
  today: string,
): Promise<OpenInvoice | undefined> {
  const payment = await db
    .selectFrom('payment_orders')
    .innerJoin('payments', 'payments.id', 'payment_orders.payment_id')
    .select(['payments.id', 'payments.due_on'])
    .where('order_id', '=', orderId)
    .where('payments.state', '=', 'live')
    .where('due_on', 'is not', null)
    .executeTakeFirst();
  const row = payment && (await findInvoiceOfPayment(db, payment.id));
  if (!row) return undefined;
  const paper = paperOf(row);
  if (!paper.terms) return undefined;
  const orders = await db
    .selectFrom('payment_orders')
    .innerJoin('orders', 'orders.id', 'payment_orders.order_id')
    .select(['orders.id as orderId', 'orders.number'])
    .where('payment_id', '=', payment.id)
    .orderBy('position')
    .execute();
  const { dueOn, account } = paper.terms;
  return {
    ...{ _id: row.id, number: paper.number, date: paper.issuedOn, dueOn, orders, account },
    overdue: dueOn < today,
    total: toPrice(paper.totalCents, paper.currency),
    currency: paper.currency,
  };
}
