import type { Insertable, Selectable, Updateable } from 'kysely';
import { MAX_COUNTED_HITS } from '#features/catalogue/contract.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { cutPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Review, ReviewList } from './contract.ts';

const columns = ['id', 'name', 'rate', 'reviews', 'created_at', 'answer', 'answered_at'] as const;

export type ReviewRow = Pick<Selectable<Tables['reviews']>, (typeof columns)[number]>;

/** A review to be added; `user_id` is null for the demo catalogue's, `tool_id` where it is about no tool. */
export type NewReviewRow = Insertable<Tables['reviews']>;

/** One page of the visible reviews, or of those of one tool, newest first. */
export async function listReviews(
  db: Database,
  { limit, cursor, tool }: ReviewList,
): Promise<RowsPage<ReviewRow>> {
  const all = db.selectFrom('reviews').where('hidden_at', 'is', null);
  const meant = tool === undefined ? all : all.where('tool_id', '=', tool);
  let page = meant
    .select(columns)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) page = page.where('id', '<', cursor);
  const counted = meant.select('id').limit(MAX_COUNTED_HITS + 1);
  const count = db.selectFrom(counted.as('counted')).select((eb) => eb.fn.countAll<number>().as('total'));
  const [rows, { total }] = await Promise.all([page.execute(), count.executeTakeFirstOrThrow()]);
  return {
    ...cutPage(rows, limit, Math.min(total, MAX_COUNTED_HITS)),
    isMoreThanTotal: total > MAX_COUNTED_HITS,
  };
}

/** Adds reviews, but none of a buyer who has reviewed the same tool already. Answers how many were added. */
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

/** Which of the tools that one person has ordered they have reviewed, and whether that review is hidden.
 * `orders` are all that person's. */
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

/** Finds a review and keeps others from changing it until the transaction ends. */
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

/** Writes what has become of a review that the transaction has locked. */
export async function updateReview(
  tx: DatabaseTransaction,
  id: string,
  facts: Updateable<Tables['reviews']>,
): Promise<void> {
  await tx.updateTable('reviews').set(facts).where('id', '=', id).execute();
}

/** A review as it goes over the wire: without an email (decision 6). */
export function serializeReview({ id, name, rate, reviews, created_at, ...row }: ReviewRow): Review {
  return {
    _id: id,
    name,
    rate,
    reviews,
    createdAt: created_at.toISOString(),
    answer: serializeAnswer(row),
  };
}

/** The shop's answer to a review, where there is one. */
export function serializeAnswer({
  answer,
  answered_at,
}: Pick<ReviewRow, 'answer' | 'answered_at'>): Review['answer'] {
  return answer === null || answered_at === null ? null : { text: answer, at: answered_at.toISOString() };
}
