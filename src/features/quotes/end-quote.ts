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

/** Locks a quote with all of its orders and their payments in the standard lock order; a quote that has ended
 * needs no lock. @throws AppError not_found */
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

/** Returns a quote's lines, each with its order. */
export function linesWithOrders({ lines }: QuoteWithLines, orders: OrderRow[]) {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return lines.flatMap((line) => {
    const order = byId.get(line.order_id);
    return order ? [{ line, order }] : [];
  });
}

/** Releases the units held by a quote. Units taken over by payments stay with them. */
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

/** Ends a quote that is locked and open: releases its units and leaves its orders in the cart. */
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

/** Ends an expired quote and notifies its buyer. Its units are released at once; while a payment that started
 * in time is in progress, the quote itself waits for its outcome. */
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

/** Returns when the last of the payments expires; for one that has expired and could not be ended, a minute
 * from now. */
const lookAgainAt = (payments: Payment[], now: Date) =>
  new Date(
    Math.max(
      now.getTime() + LOOK_AGAIN_MS,
      ...payments.map(({ hold_expires_at }) => hold_expires_at?.getTime() ?? 0),
    ),
  );

/** Queues the end of a quote at its expiry; a later call reschedules one that has not started. */
export async function enqueueExpiry(
  { jobs }: Pick<AppContext, 'jobs'>,
  tx: DatabaseTransaction,
  quoteId: string,
  runAt?: Date,
): Promise<void> {
  await jobs.enqueue(tx, 'expire-quote', { quoteId }, { key: `expire-quote:${quoteId}`, runAt });
}

/** Queues the withdrawal of the open quotes of a buyer who may no longer order, or with tools that were
 * removed from the shop. */
export async function withdrawQuotesOf(
  { db, jobs }: AppContext,
  of: { userId: string } | { toolIds: string[] },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const quoteId of await findOpenQuoteIds(tx, of))
      await jobs.enqueue(tx, 'withdraw-quote', { quoteId }, { key: `withdraw-quote:${quoteId}` });
  });
}
