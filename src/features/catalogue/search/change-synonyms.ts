import { v7 as uuid } from 'uuid';
import { Refusal } from '#contracts/api-error.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { synonymRefusalTexts } from '#features/catalogue/texts/synonyms.ts';
import type { Shop } from '#features/shop.ts';
import { notifyCatalogueChanged } from '#platform/cache/cache-version.ts';
import { MAX_SYNONYMS, type NewSynonym } from './synonym-contract.ts';
import { insertSynonym, removeSynonym } from './synonym-store.ts';

/**
 * Lets a search for either of two words find the other, from the next search on, on every node.
 * @throws Refusal invalid_input where they are the same; conflict where they are listed already, or too many are.
 */
export async function addSynonym(shop: Shop, pair: NewSynonym): Promise<{ insertedId: string }> {
  if (pair.word.toLowerCase() === pair.sameAs.toLowerCase())
    throw new Refusal('invalid_input', synonymRefusalTexts.sameWord, { field: 'sameAs' });
  return shop.db.transaction().execute(async (tx) => {
    const id = uuid();
    const outcome = await insertSynonym(tx, { id, ...pair });
    if (outcome === 'listed') throw new Refusal('conflict', synonymRefusalTexts.listed, { field: 'sameAs' });
    if (outcome === 'full') throw new Refusal('conflict', synonymRefusalTexts.tooMany(MAX_SYNONYMS));
    await recordAudit(shop, tx, { action: 'synonym added', details: { synonymId: id } });
    await notifyCatalogueChanged(tx);
    return { insertedId: id };
  });
}

/**
 * Lets a search tell two words apart again.
 * @throws Refusal not_found when they are not listed.
 */
export async function deleteSynonym(shop: Shop, id: string): Promise<{ deletedCount: number }> {
  return shop.db.transaction().execute(async (tx) => {
    if (!(await removeSynonym(tx, id))) throw new Refusal('not_found', synonymRefusalTexts.noSuchSynonym);
    await recordAudit(shop, tx, { action: 'synonym removed', details: { synonymId: id } });
    await notifyCatalogueChanged(tx);
    return { deletedCount: 1 };
  });
}
