import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { releaseUnits } from '#features/catalogue/stock-store.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { type LockedOrders, lockOrdersWithPayments, type Payment } from '#features/orders/payment-store.ts';
import { isExpired } from '#features/orders/quote-rules.ts';
import {
  findOpenQuoteIds,
  findQuoteRow,
  type QuoteWithLines,
  updateQuote,
  updateQuoteLine,
} from '#features/orders/quote-store.ts';
import type { OrderRow } from '#features/orders/store.ts';
import { quoteErrorTexts } from '#features/orders/texts/quotes.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { quoteEmails } from './emails.ts';
import { recordOfQuote, unitsOfQuote } from './quote-actions.ts';

const LOOK_AGAIN_MS = 60_000;

export type LockedQuote = LockedOrders & { quote: QuoteWithLines };

/** Locks a quote with all of its orders, and their payments, in the one order; one that
 * has ended stays as it is anyway.
 * @throws AppError not_found */
export async function lockQuote(tx: DatabaseTransaction, quoteId: string): Promise<LockedQuote> {
  const found = await findQuoteRow(tx, quoteId);
  if (!found) throw new AppError('not_found', quoteErrorTexts.noSuchQuote);
  const locked = await lockOrdersWithPayments(
    tx,
    found.lines.map(({ order_id }) => order_id),
  );
  const open = locked.quotes.find(({ id }) => id === quoteId);
  return { ...locked, quote: open ?? (await findQuoteRow(tx, quoteId)) ?? found };
}

/** A quote's lines, each with its order. */
export function linesWithOrders({ lines }: QuoteWithLines, orders: OrderRow[]) {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return lines.flatMap((line) => {
    const order = byId.get(line.order_id);
    return order ? [{ line, order }] : [];
  });
}

/** Releases what a quote holds. What payments have taken over stays theirs. */
export async function releaseHeld(
  context: AppContext,
  tx: DatabaseTransaction,
  quote: QuoteWithLines,
  orders: OrderRow[],
): Promise<void> {
  const held = linesWithOrders(quote, orders).filter(({ line }) => line.held_quantity > 0);
  for (const { order } of held) await updateQuoteLine(tx, quote.id, order.id, { held_quantity: 0 });
  await releaseUnits(
    context,
    tx,
    ...held.map(({ line, order }) => unitsOfQuote(quote, order, line.held_quantity)),
  );
}

/** Ends a quote that is locked and open: what it holds is released, its orders stay in the cart. */
export async function endQuote(
  context: AppContext,
  tx: DatabaseTransaction,
  { quote, orders }: { quote: QuoteWithLines; orders: OrderRow[] },
  state: 'declined' | 'withdrawn' | 'expired',
): Promise<void> {
  await releaseHeld(context, tx, quote, orders);
  await updateQuote(tx, quote.id, { state, ended_at: context.clock.now() });
  await recordOfQuote(context, tx, quote, orders, `quote_${state}`);
}

/** Ends a quote whose minute has passed, and tells its buyer. Its units go back at once; while an order of it
 * is being paid, by a payment that began in time, the quote itself waits for what becomes of that. */
export async function expireQuote(context: AppContext, quoteId: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { quote, orders, payments } = await lockQuote(tx, quoteId);
    if (!isExpired(quote, context.clock.now())) return;
    const live = payments.filter(({ state }) => state === 'live');
    if (live.length > 0) {
      await releaseHeld(context, tx, quote, orders);
      await enqueueExpiry(context, tx, quoteId, lookAgainAt(live, context.clock.now()));
      return;
    }
    await endQuote(context, tx, { quote, orders }, 'expired');
    await enqueueEmail(context, tx, quoteEmails.expired, { quoteId });
  });
}

/** When the last of some payments runs out; one that has and could not be ended is
 * asked about again in a minute. */
const lookAgainAt = (payments: Payment[], now: Date) =>
  new Date(
    Math.max(
      now.getTime() + LOOK_AGAIN_MS,
      ...payments.map(({ hold_expires_at }) => hold_expires_at?.getTime() ?? 0),
    ),
  );

/** Queues the end of a quote at its minute; a later call moves one that has not begun. */
export async function enqueueExpiry(
  { jobs }: Pick<AppContext, 'jobs'>,
  tx: DatabaseTransaction,
  quoteId: string,
  runAt?: Date,
): Promise<void> {
  await jobs.enqueue(tx, 'expire-quote', { quoteId }, { key: `expire-quote:${quoteId}`, runAt });
}

/** Queues the withdrawal of the open quotes of a buyer who may not order any more, or of
 * tools that have left the shop. */
export async function withdrawQuotesOf(
  { db, jobs }: AppContext,
  of: { userId: string } | { toolIds: string[] },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const quoteId of await findOpenQuoteIds(tx, of))
      await jobs.enqueue(tx, 'withdraw-quote', { quoteId }, { key: `withdraw-quote:${quoteId}` });
  });
}
