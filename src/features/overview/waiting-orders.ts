import { sql } from 'kysely';
import type { Cents } from '#contracts/money.ts';
import type { Database } from '#platform/database/database.ts';

/** An order that waits to be shipped. */
export type WaitingOrder = {
  id: string;
  number: string;
  tool_name: string;
  user_name: string;
  quantity: number;
  total_cents: Cents;
  paid_at: Date;
};

/** How many orders are paid and not shipped, and those of them that wait longest. */
export async function findOrdersToShip(
  db: Database,
  limit: number,
): Promise<{ count: number; orders: WaitingOrder[] }> {
  const waiting = sql`orders where state = 'paid'`;
  const [counted, longest] = await Promise.all([
    sql<{ count: number }>`select count(*) as count from ${waiting}`.execute(db),
    sql<WaitingOrder>`
      select id, number, tool_name, user_name, quantity, total_cents, paid_at from ${waiting}
      order by paid_at, id limit ${limit}`.execute(db),
  ]);
  return { count: counted.rows[0]?.count ?? 0, orders: longest.rows };
}

/** How many orders wait to be paid, what they come to, and since when the first of them does. */
export async function sumUnpaidOrders(
  db: Database,
): Promise<{ count: number; cents: Cents; oldestAt: Date | null }> {
  const { rows } = await sql<{ count: number; cents: Cents; oldestAt: Date | null }>`
    select count(*) as count, coalesce(sum(total_cents), 0)::bigint as cents, min(placed_at) as "oldestAt"
    from orders where state = 'unpaid'`.execute(db);
  return rows[0] ?? { count: 0, cents: 0, oldestAt: null };
}
