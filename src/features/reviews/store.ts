import {
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely';
import { idSchema } from '#contracts/identifiers.ts';
import { MAX_COUNTED_HITS } from '#features/catalogue/contract.ts';
import { isForSale } from '#features/catalogue/for-sale.ts';
import { findLineNames } from '#features/catalogue/line-names.ts';
import { toolsNamed } from '#features/search/managed-tools.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { beginsWords, cutPage, listPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { ManagedReview, ManagedReviewList, Review, ReviewList } from './contract.ts';

const columns = ['id', 'name', 'rate', 'reviews', 'created_at', 'answer', 'answered_at'] as const;

type ReviewRow = Pick<Selectable<Tables['reviews']>, (typeof columns)[number]>;

/** A review with its tool; null for a review of the shop. */
type ReviewOfTool = ReviewRow & { tool_id: string | null; tool_name: string | null };

/** A review to be added; `user_id` is null for the demo catalogue, `tool_id` for a review of the shop. */
export type NewReviewRow = Insertable<Tables['reviews']>;

/** Returns one page of the visible reviews, or of those of one tool or family, newest first. Tools that are not
 * for sale are not named; members of families are named as on lines. */
export async function listReviews(
  db: Database,
  { limit, cursor, tool, family }: ReviewList,
): Promise<RowsPage<ReviewOfTool>> {
  const members = db.selectFrom('tools').select('id').where(isForSale);
  const meant = db
    .selectFrom('reviews')
    .where('hidden_at', 'is', null)
    .$if(tool !== undefined, (query) => query.where('tool_id', '=', tool ?? ''))
    .$if(family !== undefined, (query) =>
      query.where('tool_id', 'in', members.where('family_id', '=', family ?? '')),
    );
  const page = meant
    .leftJoin('tools', (join) => join.onRef('tools.id', '=', 'reviews.tool_id').on(isForSale))
    .select(columns.map((column) => `reviews.${column}` as const))
    .select(['tools.id as tool_id', 'tools.name as tool_name'])
    .$if(cursor !== undefined, (query) => query.where('reviews.id', '<', cursor ?? ''))
    .orderBy('reviews.id', 'desc')
    .limit(limit + 1);
  const counted = meant.select('reviews.id').limit(MAX_COUNTED_HITS + 1);
  const count = db.selectFrom(counted.as('counted')).select((eb) => eb.fn.countAll<number>().as('total'));
  const [rows, { total }] = await Promise.all([page.execute(), count.executeTakeFirstOrThrow()]);
  const toolIds = [...new Set(rows.flatMap(({ tool_id }) => tool_id ?? []))];
  const names = await findLineNames(db, toolIds);
  const named = rows.map((row) => ({ ...row, tool_name: names.get(row.tool_id ?? '') ?? row.tool_name }));
  return {
    ...cutPage(named, limit, Math.min(total, MAX_COUNTED_HITS)),
    isMoreThanTotal: total > MAX_COUNTED_HITS,
  };
}

/** Adds reviews, except those by buyers who have already reviewed the same tool. Returns how many were
 * added. */
export async function insertReviews(tx: DatabaseTransaction, reviews: NewReviewRow[]): Promise<number> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reviews')
    .values(reviews)
    .onConflict((conflict) =>
      conflict.columns(['tool_id', 'user_id']).where('tool_id', 'is not', null).doNothing(),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

/** Finds which of the tools ordered by a user the user has reviewed, and whether that review is hidden. All
 * `orders` must be of one user. */
export async function findReviewedTools(
  db: Database,
  orders: readonly { user_id: string; tool_id: string }[],
): Promise<Map<string, { isHidden: boolean }>> {
  const [first] = orders;
  if (!first) return new Map();
  const toolIds = [...new Set(orders.map(({ tool_id }) => tool_id))];
  const rows = await db
    .selectFrom('reviews')
    .select(['tool_id', 'hidden_at'])
    .where('tool_id', '=', anyOf(toolIds, 'uuid'))
    .where('user_id', '=', first.user_id)
    .execute();
  return new Map(rows.map(({ tool_id, hidden_at }) => [tool_id ?? '', { isHidden: hidden_at !== null }]));
}

/** Finds a review and locks it until the transaction ends. */
export function lockReview(tx: DatabaseTransaction, id: string): Promise<LockedReview | undefined> {
  return tx
    .selectFrom('reviews')
    .select([...columns, 'user_id', 'tool_id', 'hidden_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export type LockedReview = ReviewRow &
  Pick<Selectable<Tables['reviews']>, 'user_id' | 'tool_id' | 'hidden_at'>;

/** Updates a review that the transaction has locked. */
export async function updateReview(
  tx: DatabaseTransaction,
  id: string,
  facts: Updateable<Tables['reviews']>,
): Promise<void> {
  await tx.updateTable('reviews').set(facts).where('id', '=', id).execute();
}

/** Deletes reviews, and returns what their tools' ratings had of them. */
export async function deleteReviews(
  tx: DatabaseTransaction,
  ids: string[],
): Promise<Pick<LockedReview, 'tool_id' | 'rate' | 'hidden_at'>[]> {
  return tx
    .deleteFrom('reviews')
    .where('id', '=', anyOf<string>(ids, 'uuid'))
    .returning(['tool_id', 'rate', 'hidden_at'])
    .execute();
}

/** Serializes a review for the wire, without an email. */
export function serializeReview({ id, name, rate, reviews, created_at, ...row }: ReviewOfTool): Review {
  return {
    _id: id,
    name,
    rate,
    reviews,
    createdAt: created_at.toISOString(),
    answer: serializeAnswer(row),
    toolId: row.tool_id,
    toolName: row.tool_name,
  };
}

/** Serializes the shop's answer to a review, if there is one. */
export function serializeAnswer({
  answer,
  answered_at,
}: Pick<ReviewRow, 'answer' | 'answered_at'>): Review['answer'] {
  return answer === null || answered_at === null ? null : { text: answer, at: answered_at.toISOString() };
}

const states: Record<NonNullable<ManagedReviewList['state']>, RawBuilder<SqlBool>> = {
  visible: sql`hidden_at is null`,
  unanswered: sql`hidden_at is null and answer is null`,
  hidden: sql`hidden_at is not null`,
};

/** Returns one page of all matching reviews, newest first. */
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

/** A review with its author and tool; the author is null in the demo catalogue, the tool is null for a review
 * of the shop. */
export type ManagedReviewRow = Awaited<ReturnType<typeof findManagedReviews>>[number];

/** Finds reviews, including hidden ones, in no particular order; missing ones are left out. */
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

/** Serializes a review for staff. */
export function serializeManagedReview(row: ManagedReviewRow): ManagedReview {
  const { email, hidden_at, hidden_reason } = row;
  return {
    ...serializeReview(row),
    email,
    hidden:
      hidden_at === null || hidden_reason === null
        ? null
        : { reason: hidden_reason, at: hidden_at.toISOString() },
  };
}
