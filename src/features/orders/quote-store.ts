import type { Insertable, Selectable, Updateable } from 'kysely';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import { isExpired, openQuoteStates } from './quote-rules.ts';

export type QuoteRow = Selectable<Tables['quotes']>;

/** What a quote offers and holds for one of its orders. */
export type QuoteLineRow = Selectable<Tables['quote_orders']>;

/** A quote with a line for each of its orders, in the order requested. */
export type QuoteWithLines = QuoteRow & { lines: QuoteLineRow[] };

type NewQuoteRow = Insertable<Tables['quotes']>;
type NewLine = Pick<Insertable<Tables['quote_orders']>, 'order_id' | 'quantity' | 'unit_price_cents'>;

/** Stores a quote with its lines. It holds no units yet. */
export async function insertQuote(
  tx: DatabaseTransaction,
  quote: NewQuoteRow,
  lines: NewLine[],
): Promise<QuoteWithLines> {
  const row = await tx.insertInto('quotes').values(quote).returningAll().executeTakeFirstOrThrow();
  const added = await tx
    .insertInto('quote_orders')
    .values(lines.map((line, position) => ({ ...line, quote_id: row.id, position, state: row.state })))
    .returningAll()
    .execute();
  return { ...row, lines: added };
}

/** Reads a quote without waiting for locks. */
export async function findQuoteRow(db: Database, quoteId: string): Promise<QuoteWithLines | undefined> {
  const row = await db.selectFrom('quotes').selectAll().where('id', '=', quoteId).executeTakeFirst();
  return row && (await withLines(db, [row]))[0];
}

async function withLines(db: Database, rows: QuoteRow[]): Promise<QuoteWithLines[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await db
    .selectFrom('quote_orders')
    .selectAll()
    .where('quote_id', '=', anyOf<string>(ids, 'uuid'))
    .orderBy('position')
    .execute();
  const byQuote = Map.groupBy(lines, (line) => line.quote_id);
  return rows.map((row) => ({ ...row, lines: byQuote.get(row.id) ?? [] }));
}

/** Locks the open quotes of orders, which are locked already, by the quotes' ids. */
export async function lockOpenQuotes(tx: DatabaseTransaction, orderIds: string[]): Promise<QuoteWithLines[]> {
  const rows = await tx
    .selectFrom('quotes')
    .selectAll()
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('quote_orders')
        .select('quote_id')
        .where('order_id', '=', anyOf<string>(orderIds, 'uuid'))
        .where('state', 'in', openQuoteStates),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  // A quote may have ended while this waited for its lock.
  return withLines(
    tx,
    rows.filter(({ state }) => openQuoteStates.some((open) => open === state)),
  );
}

/** Returns an order's line in its open quote. */
export function openLineOf(
  quotes: QuoteWithLines[],
  orderId: string,
): { quote: QuoteWithLines; line: QuoteLineRow } | undefined {
  for (const quote of quotes) {
    const line = quote.lines.find((each) => each.order_id === orderId);
    if (line) return { quote, line };
  }
  return undefined;
}

/** Returns the quote that gets an order's units back when its payment ends: an accepted one that reserves
 * units and has not expired. */
export function keepingQuoteOf(
  quotes: QuoteWithLines[],
  orderId: string,
  now: Date,
): QuoteWithLines | undefined {
  const quote = openLineOf(quotes, orderId)?.quote;
  return quote?.state === 'accepted' && quote.holds && !isExpired(quote, now) ? quote : undefined;
}

/** Writes how many units a quote, which is locked, holds for an order, or what
 * one unit of it is offered for. */
export async function updateQuoteLine(
  tx: DatabaseTransaction,
  quoteId: string,
  orderId: string,
  facts: Pick<Updateable<Tables['quote_orders']>, 'held_quantity' | 'unit_price_cents'>,
): Promise<void> {
  await tx
    .updateTable('quote_orders')
    .set(facts)
    .where('quote_id', '=', quoteId)
    .where('order_id', '=', orderId)
    .execute();
}

/** Updates a quote that the transaction has locked; the move was already checked. */
export async function updateQuote(
  tx: DatabaseTransaction,
  quoteId: string,
  facts: Updateable<Tables['quotes']>,
): Promise<void> {
  await tx.updateTable('quotes').set(facts).where('id', '=', quoteId).execute();
}

/** Counts a user's open requested quotes. */
export async function countAskedQuotes(db: Database, userId: string): Promise<number> {
  const { open } = await db
    .selectFrom('quotes')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('user_id', '=', userId)
    .where('state', 'in', openQuoteStates)
    .where('asked_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return open;
}

/** Whether a quote has an unpaid order. */
export async function hasUnpaidOrder(db: Database, quoteId: string): Promise<boolean> {
  const unpaid = await db
    .selectFrom('quote_orders')
    .innerJoin('orders', 'orders.id', 'quote_orders.order_id')
    .select('orders.id')
    .where('quote_id', '=', quoteId)
    .where('orders.paid_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return unpaid !== undefined;
}

/** Lists the ids of a buyer's open quotes, or of those with an order for one of some tools. */
export async function findOpenQuoteIds(
  db: Database,
  of: { userId: string } | { toolIds: string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('quote_orders')
    .innerJoin('orders', 'orders.id', 'quote_orders.order_id')
    .select('quote_id')
    .distinct()
    .where('quote_orders.state', 'in', openQuoteStates)
    .where((is) =>
      'toolIds' in of
        ? is('orders.tool_id', '=', anyOf<string>(of.toolIds, 'uuid'))
        : is('orders.user_id', '=', of.userId),
    )
    .execute();
  return rows.map((row) => row.quote_id);
}

/** Lists the ids of quotes that have passed their expiry. */
export async function findRunOutIds(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('quotes')
    .select('id')
    .where('state', 'in', ['offered', 'accepted'])
    .where('expires_at', '<=', now)
    .where('invoiced', '=', false)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
