import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { Blocked } from '#features/idempotency/idempotent.ts';
import { assertNotInvoiced } from '#features/invoices/open-invoice.ts';
import { checkQuoteMove, isOpenAt } from '#features/orders/quote-rules.ts';
import { findQuoteRow, updateQuote } from '#features/orders/quote-store.ts';
import { checkSeenPrice } from '#features/orders/rules.ts';
import { updateOrder } from '#features/orders/store.ts';
import { quoteErrorTexts } from '#features/orders/texts/quotes.ts';
import { assertStillSold } from '#features/orders/unpaid-orders.ts';
import { retryUnblocked } from '#features/payments/release-hold.ts';
import type { Quote, QuoteAcceptance } from '#features/quotes/contract.ts';
import { quoteEmails } from '#features/quotes/emails.ts';
import { endQuote, type LockedQuote, lockQuote } from '#features/quotes/end-quote.ts';
import { assertSeen, assertUnpaid, recordOfQuote } from '#features/quotes/quote-actions.ts';
import { answerQuote } from '#features/quotes/quote-list.ts';
import { readPriceTerms } from '#features/shop-details/read-details.ts';
import { assertNotBlocked } from '#features/users/account-checks.ts';
import { notifyStaff } from '#features/users/notices/notify-staff.ts';
import type { CurrentUser } from '#features/users/store.ts';
import { enqueueWebhooks } from '#features/webhooks/enqueue-webhooks.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';

type Answering = { currentUser: CurrentUser; quoteId: string };

/** Accepts the buyer's own quote as they saw it: its orders take the offered prices while it is valid.
 * Idempotent. @throws AppError not_found, conflict, version_conflict, price_changed, account_blocked */
export async function acceptQuote(
  context: AppContext,
  { currentUser, quoteId, acceptance }: Answering & { acceptance: QuoteAcceptance },
): Promise<Quote> {
  return context.db.transaction().execute(async (tx) => {
    const { quote, orders } = await lockOwnQuote(tx, { currentUser, quoteId });
    const now = context.clock.now();
    if (quote.state !== 'accepted') checkQuoteMove(quote, 'accepted', now);
    await assertSeen(context, tx, quote, acceptance.version);
    const prices = new Map(
      quote.lines.map(({ order_id, quantity, unit_price_cents }) => {
        if (unit_price_cents === null) throw new Error(`quote ${quoteId} has an order without a price`);
        const totalCents = unit_price_cents * quantity;
        return [order_id, { unit_price_cents, total_cents: totalCents }];
      }),
    );
    const totalCents = [...prices.values()].reduce((sum, { total_cents }) => sum + total_cents, 0);
    checkSeenPrice(acceptance.price, totalCents, await readPriceTerms(context, tx));
    if (quote.state !== 'accepted') {
      await assertNotBlocked(context, tx, currentUser.userId);
      assertUnpaid(orders);
      await assertStillSold(tx, orders);
      for (const { id } of orders) await updateOrder(tx, id, prices.get(id) ?? {});
      await updateQuote(tx, quoteId, { state: 'accepted', accepted_at: now });
      await recordOfQuote(context, tx, quote, orders, 'quote_accepted');
      await notifyStaff(context, tx, quoteEmails.toStaff, { quoteId, action: 'accepted' });
      await enqueueWebhooks(context, tx, 'quote.accepted', [{ id: quoteId }]);
    }
    return answerQuote(context, tx, quoteId);
  });
}

/** Ends the buyer's own quote. A payment in progress of its orders is ended first; if it has succeeded, the
 * quote stays unchanged. Idempotent. @throws AppError not_found, conflict; CardPaymentsError */
export async function declineQuote(context: AppContext, answering: Answering): Promise<Quote> {
  const { quoteId } = answering;
  return retryUnblocked(context, () =>
    context.db.transaction().execute(async (tx) => {
      const locked = await lockOwnQuote(tx, answering);
      const ended = await endOpen(context, tx, locked, 'declined');
      if (ended instanceof Blocked) return ended;
      if (ended) await notifyStaff(context, tx, quoteEmails.toStaff, { quoteId, action: 'declined' });
      return answerQuote(context, tx, quoteId);
    }),
  );
}

/** Like `declineQuote`, for the shop; notifies the buyer. @throws AppError not_found, conflict;
 * CardPaymentsError */
export async function withdrawQuote(context: AppContext, quoteId: string): Promise<Quote> {
  return retryUnblocked(context, () =>
    context.db.transaction().execute(async (tx) => {
      const locked = await lockQuote(tx, quoteId);
      const ended = await endOpen(context, tx, locked, 'withdrawn');
      if (ended instanceof Blocked) return ended;
      if (ended) await enqueueEmail(context, tx, quoteEmails.withdrawn, { quoteId });
      return answerQuote(context, tx, quoteId);
    }),
  );
}

/** Withdraws a quote automatically if it is still open; quotes with invoiced orders stay open for their
 * buyer. @throws CardPaymentsError */
export async function withdrawOpenQuote(context: AppContext, quoteId: string): Promise<void> {
  const quote = await findQuoteRow(context.db, quoteId);
  if (!quote || quote.invoiced || !isOpenAt(quote, context.clock.now())) return;
  await withdrawQuote(context, quoteId);
}

async function lockOwnQuote(
  tx: DatabaseTransaction,
  { currentUser, quoteId }: Answering,
): Promise<LockedQuote> {
  const locked = await lockQuote(tx, quoteId);
  if (locked.quote.user_id === currentUser.userId) return locked;
  throw new AppError('not_found', quoteErrorTexts.noSuchQuote);
}

/** Ends a quote if its state allows it and no payment of its orders is in progress; returns `false` if it had
 * already ended. */
async function endOpen(
  context: AppContext,
  tx: DatabaseTransaction,
  { quote, orders, payments }: LockedQuote,
  state: 'declined' | 'withdrawn',
): Promise<boolean | Blocked> {
  if (quote.state === state) return false;
  checkQuoteMove(quote, state, context.clock.now());
  await assertNotInvoiced(tx, payments);
  const live = payments.filter((payment) => payment.state === 'live');
  if (live.length > 0) return new Blocked(live);
  await endQuote(context, tx, { quote, orders }, state);
  return true;
}
