import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudits } from '#features/audit/record-audit.ts';
import { sellFreeUnits, sellHeldUnits } from '#features/catalogue/stock-store.ts';
import { lockTools } from '#features/catalogue/store.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { issueInvoice } from '#features/invoices/issue-invoice.ts';
import { isOpenInvoice } from '#features/invoices/open-invoice.ts';
import { recordGivenTexts } from '#features/legal/given-texts.ts';
import type { Order } from '#features/orders/contract.ts';
import { recordMovements } from '#features/orders/movement-store.ts';
import {
  enqueueRelease,
  findPaymentByIntent,
  type LockedPayment,
  lockPayment,
  type Payment,
  type PaymentLine,
  shareOfLine,
  updatePayment,
} from '#features/orders/payment-store.ts';
import { enqueueOrderWebhooks } from '#features/orders/purchase-store.ts';
import { nextPaymentState } from '#features/orders/rules.ts';
import { shipByOfPaid } from '#features/orders/ship-by.ts';
import {
  allUnitsOfOrder,
  findOrder,
  moveOrders,
  type OrderRow,
  type OrderView,
  serializeOrder,
} from '#features/orders/store.ts';
import {
  orderErrorTexts,
  paymentErrorTexts,
  type RefundReason,
  refundReasonTexts,
} from '#features/orders/texts/errors.ts';
import {
  isHeldByQuote,
  releaseFromPayment,
  sellFromPayment,
  takeFromQuotes,
} from '#features/quotes/payment-units.ts';
import { closePaidQuotes } from '#features/quotes/quote-actions.ts';
import { letQuotesExpire } from '#features/quotes/quotes-of-invoice.ts';
import { notifyStaff } from '#features/users/notices/notify-staff.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { PaymentIntent } from '#platform/payments/card-payments.ts';
import { cardProviderTexts } from '#texts/errors.ts';
import { orderEmails } from './emails.ts';
import { requestRefund } from './request-refund.ts';

/** An intent's state at the provider, and the outcome. `refunded`: it succeeded, but could not be served. */
type Settlement =
  | { outcome: 'unknown' | 'open' | 'cancelled' | 'paid' }
  | { outcome: 'refunded'; reason: RefundReason };

/** Records a payment as paid if the provider says that it succeeded: it pays for all of its
 * orders or, if one of them can't be served, for none and is refunded in full. Safe to call repeatedly, in
 * any order and concurrently. @throws CardPaymentsError if the provider cannot be reached */
export async function settlePayment(context: AppContext, intentId: string): Promise<Settlement> {
  const payment = await findPaymentByIntent(context.db, intentId);
  if (!payment) return { outcome: 'unknown' };
  const intent = await context.cardPayments.retrieveIntent(intentId);
  if (!intent) return { outcome: 'unknown' };
  if (intent.status !== 'succeeded') return { outcome: intent.status };
  return context.db.transaction().execute((tx) => recordPayment(context, tx, payment, intent));
}

/** What was paid for which orders: a succeeded intent, or a manual payment recorded by staff. */
type Charge = Pick<PaymentIntent, 'id' | 'amountCents' | 'currency' | 'orderIds'>;

/** The only place where a payment is recorded as paid, or its refund requested: under the locks of all its
 * orders. */
export async function recordPayment(
  context: AppContext,
  tx: DatabaseTransaction,
  found: Payment,
  intent: Charge,
): Promise<Settlement> {
  const locked = await lockPayment(tx, found);
  const { state, refund_reason } = locked.payment;
  if (state === 'succeeded') return { outcome: 'paid' };
  if (refund_reason !== null) return { outcome: 'refunded', reason: refund_reason };

  await recordMovements(tx, found.id, [toCharge(intent)], context.clock.now());
  const reason = await sellUnits(context, tx, locked, intent);
  if (reason !== undefined) {
    await requestRefund(context, tx, locked, { amountCents: intent.amountCents, reason });
    return { outcome: 'refunded', reason };
  }
  await writePaid(context, tx, locked, intent);
  return { outcome: 'paid' };
}

const toCharge = ({ id, amountCents }: Charge) => ({
  ...{ kind: 'charge' as const, state: 'succeeded' as const },
  ...{ provider_id: id, refund_id: null, amount_cents: amountCents },
});

/** Sells the units of all paid orders. If one of them cannot be served, returns the reason and sells
 * nothing. */
async function sellUnits(
  context: AppContext,
  tx: DatabaseTransaction,
  { payment, lines, quotes }: LockedPayment,
  intent: Charge,
): Promise<RefundReason | undefined> {
  const refusal = isAsAsked(intent, payment) ? whyNotServed(lines) : 'other_amount';
  if (payment.state === 'live') {
    if (refusal === undefined) await sellFromPayment(context, tx, lines);
    else await releaseFromPayment(context, tx, quotes, lines);
    return refusal;
  }
  if (refusal !== undefined) return refusal;
  return (await sellUnheld(context, tx, lines, quotes)) ? undefined : 'sold_out';
}

/** Sells the units of a payment that ended but succeeded after all: of every line or of none. */
async function sellUnheld(
  context: AppContext,
  tx: DatabaseTransaction,
  lines: LockedPayment['lines'],
  quotes: LockedPayment['quotes'],
): Promise<boolean> {
  const orders = lines.map(({ order }) => order);
  await lockTools(
    tx,
    orders.map((order) => order.tool_id),
  );
  const isHeld = isHeldByQuote(quotes);
  const free = orders.filter((order) => !isHeld(order));
  if (!(await sellFreeUnits(context, tx, ...free.map(allUnitsOfOrder)))) return false;
  await takeFromQuotes(tx, quotes, orders);
  await sellHeldUnits(context, tx, ...orders.filter(isHeld).map(allUnitsOfOrder));
  return true;
}

