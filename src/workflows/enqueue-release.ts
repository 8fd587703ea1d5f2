import type { Database } from '#platform/database/database.ts';
import type { Shop } from './shop.ts';

/** Queues the release of a payment's hold, now or at `runAt`; a later call moves a release that has not begun. */
export async function enqueueRelease(
  { jobs }: Shop,
  db: Database,
  paymentId: string,
  runAt?: Date,
): Promise<void> {
  await jobs.enqueue(db, 'release-hold', { paymentId }, { key: `release-hold:${paymentId}`, runAt });
}
