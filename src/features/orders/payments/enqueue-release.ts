import type { AppContext } from '#features/app-context.ts';
import type { Database } from '#platform/database/database.ts';
import { findLivePaymentIdsOfTool } from './store.ts';

/** Queues the release of a payment's hold, now or at `runAt`; a later call moves a release that has not begun. */
export async function enqueueRelease(
  { jobs }: AppContext,
  db: Database,
  paymentId: string,
  runAt?: Date,
): Promise<void> {
  await jobs.enqueue(db, 'release-hold', { paymentId }, { key: `release-hold:${paymentId}`, runAt });
}

/** Queues the release of every hold on a tool's units, once the tool has left the shop. */
export async function releaseHoldsOfTool(context: AppContext, toolId: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    for (const paymentId of await findLivePaymentIdsOfTool(tx, toolId))
      await enqueueRelease(context, tx, paymentId);
  });
}
