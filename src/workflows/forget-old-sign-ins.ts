import { deleteOldRateLimitWindows } from '#platform/rate-limiter.ts';
import type { Shop } from './shop.ts';

/** Deletes counted tries, sessions and mailed links that are over. */
export async function forgetOldSignIns(shop: Shop): Promise<void> {
  await deleteOldRateLimitWindows(shop.db, shop.clock.now());
  await shop.embeddedIdentity?.forgetExpired();
}
