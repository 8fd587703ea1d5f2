import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { synonymErrorTexts } from '#features/catalogue/texts/synonyms.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { MAX_SYNONYMS, type NewSynonym } from './synonym-contract.ts';
import { insertSynonym, removeSynonym } from './synonym-store.ts';

/**
 * Lets a search for either of two words find the other, from the next search on, on every node.
 * @throws AppError invalid_input where they are the same; conflict where they are listed already, or too many are.
 */
export async function addSynonym(context: AppContext, pair: NewSynonym): Promise<{ insertedId: string }> {
  if (pair.word.toLowerCase() === pair.sameAs.toLowerCase())
    throw new AppError('invalid_input', synonymErrorTexts.sameWord, { field: 'sameAs' });
  return context.db.transaction().execute(async (tx) => {
    const id = uuid();
    const outcome = await insertSynonym(tx, { id, ...pair });
    if (outcome === 'listed') throw new AppError('conflict', synonymErrorTexts.listed, { field: 'sameAs' });
    if (outcome === 'full') throw new AppError('conflict', synonymErrorTexts.tooMany(MAX_SYNONYMS));
    await recordAudit(context, tx, { action: 'synonym_added', details: { synonymId: id } });
    await invalidateEverywhere(tx);
    return { insertedId: id };
  });
}

/**
 * Lets a search tell two words apart again.
 * @throws AppError not_found when they are not listed.
 */
export async function deleteSynonym(context: AppContext, id: string): Promise<{ deletedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await removeSynonym(tx, id))) throw new AppError('not_found', synonymErrorTexts.noSuchSynonym);
    await recordAudit(context, tx, { action: 'synonym_removed', details: { synonymId: id } });
    await invalidateEverywhere(tx);
    return { deletedCount: 1 };
  });
}
