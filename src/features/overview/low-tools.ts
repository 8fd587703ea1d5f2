import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** A tool of which little is left. */
export type LowToolRow = {
  id: string;
  name: string;
  img: string;
  min_order_quantity: number;
  available_quantity: number;
};

/**
 * How many tools in the shop have less left than `orders` of their smallest orders, and the first of them: those that
 * cannot be ordered any more, then those for which the fewest orders are left.
 */
export async function findLowTools(
  db: Database,
  { orders, limit }: { orders: number; limit: number },
): Promise<{ count: number; tools: LowToolRow[] }> {
  const { rows } = await sql<LowToolRow & { count: number }>`
    with low as (
      select id, available_quantity / min_order_quantity as orders_left, available_quantity
      from tools where deleted_at is null and available_quantity < ${orders}::bigint * min_order_quantity
    ), first as (
      select id, orders_left, available_quantity, count(*) over () as count from low
      order by orders_left, available_quantity, id limit ${limit}
    )
    select first.count, tools.id, tools.name, tools.img, tools.min_order_quantity, tools.available_quantity
    from first join tools on tools.id = first.id
    order by first.orders_left, first.available_quantity, first.id`.execute(db);
  return { count: rows[0]?.count ?? 0, tools: rows.map(({ count: _, ...tool }) => tool) };
}
