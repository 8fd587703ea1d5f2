import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { listNewestEvents, serializeAuditEvent } from '#features/audit/record-audit.ts';
import { findCreditNotes, findInvoiceNumbers } from '#features/invoices/store.ts';
import { billWith } from '#features/orders/bill.ts';
import { findDelays, serializeDelay } from '#features/orders/delay-store.ts';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import { findDisputes, serializeDispute } from '#features/orders/dispute-store.ts';
import { findParcelsOfOrders, serializeParcel } from '#features/orders/parcel-store.ts';
import { findPayment, findPaymentTimes } from '#features/orders/payment-store.ts';
import { findPurchaseOfNumber, findPurchases, serializePurchase } from '#features/orders/purchase-store.ts';
import { listRefundsOfOrders } from '#features/orders/refund-store.ts';
import { findOrders, type OrderView, serializeOrder } from '#features/orders/store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { readBill } from '#features/payments/read-bill.ts';
import { serializeRefunds } from '#features/refunds/routes.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { countStaffNotes, listStaffNotes } from '#features/users/staff-notes.ts';
import { MAX_PURCHASE_EVENTS, type Purchase } from './contract.ts';

/** Serializes orders for staff, with what other features add to them. */
export async function readDeskOrders(
  context: AppContext,
  orders: readonly OrderView[],
): Promise<DeskOrder[]> {
  const { db, config } = context;
  const ids = orders.map(({ id }) => id);
  const at = { now: context.clock.now(), today: await todayOf(context) };
  const [purchaseOf, paymentTimes, noteCount, disputes, ...others] = await Promise.all([
    findPurchases(db, ids),
    findPaymentTimes(db, orders, at),
    countStaffNotes(db, 'order', ids),
    findDisputes(db, orders),
    findInvoiceNumbers(db, orders),
    findCreditNotes(db, orders),
    findDelays(db, orders),
  ]);
  const [invoiceNumber, creditNotes, delayOf] = others;
  return orders.map((order) => ({
    ...serializeOrder(order, config.currency),
    ...paymentTimes(order.id),
    purchase: serializePurchase(purchaseOf(order.id)),
    noteCount: noteCount(order.id),
    disputes: disputes(order.id).map(serializeDispute),
    invoiceNumber: invoiceNumber(order.id),
    creditNotes: creditNotes(order.id),
    delay: serializeDelay(delayOf(order.id)),
  }));
}

/** Returns everything about the purchase that the order with this number belongs to. @throws AppError
 * not_found */
export async function readPurchase(context: AppContext, number: string): Promise<Purchase> {
  const { db } = context;
  const found = await findPurchaseOfNumber(db, number);
  const orders = found ? await findOrders(db, found.orderIds) : [];
  const [first] = orders;
  if (!first) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  const ids = orders.map(({ id }) => id);
  const numbers = new Map(orders.map((order) => [order.id, order.number]));
  const numberOf = (orderId: string | null) => numbers.get(orderId ?? '') ?? first.number;
  const [deskOrders, payment, parcelsOf, refunds, notes, events] = await Promise.all([
    readDeskOrders(context, orders),
    readPayment(context, found?.purchase?.paymentId, orders),
    findParcelsOfOrders(db, ids),
    listRefundsOfOrders(db, ids),
    listStaffNotes(db, 'order', ids),
    listNewestEvents(db, ids, MAX_PURCHASE_EVENTS),
  ]);
  const parcels = new Map(ids.flatMap(parcelsOf).map((parcel) => [parcel.id, parcel]));
  return {
    number: first.number,
    orders: deskOrders,
    payment,
    parcels: [...parcels.values()]
      .toSorted((one, other) => one.sent_at.getTime() - other.sent_at.getTime())
      .map(serializeParcel),
    refunds: await serializeRefunds(context, refunds, orders),
    notes: notes.map((note) => ({ ...note, orderNumber: numberOf(note.aboutId) })),
    events: events.map((event) => ({
      ...serializeAuditEvent(event),
      orderNumber: numberOf(event.order_id),
    })),
  };
}

async function readPayment(
  { db }: AppContext,
  paymentId: string | undefined,
  orders: readonly OrderView[],
): Promise<Purchase['payment']> {
  const payment = paymentId === undefined ? undefined : await findPayment(db, paymentId);
  if (!payment) return null;
  return {
    ...(await readBill(db, billWith(payment, orders))),
    method: payment.method,
    reference: payment.reference,
    receivedOn: payment.received_on,
    dueOn: payment.due_on,
    billName: payment.bill_name,
    billTo: payment.bill_to,
    deliverTo: payment.deliver_to,
  };
}
