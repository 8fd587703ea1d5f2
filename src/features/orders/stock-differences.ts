import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** A tool whose units do not add up. Each pair compares independent sources: `available` and the sum of all
 * movements; `held` and the units of payments and quotes in progress; units sold and returned by the ledger
 * and by paid orders; `received` and the units in stock, held or gone. */
export type StockDifference = {
  toolId: string;
  name: string;
  available: number;
  sum: number;
  held: number;
  heldFor: number;
  sold: number;
  ordered: number;
  returned: number;
  takenBack: number;
  received: number;
  accounted: number;
};

const TOOLS_AT_ONCE = 1_000;

/** Counts the tools whose units do not add up, and returns the first of them. Works in batches of tools: over
 * tens of millions of movements, a single statement would exceed its timeout. Each tool is read in one
 * snapshot. */
export async function findStockDifferences(
  db: Database,
  limit: number,
): Promise<{ count: number; tools: StockDifference[] }> {
  const found: StockDifference[] = [];
  let count = 0;
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  const opened = await findLedgerOpening(db);
  while (after !== undefined) {
    const from: string = after;
    const last = await db
      .selectFrom('tools')
      .select('id')
      .where('id', '>', from)
      .orderBy('id')
      .offset(TOOLS_AT_ONCE - 1)
      .limit(1)
      .executeTakeFirst();
    const differing = await findDifferencesBetween(db, from, last?.id, opened);
    count += differing.length;
    found.push(...differing.slice(0, limit - found.length));
    after = last?.id;
  }
  return { count, tools: found };
}

/** When an older shop's ledger started: earlier sales have no movements. */
async function findLedgerOpening(db: Database): Promise<Date | null> {
  const { opened } = await db
    .selectFrom('stock_movements')
    .select(({ fn }) => fn.min<Date | null>('at').as('opened'))
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('stock_movements').select(({ fn }) => fn.min('id').as('id')),
    )
    .where('cause', '=', 'opening')
    .executeTakeFirstOrThrow();
  return opened;
}

/** Finds the differences of tools with ids after `from`, up to `to`. */
async function findDifferencesBetween(
  db: Database,
  after: string,
  upTo: string | undefined,
  opened: Date | null,
): Promise<StockDifference[]> {
  const within = sql`> ${after} ${upTo === undefined ? sql`` : sql`and tools.id <= ${upTo}`}`;
  const { rows } = await sql<StockDifference>`
    with live as materialized (
      select tool_id, sum(units) as units from (
        select tool_id, held_quantity as units from payment_orders join orders on orders.id = order_id
          where payment_orders.state = 'live'
        union all
        select tool_id, held_quantity from quote_orders join orders on orders.id = order_id
          where quote_orders.state in ('offered', 'accepted')) held
      group by tool_id
    )
    select tools.id as "toolId", name, available_quantity as available, moved.sum, held, coalesce(live.units, 0) as "heldFor",
      sold, ordered, returned, "takenBack", received + held_before as received, on_hand + ordered - "takenBack" as accounted
    from tools
      left join live on live.tool_id = tools.id
      cross join lateral (
        select coalesce(sum(quantity), 0) as sum,
          coalesce(-sum(quantity) filter (where kind = 'sold'), 0) as sold,
          coalesce(sum(quantity) filter (where kind = 'returned'), 0) as returned,
          coalesce(sum(quantity) filter (where kind in ('received', 'adjusted', 'imported')), 0) as received,
          -- What an older shop held as its ledger was opened was counted as neither received nor reserved.
          case when tools.created_at < ${opened}::timestamptz
            then held + coalesce(sum(quantity) filter (where kind in ('reserved', 'released')), 0) else 0 end as held_before
        from stock_movements where tool_id = tools.id) moved
      cross join lateral (
        select coalesce(sum(quantity) filter (where paid_at >= coalesce(${opened}::timestamptz, '-infinity')), 0) as ordered,
          coalesce(sum(returned_quantity), 0) as "takenBack"
        from orders where tool_id = tools.id and paid_at is not null) paid
    where tools.id ${within}
      and (available_quantity, held, sold, returned, received + held_before)
        is distinct from (moved.sum, coalesce(live.units, 0), ordered, "takenBack", on_hand + ordered - "takenBack")
    order by tools.id`.execute(db);
  return rows;
}