function whyNotServed(lines: LockedPayment['lines']): RefundReason | undefined {
  const reasons = lines.map(({ line, order }) => whyOrderNotServed(order, line));
  return reasons.find((reason) => reason !== undefined);
}

function whyOrderNotServed(order: OrderRow, line: PaymentLine): RefundReason | undefined {
  if (order.deleted_at) return 'order_deleted';
  if (order.paid_at) return 'order_paid';
  // A cancelled payment that was charged after all may predate a change of the order.
  if (line.goods_cents !== order.total_cents) return 'other_amount';
  const facts = ['tool_id', 'quantity', 'unit_price_cents', 'address'] as const;
  const isAsBegun = facts.every((fact) => [null, order[fact]].includes(line[`ordered_${fact}`]));
  return isAsBegun ? undefined : 'order_changed';
}

function isAsAsked(intent: Charge, payment: Payment): boolean {
  const asked = payment.lines.map(({ order_id }) => order_id);
  return (
    intent.amountCents === payment.amount_cents &&
    intent.currency === payment.currency &&
    intent.orderIds.toSorted().join() === asked.toSorted().join()
  );
}

async function writePaid(
  context: AppContext,
  tx: DatabaseTransaction,
  { payment, lines, rivals, quotes }: LockedPayment,
  intent: Charge,
): Promise<void> {
  const settledAt = context.clock.now();
  const state = nextPaymentState(payment.state, 'captured');
  await updatePayment(tx, payment.id, { state, settled_at: settledAt });
  for (const { order } of lines)
    context.log.info({ orderId: order.id, paymentId: payment.id }, 'an order was paid');
  const orders = lines.map(({ order }) => order);
  const shipBy = await shipByOfPaid(context, tx);
  await moveOrders(tx, orders, { kind: 'paid', at: settledAt, transactionId: intent.id, shipBy });
  await recordAudits(
    context,
    tx,
    lines.map(({ line, order }) => ({
      action: 'order_paid',
      orderId: order.id,
      toolId: order.tool_id,
      details: { paymentId: payment.id, amountCents: shareOfLine(payment, line), unitsSold: order.quantity },
    })),
  );
  await closePaidQuotes(context, tx, await letQuotesExpire(context, tx, quotes), orders);
  await notifyOfSale(context, tx, payment);
  for (const rival of rivals) {
    if (isOpenInvoice(rival)) await context.jobs.enqueue(tx, 'withdraw-invoice', { paymentId: rival.id });
    else if (rival.state === 'live') await enqueueRelease(context, tx, rival.id);
  }
  const first = lines.slice(0, 1).map(({ order }) => ({ id: order.id }));
  await enqueueOrderWebhooks(context, tx, 'purchase.paid', first);
  // Orders invoiced before payment have their invoice. Last, because it blocks other invoices until this
  // transaction ends.
  if (payment.due_on === null) await issueInvoice(context, tx, { payment, lines, transactionId: intent.id });
}

/** Sends one email to the buyer and one to staff, for any number of orders. */
async function notifyOfSale(context: AppContext, tx: DatabaseTransaction, payment: Payment): Promise<void> {
  const { id, lines } = payment;
  const [first] = lines;
  if (!first) return;
  const about = { orderId: first.order_id, ...(lines.length > 1 && { paymentId: id }) };
  await recordGivenTexts(context, tx, payment);
  await enqueueEmail(context, tx, orderEmails.paid, about);
  await notifyStaff(context, tx, orderEmails.sold, about);
}

type ConfirmPaymentInput = { currentUser: CurrentUser; orderId: string; intentId: string };

/** Handles the buyer's report that an order is paid, after asking the provider; for a payment
 * of many orders, it settles all of them. Idempotent. @throws AppError not_found for another's order,
 * conflict if the provider does not confirm it; CardPaymentsError */
export async function confirmPayment(context: AppContext, input: ConfirmPaymentInput): Promise<Order> {
  const order = await findOwnOrder(context, input);
  const payment = await findPaymentByIntent(context.db, input.intentId);
  if (!payment?.lines.some((line) => line.order_id === order.id))
    throw new AppError('conflict', paymentErrorTexts.otherOrder);
  const settlement = await settlePayment(context, input.intentId);
  if (settlement.outcome !== 'paid') throw new AppError('conflict', whyNotPaid(settlement));
  return serializeOrder(await findOwnOrder(context, input), context.config.currency);
}

async function findOwnOrder(
  context: AppContext,
  { currentUser, orderId }: ConfirmPaymentInput,
): Promise<OrderView> {
  const order = await findOrder(context.db, orderId);
  if (order?.user_id !== currentUser.userId) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  return order;
}

function whyNotPaid(settlement: Exclude<Settlement, { outcome: 'paid' }>): string {
  switch (settlement.outcome) {
    case 'refunded':
      return paymentErrorTexts.refunding(refundReasonTexts[settlement.reason]);
    case 'cancelled':
      return cardProviderTexts.cancelled;
    default:
      return paymentErrorTexts.notSucceeded;
  }
}
