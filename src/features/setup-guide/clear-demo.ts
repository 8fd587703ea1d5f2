import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit, recordAudits } from '#features/audit/record-audit.ts';
import { takeOutTools } from '#features/catalogue/change-tools.ts';
import { lockTools } from '#features/catalogue/store.ts';
import { removeEmptyTaxons } from '#features/categories/change-taxons.ts';
import { removeEmptyFamilies } from '#features/families/change-families.ts';
import { removeReviews } from '#features/reviews/change-reviews.ts';
import { writeSampleCleared } from '#features/shop-details/store.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { type DatabaseTransaction, tryAdvisoryLock } from '#platform/database/database.ts';
import {
  DEMO_LOCK,
  type DemoKind,
  findUnchangedFamilies,
  findUnchangedTaxons,
  findUnchangedTools,
  takeDemoRows,
  unmarkDemoRows,
} from './store.ts';
import { setupErrorTexts } from './texts.ts';

/** Number of rows per transaction, so that no buyer waits long for one of these tools. */
const ROWS_AT_ONCE = 10;

/** Clears the demo catalogue, and what the default texts say of it, and returns how many tools and reviews it
 * deleted. Tools that somebody has changed stay, as the owner's. May be repeated: after a failure it deletes
 * the rest, afterwards nothing. @throws AppError conflict while it is being cleared: a category is empty
 * only once all of its tools are deleted */
export async function clearDemo(context: AppContext): Promise<{ tools: number; reviews: number }> {
  const cleared = await tryAdvisoryLock(context.directDb, DEMO_LOCK, async () => {
    const reviews = await clearEach(context, 'review', removeReviews);
    const tools = await clearEach(context, 'tool', async (tx, ids) => {
      await lockTools(tx, ids);
      const gone = await findUnchangedTools(tx, ids);
      const removals = gone.map((toolId) => ({ action: 'tool_removed' as const, toolId }));
      await recordAudits(context, tx, removals);
      return takeOutTools(context, tx, gone);
    });
    await removeEmptyFamilies(context, await findUnchangedFamilies(context.db));
    await unmarkDemoRows(context.db, 'family');
    for (const kind of ['category', 'brand'] as const) {
      const unchanged = await findUnchangedTaxons(context.db, kind);
      await removeEmptyTaxons(context, kind, unchanged);
      // Parents are empty only now.
      await removeEmptyTaxons(context, kind, unchanged);
      await unmarkDemoRows(context.db, kind);
    }
    await context.db.transaction().execute(async (tx) => {
      await writeSampleCleared(tx);
      await invalidateEverywhere(tx);
    });
    const details = { tools, reviews };
    if (tools + reviews > 0) await recordAudit(context, context.db, { action: 'demo_cleared', details });
    return details;
  });
  if (!cleared) throw new AppError('conflict', setupErrorTexts.beingCleared);
  return cleared;
}

/** Takes the rows of a kind in small transactions, and returns the sum of what `clear` returns. */
async function clearEach(
  { db }: AppContext,
  kind: DemoKind,
  clear: (tx: DatabaseTransaction, ids: string[]) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (;;) {
    const cleared = await db.transaction().execute(async (tx) => {
      const ids = await takeDemoRows(tx, kind, ROWS_AT_ONCE);
      return ids.length > 0 ? clear(tx, ids) : undefined;
    });
    if (cleared === undefined) return sum;
    sum += cleared;
  }
}
