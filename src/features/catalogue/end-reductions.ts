import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { enqueueWebhooks } from '#features/webhooks/enqueue-webhooks.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { Database } from '#platform/database/database.ts';
import { forEachAlone } from '#platform/jobs/do-alone.ts';
import { lockTool, updateTool } from './store.ts';

/** Tools found at once. */
const TOOLS_AT_ONCE = 500;

/** Ends the reductions whose last day is over, also those that ended while the shop was down. A tool that
 * fails is left for the next round, and keeps no other from its price. */
export async function endReductions(context: AppContext): Promise<void> {
  const today = await todayOf(context);
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const ids = await findEnded(context.db, today, last);
    await forEachAlone(context, 'end-reductions', ids, {
      about: (toolId) => ({ toolId }),
      work: (toolId) => endReduction(context, toolId, today),
    });
    const latest = ids.at(-1);
    if (latest === undefined) break;
    last = latest;
  }
}

/** Returns tools whose reductions ended before `today`, in the order of their ids, after `last`. */
async function findEnded(db: Database, today: string, last: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tools')
    .select('id')
    .where('reduced_until', '<', today)
    .where('id', '>', last)
    .orderBy('id')
    .limit(TOOLS_AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives a tool its former price, unless its reduction was changed meanwhile. */
async function endReduction(context: AppContext, toolId: string, today: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockTool(tx, toolId);
    const tool = await tx
      .selectFrom('tools')
      .select(['price_cents', 'former_price_cents', 'reduced_until', 'version', 'deleted_at'])
      .where('id', '=', toolId)
      .executeTakeFirst();
    const { former_price_cents: former = null, reduced_until: until = null } = tool ?? {};
    if (!tool || former === null || until === null || until >= today) return;
    await updateTool(tx, toolId, { price_cents: former, former_price_cents: null, reduced_until: null });
    const details = {
      version: tool.version + 1,
      priceCents: former,
      priceCentsBefore: tool.price_cents,
      reducedUntil: until,
    };
    await recordAudit(context, tx, { action: 'reduction_ended', toolId, details });
    if (tool.deleted_at === null) await enqueueWebhooks(context, tx, 'tool.changed', [{ id: toolId }]);
    await invalidateEverywhere(tx);
  });
}
