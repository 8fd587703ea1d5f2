import type { Database } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';

/** Queues the release of a payment's hold, now or at `runAt`; a later call moves a release that has not begun. */
export async function enqueueRelease(db: Database, paymentId: string, runAt?: Date): Promise<void> {
  await enqueue(
    db,
    'release-hold',
    { paymentId },
    { key: `release-hold:${paymentId}`, ...(runAt && { runAt }) },
  );
}
