import type { Shop } from '#features/shop.ts';
import { deleteOldHits } from '#platform/rate-limiter.ts';
import { deleteOldReadCounts } from '#platform/read-limiter.ts';

/** Deletes counted tries, sessions and mailed links that are over. */
export async function forgetOldSignIns(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  await deleteOldHits(shop.db, now);
  await deleteOldReadCounts(shop.db, now);
  await shop.embeddedIdentity?.forgetExpired();
}
