import { AppError } from '#contracts/app-error.ts';
import { toPrice } from '#contracts/money.ts';
import { accountOf, type BankAccount, MAX_PAYMENT_DAYS } from '#contracts/shop-details.ts';
import { addDays, dayIn } from '#contracts/time-zone.ts';
import type { AppContext } from '#features/app-context.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { Blocked } from '#features/idempotency/idempotent.ts';
import { issueInvoice } from '#features/invoices/issue-invoice.ts';
import { openInvoiceErrorTexts as errors } from '#features/invoices/open-invoice-texts.ts';
import { findInvoiceOfPayment, invoiceOf } from '#features/invoices/store.ts';
import { findCustomer } from '#features/orders/find-customer.ts';
import { findPayment, lockPayment } from '#features/orders/payment-store.ts';
import { byStaffErrorTexts } from '#features/orders/texts/by-staff.ts';
import { keepQuotes } from '#features/quotes/quotes-of-invoice.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { findDetails } from '#features/shop-details/store.ts';
import { assertNotOwn, assertVerified } from '#features/users/account-checks.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { retryUnblocked } from '../release-hold.ts';
import { reservePayment } from '../reserve-payment.ts';
import type { NewOpenInvoice, OpenInvoice, TransferTerms } from './contract.ts';
import { openInvoiceEmails } from './emails.ts';

type IssueInput = { currentUser: CurrentUser; email: string; request: NewOpenInvoice };

/** Issues one invoice before payment for a customer's orders: it creates a payment that holds their units
 * until the transfer arrives or the invoice is withdrawn. A card payment in progress is ended first; if it
 * has succeeded, the orders are paid by it. @throws AppError own_account, not_found, conflict (also without
 * bank details), invoice_open, email_not_verified, out_of_stock, price_changed, price_not_accepted,
 * address_needed, account_blocked, invalid_input; CardPaymentsError */
export async function issueOpenInvoice(context: AppContext, input: IssueInput): Promise<OpenInvoice> {
  await retryUnblocked(context, () => context.db.transaction().execute((tx) => issue(context, tx, input)));
  const [orderId = ''] = input.request.orderIds;
  const issued = await findOpenInvoice(context.db, orderId, await todayOf(context));
  // It was paid or withdrawn right after it was issued.
  if (!issued) throw new AppError('conflict', errors.endedMeanwhile);
  return issued;
}

async function issue(
  context: AppContext,
  tx: DatabaseTransaction,
  { currentUser, email, request: { dueOn: wanted, ...request } }: IssueInput,
): Promise<Blocked | undefined> {
  const buyer = await findCustomer(tx, email, 'email');
  const [orderId = ''] = request.orderIds;
  await assertNotOwn(context, tx, { currentUser, ownerId: buyer.userId, what: 'invoice_issued', orderId });
  await assertVerified(tx, buyer.userId, byStaffErrorTexts.notVerified);
  const { account, ...terms } = await findTerms(context, tx);
  if (!account) throw new AppError('conflict', errors.noAccount);
  const dueOn = wanted ?? terms.dueOn;
  if (dueOn < terms.today || dueOn > addDays(terms.today, MAX_PAYMENT_DAYS))
    throw new AppError('invalid_input', errors.dueOn(MAX_PAYMENT_DAYS), { field: 'dueOn' });
  const byHand = { method: 'transfer' as const, reference: '', marked_by: currentUser.userId, due_on: dueOn };
  const reserved = await reservePayment(context, tx, { currentUser: buyer, ...request, byHand });
  if (reserved instanceof Blocked) return reserved;
  await writeInvoice(context, tx, { paymentId: reserved.paymentId, terms: { dueOn, account } });
  return undefined;
}

async function writeInvoice(
  context: AppContext,
  tx: DatabaseTransaction,
  { paymentId, terms }: { paymentId: string; terms: { dueOn: string; account: BankAccount } },
): Promise<void> {
  const found = await findPayment(tx, paymentId);
  if (!found) throw new Error(`payment ${paymentId} has vanished`);
  const { payment, lines, quotes } = await lockPayment(tx, found);
  await keepQuotes(tx, quotes);
  const [first] = lines;
  if (first)
    await enqueueEmail(context, tx, openInvoiceEmails.issued, { orderId: first.order.id, paymentId });
  // Last, because no other document of this kind can be issued until this transaction ends.
  await issueInvoice(context, tx, { payment, lines, transactionId: null, terms });
}

/** Returns the account for transfers, and the due date of an invoice issued today. */
export async function findTerms({ clock }: Pick<AppContext, 'clock'>, db: Database): Promise<TransferTerms> {
  const details = await findDetails(db);
  const { paymentDays } = details.bank;
  const today = dayIn(clock.now(), details.region.zone);
  return { account: accountOf(details) ?? null, paymentDays, today, dueOn: addDays(today, paymentDays) };
}

/** Finds an order's open invoice and serializes it, as of a date: 2026-11-26. */
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
    _id: row.id,
    number: paper.number,
    date: paper.issuedOn,
    dueOn,
    orders,
    account,
    overdue: dueOn < today,
    total: toPrice(paper.totalCents, paper.currency),
    currency: paper.currency,
  };
}
