import { Refusal } from '#contracts/api-error.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Shop } from '#features/shop.ts';
import { removeTool } from './stock-store.ts';
import { toolRefusalTexts } from './texts/refusals.ts';

/**
 * Takes a tool out of the shop (decision 15). Orders keep their copies; unpaid ones can no longer be paid, and
 * payments under way are ended by jobs.
 * @throws Refusal not_found when it is not in the shop.
 */
export async function deleteTool(
  shop: Shop,
  { toolId }: { toolId: string },
): Promise<{ deletedCount: number }> {
  return shop.db.transaction().execute(async (tx) => {
    if (!(await removeTool(tx, toolId, shop.clock.now()))) {
      throw new Refusal('not_found', toolRefusalTexts.noSuchTool);
    }
    await recordAudit(shop, tx, { action: 'tool removed', toolId });
    await shop.jobs.enqueue(tx, 'release-holds-of-tool', { toolId });
    return { deletedCount: 1 };
  });
}
