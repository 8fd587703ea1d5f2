import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';

/** How many buyers must have bought both tools: fewer could be told apart. */
const LEAST_BUYERS = 3;
/** The latest buyers of a tool, and the latest orders of each, that are looked at: 30,000 index entries at
 * most, however many orders there are. */
const MOST_ORDERS_OF_TOOL = 1_000;
const MOST_BUYERS = 300;
const MOST_ORDERS_OF_BUYER = 100;

/** Returns the ids of tools that buyers of a tool also bought, the most frequent first. */
export async function findAlsoBought(db: Database, toolId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with sold as (
      select user_id from orders where tool_id = ${toolId} and state in ('paid', 'shipped')
      order by id desc limit ${MOST_ORDERS_OF_TOOL}
    ), buyers as (
      select distinct user_id from sold limit ${MOST_BUYERS}
    ), bought as (
      select other.tool_id as id, count(distinct buyers.user_id) as buyers
      from buyers cross join lateral (
        select tool_id from orders where user_id = buyers.user_id and state in ('paid', 'shipped')
        order by id desc limit ${MOST_ORDERS_OF_BUYER}
      ) other
      where other.tool_id <> ${toolId}
      group by other.tool_id
      having count(distinct buyers.user_id) >= ${LEAST_BUYERS}
    )
    select bought.id from bought join tools using (id)
    where deleted_at is null and img is not null
    order by buyers desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the ids of a tool's accessories, in order. */
export async function findAccessoryIds(db: Database, toolId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tool_accessories')
    .select('accessory_id')
    .where('tool_id', '=', toolId)
    .orderBy('place')
    .execute();
  return rows.map(({ accessory_id }) => accessory_id);
}

/** Replaces a tool's accessories. */
export async function replaceAccessories(
  tx: DatabaseTransaction,
  toolId: string,
  ids: string[],
): Promise<void> {
  await tx.deleteFrom('tool_accessories').where('tool_id', '=', toolId).execute();
  if (ids.length === 0) return;
  const rows = ids.map((accessory_id, place) => ({ tool_id: toolId, place, accessory_id }));
  await tx.insertInto('tool_accessories').values(rows).execute();
}
