import { anyOf, type Database } from '#platform/database/database.ts';

/** Which of the tools that one person has ordered they have reviewed. `orders` are all that person's. */
export async function findReviewedTools(
  db: Database,
  orders: readonly { user_id: string; tool_id: string }[],
): Promise<Set<string | null>> {
  const [first] = orders;
  if (!first) return new Set();
  const toolIds = [...new Set(orders.map(({ tool_id }) => tool_id))];
  const rows = await db
    .selectFrom('reviews')
    .select('tool_id')
    .where('tool_id', '=', anyOf(toolIds, 'uuid'))
    .where('user_id', '=', first.user_id)
    .execute();
  return new Set(rows.map(({ tool_id }) => tool_id));
}
