import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { Blocked, idempotent } from '#features/idempotency/idempotent.ts';
import { assertNotInvoiced } from '#features/invoices/open-invoice.ts';
import { lockOrdersWithPayments } from '#features/orders/payment-store.ts';
import { isExpired, MAX_ASKED_QUOTES } from '#features/orders/quote-rules.ts';
import { countAskedQuotes, insertQuote, openLineOf } from '#features/orders/quote-store.ts';
import type { OrderRow } from '#features/orders/store.ts';
import { quoteErrorTexts } from '#features/orders/texts/quotes.ts';
import { assertStillSold, ownUnpaid, refusalOf } from '#features/orders/unpaid-orders.ts';
import { retryUnblocked } from '#features/payments/release-hold.ts';
import { type NewQuote, type Quote, quoteSchema } from '#features/quotes/contract.ts';
import { quoteEmails } from '#features/quotes/emails.ts';
import { recordOfQuote } from '#features/quotes/quote-actions.ts';
import { answerQuote } from '#features/quotes/quote-list.ts';
import { assertNotBlocked, assertVerified } from '#features/users/account-checks.ts';
import { notifyStaff } from '#features/users/notices/notify-staff.ts';
import { type CurrentUser, lockUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';

type AskForQuoteInput = { currentUser: CurrentUser; newQuote: NewQuote; idempotencyKey: string | undefined };

/** Requests a quote for some of the buyer's unpaid orders. A payment in progress of them is ended first.
 * @throws AppError not_found, conflict, account_blocked, email_not_verified, key_reused; CardPaymentsError */
export async function askForQuote(
  context: AppContext,
  { currentUser, newQuote, idempotencyKey }: AskForQuoteInput,
): Promise<Quote> {
  const { userId } = currentUser;
  const request = { userId, route: 'POST /quotes', key: idempotencyKey, body: newQuote };
  return retryUnblocked(context, () =>
    context.db.transaction().execute((tx) =>
      idempotent(context, tx, request, quoteSchema, async () => {
        const orders = await lockForQuote(context, tx, userId, newQuote.orderIds);
        if (orders instanceof Blocked) return orders;
        await assertVerified(tx, userId, quoteErrorTexts.verifyFirst);
        await checkAskedQuotes(tx, userId);
        const quote = await insertQuote(
          tx,
          { id: uuid(), user_id: userId, note: newQuote.note, asked_at: context.clock.now() },
          orders.map(({ id, quantity }) => ({ order_id: id, quantity })),
        );
        await recordOfQuote(context, tx, quote, orders, 'quote_asked');
        await notifyStaff(context, tx, quoteEmails.toStaff, { quoteId: quote.id, action: 'asked' });
        return answerQuote(context, tx, quote.id);
      }),
    ),
  );
}

/** Locks a buyer's unpaid orders for a new quote, then the buyer; a payment in progress or an expired quote
 * blocks it. @throws AppError not_found; conflict for an order that is paid, in another quote or
 * for a removed tool; account_blocked */
export async function lockForQuote(
  context: AppContext,
  tx: DatabaseTransaction,
  userId: string,
  orderIds: string[],
): Promise<OrderRow[] | Blocked> {
  const locked = await lockOrdersWithPayments(tx, orderIds);
  const orders = ownUnpaid(userId, orderIds, locked.orders);
  const now = context.clock.now();
  for (const order of orders) {
    const quote = openLineOf(locked.quotes, order.id)?.quote;
    if (quote && !isExpired(quote, now))
      throw refusalOf(order, orders, 'conflict', quoteErrorTexts.alreadyQuoted(quote.number));
  }
  await assertNotInvoiced(tx, locked.payments);
  const live = locked.payments.filter(({ state }) => state === 'live');
  if (live.length > 0 || locked.quotes.length > 0) return new Blocked(live, locked.quotes);
  await lockUser(tx, userId);
  await assertNotBlocked(context, tx, userId);
  await assertStillSold(tx, orders);
  return orders;
}

/** Limits a buyer's open requests. The buyer's row is locked. */
async function checkAskedQuotes(tx: DatabaseTransaction, userId: string): Promise<void> {
  if ((await countAskedQuotes(tx, userId)) < MAX_ASKED_QUOTES) return;
  throw new AppError('conflict', quoteErrorTexts.tooManyOpen(MAX_ASKED_QUOTES));
}
