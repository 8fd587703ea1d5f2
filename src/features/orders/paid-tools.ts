import type { Database } from '#platform/database/database.ts';

/** Whether a user has paid for a tool, at least once. */
export async function hasPaidFor(db: Database, userId: string, toolId: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('tool_id', '=', toolId)
    .where('user_id', '=', userId)
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}
