import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { nameKey } from '#contracts/text.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { Database } from '#platform/database/database.ts';
import { MAX_SYNONYMS, type NewSynonym, type Synonym } from './synonym-contract.ts';
import { synonymErrorTexts } from './texts.ts';

/** Lists all pairs of synonyms, by their first word. */
export async function listSynonyms(db: Database): Promise<Synonym[]> {
  const rows = await db
    .selectFrom('synonyms')
    .select(['id as _id', 'word', 'same_as as sameAs'])
    .orderBy((eb) => eb.fn('lower', ['word']))
    .orderBy('id')
    .limit(MAX_SYNONYMS)
    .execute();
  return rows;
}

/** Makes two words equivalent in searches, from the next search on, on every node. @throws AppError
 * invalid_input if they are the same; conflict if they are already listed, or the limit is reached */
export async function addSynonym(context: AppContext, pair: NewSynonym): Promise<{ insertedId: string }> {
  const { word, sameAs } = pair;
  if (nameKey(word) === nameKey(sameAs))
    throw new AppError('invalid_input', synonymErrorTexts.sameWord, { field: 'sameAs' });
  return context.db.transaction().execute(async (tx) => {
    if ((await listSynonyms(tx)).length === MAX_SYNONYMS)
      throw new AppError('conflict', synonymErrorTexts.tooMany(MAX_SYNONYMS));
    const id = uuid();
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('synonyms')
      .values({ id, word, same_as: sameAs })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows)
      throw new AppError('conflict', synonymErrorTexts.listed, { field: 'sameAs' });
    await recordAudit(context, tx, { action: 'synonym_added', details: { synonymId: id, word, sameAs } });
    await invalidateEverywhere(tx);
    return { insertedId: id };
  });
}

/** Removes a pair of synonyms. @throws AppError not_found if it is not listed */
export async function deleteSynonym(context: AppContext, id: string): Promise<{ deletedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('synonyms')
      .where('id', '=', id)
      .returning(['word', 'same_as'])
      .executeTakeFirst();
    if (!removed) throw new AppError('not_found', synonymErrorTexts.noSuchSynonym);
    const details = { synonymId: id, word: removed.word, sameAs: removed.same_as };
    await recordAudit(context, tx, { action: 'synonym_removed', details });
    await invalidateEverywhere(tx);
    return { deletedCount: 1 };
  });
}
