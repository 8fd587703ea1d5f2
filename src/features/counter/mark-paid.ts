import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { Blocked } from '#features/idempotency/idempotent.ts';
import { invoiceOpen, isOpenInvoice } from '#features/invoices/open-invoice.ts';
import type { Order } from '#features/orders/contract.ts';
import { findPayment, lockOrdersWithPayments, shareOfLine } from '#features/orders/payment-store.ts';
import { checkSeenPrice } from '#features/orders/rules.ts';
import { findOrders, serializeOrder } from '#features/orders/store.ts';
import { byStaffErrorTexts } from '#features/orders/texts/by-staff.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { ownUnpaid } from '#features/orders/unpaid-orders.ts';
import type { ByHand } from '#features/payments/prepare-payment.ts';
import { retryUnblocked } from '#features/payments/release-hold.ts';
import { reservePayment } from '#features/payments/reserve-payment.ts';
import { recordPayment } from '#features/payments/settle-payment.ts';
import { readPriceTerms, todayOf } from '#features/shop-details/read-details.ts';
import { assertNotOwn } from '#features/users/account-checks.ts';
import { type CurrentUser, findCurrentUser, findUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { MarkPaid } from './contract.ts';

type MarkPaidInput = { currentUser: CurrentUser; email: string; paid: MarkPaid };

/** Marks a customer's orders as paid, all or none, after staff have received cash or a transfer: one payment,
 * recorded in the same way as a successful card payment. Ends a card payment in progress first; if that has
 * succeeded, it pays for the orders. Orders on an open invoice are paid together, as the invoice says.
 * @throws AppError own_account, not_found, conflict, invoice_open, out_of_stock, price_changed,
 * price_not_accepted, account_blocked, invalid_input; CardPaymentsError. */
export async function markPaid(context: AppContext, input: MarkPaidInput): Promise<Order[]> {
  await retryUnblocked(context, () => context.db.transaction().execute((tx) => take(context, tx, input)));
  const orders = await findOrders(context.db, input.paid.orderIds);
  return orders.map((order) => serializeOrder(order, context.config.currency));
}

async function take(
  context: AppContext,
  tx: DatabaseTransaction,
  { currentUser, email, paid: { method, reference = '', receivedOn, ...request } }: MarkPaidInput,
): Promise<Blocked | undefined> {
  const user = await findUser(tx, email);
  const buyer = user && (await findCurrentUser(tx, user.id));
  if (!buyer) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  const [orderId] = request.orderIds;
  await assertNotOwn(context, tx, {
    currentUser,
    ownerId: buyer.userId,
    what: 'order_marked_paid',
    ...(orderId !== undefined && { orderId }),
  });
  if (receivedOn !== undefined && receivedOn > (await todayOf(context, tx)))
    throw new AppError('invalid_input', byStaffErrorTexts.notReceivedYet, { field: 'receivedOn' });
  const byHand = { method, reference, marked_by: currentUser.userId, received_on: receivedOn ?? null };
  const reserved =
    (await markInvoicePaid(context, tx, { buyer, ...request, byHand })) ??
    (await reservePayment(context, tx, { currentUser: buyer, ...request, byHand }));
  if (reserved instanceof Blocked) return reserved;
  const { paymentId } = reserved;
  const payment = await findPayment(tx, paymentId);
  if (!payment) throw new Error(`payment ${paymentId} has vanished`);
  const { amount_cents: amountCents, currency } = payment;
  const charge = { id: `${method}_${paymentId}`, amountCents, currency, orderIds: request.orderIds };
  const { outcome } = await recordPayment(context, tx, payment, charge);
  if (outcome !== 'paid') throw new Error(`payment ${paymentId} by hand is ${outcome}`);
  for (const line of payment.lines) {
    await recordAudit(context, tx, {
      action: 'order_marked_paid',
      orderId: line.order_id,
      userId: buyer.userId,
      details: {
        paymentId,
        method,
        ...(reference !== '' && { reference }),
        ...(receivedOn !== undefined && { receivedOn }),
        amountCents: shareOfLine(payment, line),
      },
    });
  }
}

type Marked = {
  buyer: CurrentUser;
  orderIds: string[];
  price?: number | undefined;
  deliveryMethodId?: string | undefined;
  byHand: ByHand;
};

/** Writes on the payment of an open invoice how it was paid, where just its orders are meant; `undefined`
 * where none of them is on one. @throws AppError invoice_open where others, or another delivery than is
 * invoiced, are meant; price_changed for another sum. */
async function markInvoicePaid(
  context: AppContext,
  tx: DatabaseTransaction,
  { buyer, orderIds, price, deliveryMethodId, byHand }: Marked,
): Promise<{ paymentId: string } | undefined> {
  const { orders, payments } = await lockOrdersWithPayments(tx, orderIds);
  const invoiced = payments.find(isOpenInvoice);
  if (!invoiced) return undefined;
  ownUnpaid(buyer.userId, orderIds, orders);
  const ids = new Set(orderIds);
  const isWhole =
    invoiced.lines.length === ids.size && invoiced.lines.every(({ order_id }) => ids.has(order_id));
  const isDelivered = deliveryMethodId === undefined || deliveryMethodId === invoiced.delivery_method_id;
  if (!isWhole || !isDelivered) throw await invoiceOpen(tx, invoiced);
  if (price !== undefined) checkSeenPrice(price, invoiced.amount_cents, await readPriceTerms(context, tx));
  await tx.updateTable('payments').set(byHand).where('id', '=', invoiced.id).execute();
  return { paymentId: invoiced.id };
}
