import { type NotNull, type RawBuilder, sql } from 'kysely';
import type { Cents } from '#contracts/money.ts';
import type { Picture } from '#contracts/picture.ts';
import { addDays } from '#contracts/time-zone.ts';
import { isForSale, isLow } from '#features/catalogue/for-sale.ts';
import { SHIP_SOON_DAYS } from '#features/orders/delay-rules.ts';
import { mustShipUntil } from '#features/orders/delay-store.ts';
import { saleStates } from '#features/orders/order-states.ts';
import { givenCents } from '#features/orders/refund-store.ts';
import { orderAwaitsPayment, orderNeedsShipping } from '#features/orders/state-conditions.ts';
import { anyOf, type Database } from '#platform/database/database.ts';
import type { Overview } from './contract.ts';
import type { Period, Span } from './period.ts';
import type { Waiting } from './waiting-contract.ts';

/** Paid orders, and what was charged for them. */
export type Sales = { orders: number; cents: Cents };

/** The amount charged for an order including tax; its price if it predates stored payments. */
const chargedForOrder = sql`coalesce(line.net_cents + line.tax_cents, total_cents)`;

const withPaidLine = sql`orders left join payment_orders line on line.order_id = orders.id and line.state = 'succeeded'`;

const isSale = sql`orders.state in (${sql.join(saleStates.map((state) => sql.lit(state)))})`;

/** Refunds, due or done: of orders, with a cancelled flag and their refunded units; and of deliveries less
 * retained delivery, counted with the first order of the payment. */
const refundedOrders = sql`
  select paid_at, tool_id, refunded_quantity, (not ${isSale})::integer as cancelled, line.refunded_cents as cents
  from payment_orders line join orders on orders.id = line.order_id
  where line.refunded_cents > 0
  union all
  select paid_at, null, 0, 0, refunded_delivery_cents - kept_delivery_cents
  from payments join payment_orders line on line.payment_id = payments.id and position = 0
    join orders on orders.id = line.order_id
  where refunded_delivery_cents > 0 or kept_delivery_cents > 0`;

/** Sums what was charged in each period, including delivery and tax, less refunds. An order counts from its
 * payment; orders whose payment was refunded as unservable, and cancelled ones, don't count. */
export async function sumSales(
  db: Database,
  stretches: { startsAt: Date; endsAt: Date }[],
): Promise<Sales[]> {
  const asked = JSON.stringify(stretches.map(({ startsAt, endsAt }) => ({ starts: startsAt, ends: endsAt })));
  // Per period, so that each is one index range scan.
  const { rows } = await sql<Sales>`
    with refunded as (${refundedOrders})
    select sold.orders - back.orders as orders, sold.cents - back.cents as cents
    from rows from (json_to_recordset(${asked}::json) as (starts timestamptz, ends timestamptz))
      with ordinality as stretch (starts, ends, nth)
    cross join lateral (
      select count(*) as orders,
        coalesce(sum(${chargedForOrder} + coalesce(delivery_cents + delivery_tax_cents, 0)), 0)::bigint as cents
      from ${withPaidLine} left join payments on payments.id = payment_id and position = 0
      where paid_at >= stretch.starts and paid_at < stretch.ends
    ) as sold
    cross join lateral (
      select coalesce(sum(cancelled), 0)::bigint as orders, coalesce(sum(cents), 0)::bigint as cents from refunded
      where paid_at >= stretch.starts and paid_at < stretch.ends
    ) as back
    order by nth`.execute(db);
  return rows;
}

/** A tool's sales, excluding delivery. `isSold`: whether it is still for sale. */
type SoldTool = Sales & { id: string; name: string; img: string; isSold: boolean; units: number };

