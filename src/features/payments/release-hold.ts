import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudits } from '#features/audit/record-audit.ts';
import { Blocked } from '#features/idempotency/idempotent.ts';
import { assertNotInvoiced, invoiceOpen, isOpenInvoice } from '#features/invoices/open-invoice.ts';
import { checkOrderMove } from '#features/orders/order-states.ts';
import {
  findPayment,
  lockOrdersWithPayments,
  lockPayment,
  type Payment,
  recordIntent,
  updatePayment,
} from '#features/orders/payment-store.ts';
import { nextPaymentState } from '#features/orders/rules.ts';
import { findOrder, findOrderNumbers } from '#features/orders/store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { expireQuote } from '#features/quotes/end-quote.ts';
import { releaseFromPayment } from '#features/quotes/payment-units.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import {
  CardPaymentsError,
  ChargeRefusedError,
  type PaymentIntent,
} from '#platform/payments/card-payments.ts';
import { settlePayment } from './settle-payment.ts';

/** How often payments and quotes are ended for the same work before the caller is asked to try again. */
const MAX_ENDED = 3;

/** Runs `work`, which changes nothing while something blocks it. Ends what does, with no transaction open,
 * because none may wait for the card provider, and runs it again. @throws what `work` throws; AppError
 * conflict; CardPaymentsError */
export async function retryUnblocked<Result>(
  context: AppContext,
  work: () => Promise<Result | Blocked>,
): Promise<Result> {
  for (let ended = 0; ended <= MAX_ENDED; ended++) {
    const found = await work();
    if (!(found instanceof Blocked)) return found;
    for (const id of found.paymentIds) await releaseHold(context, id);
    for (const id of found.quoteIds) await expireQuote(context, id);
  }
  throw new AppError('conflict', orderErrorTexts.beingPaid);
}

type EndPaymentInput = { currentUser: CurrentUser; orderId: string };

/** Ends the payment in progress of an unpaid order for its owner or staff, so that the order can be changed
 * (decision 73). @throws AppError not_found; conflict if it is paid, or the payment has succeeded meanwhile;
 * CardPaymentsError */
export async function endPayment(
  context: AppContext,
  { currentUser, orderId }: EndPaymentInput,
): Promise<{ deletedCount: number }> {
  const live = await context.db.transaction().execute(async (tx) => {
    const { orders, payments } = await lockOrdersWithPayments(tx, [orderId]);
    const [order] = orders;
    if (!order || order.deleted_at || !(currentUser.isStaff || order.user_id === currentUser.userId))
      throw new AppError('not_found', orderErrorTexts.noSuchOrder);
    checkOrderMove(order.state, 'changed');
    await assertNotInvoiced(tx, payments);
    return payments.find(({ state }) => state === 'live');
  });
  if (!live) return { deletedCount: 0 };
  await releaseHold(context, live.id);
  const after = await findOrder(context.db, orderId);
  if (after) checkOrderMove(after.state, 'changed');
  return { deletedCount: 1 };
}

/** Cancels a live payment's intent, then releases the units of all its orders, so that a late payment never
 * finds its units sold. If the payment has succeeded, it is recorded as paid. @throws
 * CardPaymentsError if the provider is unreachable; the units stay held. AppError invoice_open: only staff
 * end a payment that awaits a transfer */
export async function releaseHold(context: AppContext, paymentId: string): Promise<void> {
  const payment = await findPayment(context.db, paymentId);
  if (payment?.state !== 'live') return;
  if (isOpenInvoice(payment)) throw await invoiceOpen(context.db, payment);
  const intent = await ensureIntent(context, payment);
  const isRefused = intent instanceof ChargeRefusedError;
  const ended = isRefused ? undefined : await context.cardPayments.cancelIntent(intent.id);
  if (ended?.status === 'succeeded') await settlePayment(context, ended.id);
  else await context.db.transaction().execute((tx) => releaseUnits(context, tx, payment));
}

async function releaseUnits(
  context: AppContext,
  tx: DatabaseTransaction,
  { id, lines }: Payment,
): Promise<void> {
  const locked = await lockPayment(tx, { id, lines });
  if (locked.payment.state !== 'live') return;
  const state = nextPaymentState(locked.payment.state, 'released');
  await updatePayment(tx, id, { state, settled_at: context.clock.now() });
  await releaseFromPayment(context, tx, locked.quotes, locked.lines);
  await recordAudits(
    context,
    tx,
    locked.lines.map(({ line, order }) => ({
      action: 'payment_released',
      orderId: order.id,
      toolId: order.tool_id,
      details: { paymentId: id, unitsGivenBack: line.held_quantity },
    })),
  );
}

/** Fetches a payment's intent, or creates it if a crash or an outage prevented the provider's reply: the
 * payment's id is the idempotency key, so there is never a second intent. Returns the provider's refusal if
 * no card can pay the amount. @throws CardPaymentsError if the provider is unreachable */
export async function ensureIntent(
  context: AppContext,
  payment: Payment,
): Promise<PaymentIntent | ChargeRefusedError> {
  if (payment.intent_id !== null) {
    const known = await context.cardPayments.retrieveIntent(payment.intent_id);
    if (!known) throw new CardPaymentsError(`The provider does not know intent ${payment.intent_id}`);
    return known;
  }
  const orderIds = payment.lines.map(({ order_id }) => order_id);
  const orderNumbers = await findOrderNumbers(context.db, orderIds);
  const { amount_cents: amountCents, currency, id: idempotencyKey } = payment;
  const made = await context.cardPayments
    .createIntent({ amountCents, currency, orderIds, orderNumbers, idempotencyKey })
    .catch((error: unknown) => {
      if (error instanceof ChargeRefusedError) return error;
      throw error;
    });
  if (!(made instanceof ChargeRefusedError)) await recordIntent(context.db, payment.id, made.id);
  return made;
}
