import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { idSchema } from '#contracts/identifiers.ts';
import { toolsNamed } from '#features/search/managed-tools.ts';
import { anyOf, type Database } from '#platform/database/database.ts';
import { beginsWords, listPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { ManagedReview, ManagedReviewList } from './managed-contract.ts';
import { serializeReview } from './store.ts';

const states: Record<NonNullable<ManagedReviewList['state']>, RawBuilder<SqlBool>> = {
  visible: sql`hidden_at is null`,
  unanswered: sql`hidden_at is null and answer is null`,
  hidden: sql`hidden_at is not null`,
};

/** One page of all reviews that are meant, newest first. */
export async function listManagedReviews(
  db: Database,
  { q, rate, state, customer, limit, cursor }: ManagedReviewList,
): Promise<RowsPage<ManagedReviewRow>> {
  return listPage(
    db,
    {
      table: 'reviews',
      where: [...(state ? [states[state]] : []), ...(rate ? [sql<SqlBool>`rate = ${Number(rate)}`] : [])],
      search: [...(q ? [matchesQuery(q)] : []), ...(customer ? [isBy(customer)] : [])],
      order: { direction: 'desc' },
      limit,
      cursor,
    },
    (ids) => findManagedReviews(db, ids),
  );
}

const isBy = (email: string) =>
  sql<SqlBool>`user_id = (select users.id from users where users.email = ${email})`;

function matchesQuery(q: string): RawBuilder<SqlBool> {
  if (idSchema.safeParse(q).success) return sql`id = ${q}`;
  return sql`id in (
    select id from reviews where ${beginsWords(q, sql`list_words(name, reviews)`)}
    union select id from reviews where tool_id in (${toolsNamed(q)}))`;
}

/** A review with who wrote it and what it is about; null for the demo
 * catalogue's, and for one of the shop. */
export type ManagedReviewRow = Awaited<ReturnType<typeof findManagedReviews>>[number];

/** Finds reviews, hidden ones too, in whatever order; one that is not there is left out. */
export function findManagedReviews(db: Database, ids: string[]) {
  return db
    .selectFrom('reviews')
    .leftJoin('users', 'users.id', 'reviews.user_id')
    .leftJoin('tools', 'tools.id', 'reviews.tool_id')
    .selectAll('reviews')
    .select(['users.email', 'tools.name as tool_name'])
    .where('reviews.id', '=', anyOf(ids, 'uuid'))
    .execute();
}

/** A review as it goes over the wire to staff. */
export function serializeManagedReview(row: ManagedReviewRow): ManagedReview {
  const { email, tool_id, tool_name, hidden_at, hidden_reason } = row;
  return {
    ...serializeReview(row),
    email,
    toolId: tool_id,
    toolName: tool_name,
    hidden:
      hidden_at === null || hidden_reason === null
        ? null
        : { reason: hidden_reason, at: hidden_at.toISOString() },
  };
}