/** Finds the tools with the highest revenue in a period, highest first. */
export async function findBestSellers(db: Database, { current }: Period, limit: number): Promise<SoldTool[]> {
  const { startsAt, endsAt } = current;
  const { rows } = await sql<SoldTool>`
    select tools.id, tools.name, coalesce(tools.img, '') as img,
      tools.deleted_at is null and tools.img is not null as "isSold", sold.units, sold.orders, sold.cents
    from (
      select tool_id, all_sold.units - coalesce(back.units, 0) as units, all_sold.orders - coalesce(back.orders, 0) as orders,
        all_sold.cents - coalesce(back.cents, 0) as cents
      from (
        select tool_id, sum(quantity)::bigint as units, count(*) as orders, sum(${chargedForOrder})::bigint as cents
        from ${withPaidLine} where paid_at >= ${startsAt} and paid_at < ${endsAt} group by tool_id
      ) as all_sold
      left join (
        select tool_id, sum(refunded_quantity)::bigint as units, sum(cancelled)::bigint as orders, sum(cents)::bigint as cents
        from (${refundedOrders}) as refunded where paid_at >= ${startsAt} and paid_at < ${endsAt} group by tool_id
      ) as back using (tool_id)
      where all_sold.cents > coalesce(back.cents, 0)
      order by cents desc, units desc, tool_id limit ${limit}
    ) as sold
    join tools on tools.id = sold.tool_id
    order by sold.cents desc, sold.units desc, tools.id`.execute(db);
  return rows;
}

/** Counts paid orders that are not shipped, and finds the longest-waiting ones. */
export async function findOrdersToShip(db: Database, limit: number) {
  const waiting = db.selectFrom('orders').where(orderNeedsShipping);
  const [{ count }, orders] = await Promise.all([
    waiting.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    waiting
      .select(['id', 'number', 'tool_name', 'user_name', 'quantity', 'total_cents', 'paid_at'])
      .$narrowType<{ paid_at: NotNull }>()
      .orderBy('paid_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  ]);
  return { count, orders };
}

/** Counts and totals unpaid orders, with the time of the oldest. */
export function sumUnpaidOrders(db: Database) {
  return db
    .selectFrom('orders')
    .where(orderAwaitsPayment)
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<Cents>`coalesce(sum(total_cents), 0)::bigint`.as('cents'),
      eb.fn.min<Date | null>('placed_at').as('oldestAt'),
    ])
    .executeTakeFirstOrThrow();
}

/** Counts invoices before payment that were due before a date, 2026-11-26, and are not paid. */
export async function countOverdueInvoices(db: Database, today: string): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .where('state', '=', 'live')
    .where('due_on', '<', today)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts and totals refunds that are due, with the time of the oldest and the number of failed ones. */
export function sumRefundsDue(db: Database) {
  return db
    .selectFrom('refunds')
    .where('state', '<>', 'done')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<Cents>`coalesce(sum(amount_cents - (${givenCents})), 0)::bigint`.as('cents'),
      sql<number>`count(*) filter (where state = 'failed')`.as('failed'),
      eb.fn.min<Date | null>('created_at').as('oldestAt'),
    ])
    .executeTakeFirstOrThrow();
}

/** Counts open disputes and totals those in a currency, with the time of the oldest and the next response
 * deadline. */
export function sumOpenDisputes(db: Database, currency: string, now: Date) {
  return db
    .selectFrom('disputes')
    .where('state', '=', 'open')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<Cents>`coalesce(sum(amount_cents) filter (where currency = ${currency}), 0)::bigint`.as('cents'),
      eb.fn.min<Date | null>('opened_at').as('oldestAt'),
      sql<Date | null>`min(respond_by) filter (where respond_by > ${now})`.as('respondBy'),
    ])
    .executeTakeFirstOrThrow();
}

/** Counts acts on one's own account that require another person, done by someone without a colleague who
 * could (decision 46). */
