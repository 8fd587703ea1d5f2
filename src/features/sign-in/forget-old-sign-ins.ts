import type { AppContext } from '#features/app-context.ts';
import { deleteOldHits, deleteOldReadCounts } from '#platform/rate-limiter.ts';

/** Deletes counted tries, sessions and mailed links that are over. */
export async function forgetOldSignIns(context: AppContext): Promise<void> {
  const now = context.clock.now();
  await deleteOldHits(context.db, now);
  await deleteOldReadCounts(context.db, now);
  await context.embeddedIdentity?.forgetExpired();
}
