import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';

/** A user's requests that wait for their tools, or for one tool. */
const waitingOf = (userId: string, toolId?: string) =>
  sql<boolean>`user_id = ${userId} and due_at is null ${toolId ? sql`and tool_id = ${toolId}` : sql``}`;

/** How many tools a user waits for, or whether for one. */
export async function countWaiting(db: Database, userId: string, toolId?: string): Promise<number> {
  const { count } = await db
    .selectFrom('restock_notices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(waitingOf(userId, toolId))
    .executeTakeFirstOrThrow();
  return count;
}

/** Keeps a request; one that waits already stays as it is. */
export async function insertWaiting(
  tx: DatabaseTransaction,
  notice: { userId: string; toolId: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('restock_notices')
    .values({ id: uuid(), tool_id: notice.toolId, user_id: notice.userId, asked_at: notice.now })
    .onConflict((conflict) =>
      conflict.columns(['tool_id', 'user_id']).where('due_at', 'is', null).doNothing(),
    )
    .execute();
}

/** Forgets a user's requests, or the one for a tool. Answers whether there were any. */
export async function deleteWaiting(
  tx: DatabaseTransaction,
  userId: string,
  toolId?: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('restock_notices')
    .where(waitingOf(userId, toolId))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Takes so many of the requests that have come due, the oldest first; whoever else does takes others. */
export async function takeDue(
  tx: DatabaseTransaction,
  most: number,
): Promise<{ id: string; tool_id: string; user_id: string }[]> {
  const { rows } = await sql<{ id: string; tool_id: string; user_id: string }>`
    delete from restock_notices where id in (
      select id from restock_notices where due_at is not null order by id limit ${most} for update skip locked)
    returning id, tool_id, user_id`.execute(tx);
  return rows;
}