export async function countActsForOneself(db: Database, { current }: Period): Promise<number> {
  const { count } = await db
    .selectFrom('audit_events')
    .where('action', '=', 'acted_for_oneself')
    .where('occurred_at', '>=', current.startsAt)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Page views, and orders placed and not removed since. */
type Visits = Omit<Overview['visits'], 'wholeDays'>;

/** Counts in each span the page views of its days, and the orders placed in it that were not removed. */
export async function countVisits(db: Database, spans: Span[]): Promise<Visits[]> {
  const asked = JSON.stringify(
    spans.map(({ from, to, startsAt, endsAt }) => ({ from, to, startsAt, endsAt })),
  );
  const { rows } = await sql<Visits>`
    select viewed.*, (select count(*) from orders
      where deleted_at is null and placed_at >= "startsAt" and placed_at < "endsAt") as placed
    from rows from (json_to_recordset(${asked}::json)
        as ("from" date, "to" date, "startsAt" timestamptz, "endsAt" timestamptz))
      with ordinality as span ("from", "to", "startsAt", "endsAt", nth)
    cross join lateral (
      select coalesce(sum(views) filter (where kind = 'visit'), 0)::bigint as began,
        coalesce(sum(views) filter (where kind = 'list'), 0)::bigint as lists,
        coalesce(sum(views) filter (where kind = 'tool'), 0)::bigint as tools
      from page_views where day between span."from" and span."to"
    ) as viewed
    order by nth`.execute(db);
  return rows;
}

/** Counts the different searches that found nothing on a period's days, and finds the most frequent ones. */
export async function findFruitlessSearches(
  db: Database,
  { current }: Period,
  limit: number,
): Promise<Overview['fruitlessSearches']> {
  const { rows } = await sql<{ words: string; times: number; count: number }>`
    select words, sum(searches)::bigint as times, count(*) over () as count
    from fruitless_searches where day between ${current.from}::date and ${current.to}::date
    group by words order by times desc, words limit ${limit}`.execute(db);
  return { count: rows[0]?.count ?? 0, searches: rows.map(({ words, times }) => ({ words, times })) };
}

/** Counts what waits for staff, each kind up to `most`. */
export async function countWaiting(
  db: Database,
  { most, today }: { most: number; today: string },
): Promise<Omit<Waiting, 'failedTasks'>> {
  const upTo = (rows: RawBuilder<unknown>) =>
    sql`(select count(*)::integer from (select from ${rows} limit ${most}) waiting)`;
  const { rows } = await sql<Omit<Waiting, 'failedTasks'>>`
    select ${upTo(sql`orders where ${orderNeedsShipping}`)} as "toShip",
      ${upTo(sql`orders where ${mustShipUntil(addDays(today, SHIP_SOON_DAYS))}`)} as "shipSoon",
      ${upTo(sql`refunds where state <> 'done'`)} as "refundsDue",
      ${upTo(sql`quotes where state = 'asked'`)} as quotes,
      ${upTo(sql`returns where state = 'requested'`)} as returns,
      ${upTo(sql`payments where state = 'live' and due_on is not null`)} as transfers,
      ${upTo(sql`contact_messages where closed_at is null`)} as messages,
      ${upTo(sql`exemption_certificates where state = 'pending'`)} as exemptions,
      ${upTo(sql`tools where ${isForSale} and ${isLow}`)} as "lowStock",
      ${upTo(sql`webhook_endpoints where off_reason <> 'by_hand' and deleted_at is null`)} as "webhooksOff"
    `.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error('PostgreSQL returned no counts');
  return counted;
}

/** Finds the sizes of pictures by their picture host URLs. */
export async function findPictures(db: Database, urls: string[]): Promise<Map<string, Picture>> {
  const rows = await db
    .selectFrom('pictures')
    .select(['url', 'width', 'height', 'colour', 'webp_srcset as webp', 'avif_srcset as avif'])
    .where('url', '=', anyOf<string>(urls, 'text'))
    .execute();
  return new Map(rows.map(({ url, ...picture }) => [url, picture]));
}
