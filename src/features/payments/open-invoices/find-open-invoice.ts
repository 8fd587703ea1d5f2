import { toPrice } from '#contracts/money.ts';
import { findInvoiceOfPayment, invoiceOf } from '#features/invoices/store.ts';
import type { Database } from '#platform/database/database.ts';
import type { OpenInvoice } from './contract.ts';

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
  const paper = invoiceOf(row);
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
