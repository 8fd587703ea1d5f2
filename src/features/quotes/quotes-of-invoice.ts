import { sql } from 'kysely';
import type { AppContext } from '#features/app-context.ts';
import { type QuoteWithLines, updateQuote } from '#features/orders/quote-store.ts';
import { anyOf, type DatabaseTransaction } from '#platform/database/database.ts';
import { enqueueExpiry } from './end-quote.ts';

/** Exempts the accepted quotes of invoiced orders from expiring. The transaction has locked them. */
export async function keepQuotes(tx: DatabaseTransaction, quotes: QuoteWithLines[]): Promise<void> {
  for (const { id } of quotes) await updateQuote(tx, id, { invoiced: true });
}

/** Lets quotes expire again once none of their orders is on an open invoice, and returns their updated
 * rows. */
export async function letQuotesExpire(
  context: AppContext,
  tx: DatabaseTransaction,
  quotes: QuoteWithLines[],
): Promise<QuoteWithLines[]> {
  const ids = quotes.flatMap(({ id, invoiced }) => (invoiced ? [id] : []));
  if (ids.length === 0) return quotes;
  const { rows } = await sql<{ id: string }>`
    update quotes set invoiced = false where id = ${anyOf(ids, 'uuid')} and not exists (
      select from quote_orders join payment_orders on live_order_id = quote_orders.order_id
        join payments on payments.id = payment_id
      where quote_id = quotes.id and due_on is not null) returning id`.execute(tx);
  const freed = new Set(rows.map(({ id }) => id));
  for (const { id, expires_at } of quotes)
    if (freed.has(id) && expires_at) await enqueueExpiry(context, tx, id, expires_at);
  return quotes.map((quote) => (freed.has(quote.id) ? { ...quote, invoiced: false } : quote));
}
