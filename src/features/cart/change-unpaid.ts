import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { assertNotInvoiced } from '#features/invoices/open-invoice.ts';
import { checkOrderMove, type OrderMove } from '#features/orders/order-states.ts';
import { lockOrdersWithPayments, type Payment } from '#features/orders/payment-store.ts';
import { isExpired } from '#features/orders/quote-rules.ts';
import type { QuoteWithLines } from '#features/orders/quote-store.ts';
import type { OrderRow } from '#features/orders/store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { quoteErrorTexts } from '#features/orders/texts/quotes.ts';
import { BlockingPayments, retryUnblocked } from '#features/payments/end-blocking-payments.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';

/** An order with its payments, of which each may pay for others besides. */
export type LockedOrder = { order: OrderRow; payments: Payment[] };

/** Changes or deletes an unpaid order for its owner or staff. A payment under way that has run out, or whose
 * id `write` answers, is ended (what else it was to pay for stays in the cart), and all is tried again; if
 * it has succeeded, the order becomes paid and stays as it is.
 * @throws AppError not_found, conflict, and what `write` throws; CardPaymentsError. */
export async function changeUnpaid(
  context: AppContext,
  { currentUser, orderId, move }: { currentUser: CurrentUser; orderId: string; move: OrderMove },
  write: (tx: DatabaseTransaction, locked: LockedOrder) => Promise<string | undefined>,
): Promise<void> {
  await retryUnblocked(context, () =>
    context.db.transaction().execute(async (tx) => {
      const { orders, payments, quotes } = await lockOrdersWithPayments(tx, [orderId]);
      const [order] = orders;
      if (!order || order.deleted_at || !(currentUser.isStaff || order.user_id === currentUser.userId)) {
        throw new AppError('not_found', orderErrorTexts.noSuchOrder);
      }
      checkOrderMove(order.state, move);
      if (move === 'deleted') await assertNotInvoiced(tx, payments);
      assertNotQuoted(context, payments, quotes);
      const runOut = payments.filter((payment) => isRunOut(payment, context.clock.now()));
      if (runOut.length > 0) throw new BlockingPayments({ payments: runOut });
      const livePaymentId = await write(tx, { order, payments });
      const inTheWay = payments.filter(({ id }) => id === livePaymentId);
      if (inTheWay.length > 0) throw new BlockingPayments({ payments: inTheWay });
    }),
  );
}

/** Why an order that is being paid for is not changed. */
export const paymentInProgress = () => new AppError('payment_in_progress', orderErrorTexts.paymentInProgress);

const isRunOut = ({ state, hold_expires_at }: Payment, now: Date) =>
  state === 'live' && hold_expires_at !== null && hold_expires_at <= now;

/** What an open quote is about stays as it is. @throws AppError conflict;
 * BlockingPayments where it has run out. */
function assertNotQuoted(context: AppContext, payments: Payment[], quotes: QuoteWithLines[]): void {
  const [quote] = quotes;
  if (!quote) return;
  if (!isExpired(quote, context.clock.now()))
    throw new AppError('conflict', quoteErrorTexts.declineFirst(quote.number));
  throw new BlockingPayments({ payments: payments.filter(({ state }) => state === 'live'), quotes });
}
