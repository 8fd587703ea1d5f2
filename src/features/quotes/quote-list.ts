import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { toPrice } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { findToolsById } from '#features/catalogue/store.ts';
import { openQuoteStates, quoteStateAt, type quoteStates } from '#features/orders/quote-rules.ts';
import { findQuoteRow, type QuoteLineRow, type QuoteRow } from '#features/orders/quote-store.ts';
import { currentUnitCents, findOrders, type OrderView } from '#features/orders/store.ts';
import { serializePicture } from '#features/pictures/store.ts';
import { anyOf, type Database } from '#platform/database/database.ts';
import { beginsWords, listPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { ListedQuote, Quote, QuoteLine, QuoteList } from './contract.ts';

type ListedRow = QuoteRow & {
  email: string | null;
  user_name: string;
  order_count: number;
  tool_name: string;
  total_cents: number | null;
};

/** How a quote is serialized: its state at `now`, its prices in decimal `currency`. */
type Showing = { currency: string; now: Date };

/** Returns one page of the matching quotes, newest first. */
export async function listQuotes(
  db: Database,
  { q, state, limit, cursor, userId, customer }: QuoteList & { userId: string | undefined },
  now: Date,
): Promise<RowsPage<ListedRow>> {
  return listPage(
    db,
    {
      table: 'quotes',
      where: [
        ...(userId === undefined ? [] : [sql<SqlBool>`user_id = ${userId}`]),
        ...(customer === undefined
          ? []
          : [sql<SqlBool>`user_id = (select users.id from users where users.email = ${customer})`]),
        ...(state === undefined ? [] : [isAt(state, now)]),
      ],
      search: q ? [matchesQuery(q)] : [],
      order: { direction: 'desc' },
      limit,
      cursor,
    },
    (ids) => selectListed(db, ids).execute(),
  );
}

/** A quote past its expiry counts as expired, even if its state has not been updated yet. */
function isAt(state: (typeof quoteStates)[number], now: Date): RawBuilder<SqlBool> {
  const isOpen = sql`state in (${sql.join(openQuoteStates.map((open) => sql.lit(open)))})`;
  if (state === 'expired')
    return sql`(state = 'expired' or (${isOpen} and not invoiced and expires_at <= ${now}))`;
  return sql`state = ${sql.lit(state)} and (not ${isOpen} or invoiced or expires_at is null or expires_at > ${now})`;
}

/** A quote number as typed: 'Q-1001', 'q 1001', 'q1001'. */
const QUOTE_NUMBER = /^\s*q[\s-]*(\d{1,18})\s*$/i;

function matchesQuery(q: string): RawBuilder<SqlBool> {
  const [, digits] = QUOTE_NUMBER.exec(q) ?? [];
  if (digits !== undefined) return sql`number = ${`Q-${digits}`}`;
  return sql`id in (select quote_id from quote_orders join orders on orders.id = order_id
    where ${beginsWords(q, sql`orders.words`)})`;
}

function selectListed(db: Database, ids: string[]) {
  return db
    .selectFrom('quotes')
    .innerJoin('users', 'users.id', 'quotes.user_id')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('quote_orders')
          .innerJoin('orders', 'orders.id', 'quote_orders.order_id')
          .select(sql<number>`count(*)`.as('order_count'))
          .select(sql<string>`(array_agg(orders.tool_name order by position))[1]`.as('tool_name'))
          .select(
            sql<number | null>`sum(quote_orders.unit_price_cents * quote_orders.quantity)::bigint`.as(
              'total_cents',
            ),
          )
          .whereRef('quote_orders.quote_id', '=', 'quotes.id')
          .as('goods'),
      (join) => join.onTrue(),
    )
    .selectAll('quotes')
    .select(['users.email', 'users.display_name as user_name', 'order_count', 'tool_name', 'total_cents'])
    .where('quotes.id', '=', anyOf<string>(ids, 'uuid'));
}

/** Reads and serializes a quote; `undefined` if there is none. */
export async function readQuote(
  db: Database,
  quoteId: string,
  showing: Showing,
): Promise<{ quote: Quote; userId: string } | undefined> {
  const [row] = await selectListed(db, [quoteId]).execute();
  const found = await findQuoteRow(db, quoteId);
  if (!row || !found) return undefined;
  const orders = await findOrders(
    db,
    found.lines.map(({ order_id }) => order_id),
  );
  const tools = await findToolsById(db, [...new Set(orders.map(({ tool_id }) => tool_id))]);
  const available = new Map(tools.map(({ id, available_quantity }) => [id, available_quantity]));
  const lines = found.lines.flatMap((line) => {
    const order = orders.find(({ id }) => id === line.order_id);
    return order ? [serializeLine(line, order, available.get(order.tool_id) ?? 0, showing)] : [];
  });
  const { note, message, user_id: userId } = row;
  return { quote: { ...serializeListedQuote(row, showing), note, message, lines }, userId };
}

/** Returns a quote for a reply, with its current state. @throws Error if there is none */
export async function answerQuote(
  { clock, config: { currency } }: Pick<AppContext, 'clock' | 'config'>,
  db: Database,
  quoteId: string,
): Promise<Quote> {
  const found = await readQuote(db, quoteId, { currency, now: clock.now() });
  if (!found) throw new Error(`quote ${quoteId} has vanished`);
  return found.quote;
}

function serializeLine(
  { quantity, unit_price_cents, held_quantity }: QuoteLineRow,
  order: OrderView,
  availableQuantity: number,
  { currency }: Showing,
): QuoteLine {
  return {
    orderId: order.id,
    orderNumber: order.number,
    orderState: order.state,
    toolId: order.tool_id,
    toolName: order.tool_name,
    partNumber: order.part_number,
    img: order.img,
    picture: order.picture && serializePicture(order.picture),
    quantity,
    unitPrice: unit_price_cents === null ? null : toPrice(unit_price_cents, currency),
    price: unit_price_cents === null ? null : toPrice(unit_price_cents * quantity, currency),
    toolUnitPrice: toPrice(currentUnitCents(order), currency),
    heldQuantity: held_quantity,
    availableQuantity,
    unavailable: order.tool_deleted && !order.paid_at ? 'tool_removed' : null,
  };
}

/** Serializes a quote for a list. */
export function serializeListedQuote(row: ListedRow, { currency, now }: Showing): ListedQuote {
  return {
    _id: row.id,
    number: row.number,
    state: quoteStateAt(row, now),
    version: row.version,
    email: row.email ?? '',
    userName: row.user_name || (row.email ?? ''),
    orderCount: row.order_count,
    toolName: row.tool_name,
    price: row.total_cents === null ? null : toPrice(row.total_cents, currency),
    holds: row.holds,
    expiresAt: row.invoiced ? null : (row.expires_at?.toISOString() ?? null),
    askedAt: row.asked_at?.toISOString() ?? null,
    offeredAt: row.offered_at?.toISOString() ?? null,
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}
