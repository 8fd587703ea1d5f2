import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { MAX_SYNONYMS, type NewSynonym, type Synonym } from './synonym-contract.ts';

/** All pairs of words that mean the same, by their first word. */
export async function listSynonyms(db: Database): Promise<Synonym[]> {
  const rows = await db
    .selectFrom('synonyms')
    .select(['id', 'word', 'same_as'])
    .orderBy((eb) => eb.fn('lower', ['word']))
    .orderBy('id')
    .limit(MAX_SYNONYMS)
    .execute();
  return rows.map(({ id, word, same_as }) => ({ _id: id, word, sameAs: same_as }));
}

/** Adds a pair; says why not where it is there already, either way round, or there are as many as may be. */
export async function insertSynonym(
  tx: DatabaseTransaction,
  { id, word, sameAs }: NewSynonym & { id: string },
): Promise<'added' | 'listed' | 'full'> {
  const { count } = await tx
    .selectFrom('synonyms')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= MAX_SYNONYMS) return 'full';
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('synonyms')
    .values({ id, word, same_as: sameAs })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows ? 'added' : 'listed';
}

/** Removes a pair; `false` when it is not there. */
export async function removeSynonym(tx: DatabaseTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('synonyms').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
