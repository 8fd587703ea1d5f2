import { Refusal } from '#contracts/api-error.ts';
import { removeTool } from '#modules/catalogue/tool-stock.ts';
import { findLivePaymentIdsOfTool } from '#modules/payments/payment-store.ts';
import { toolRefusalTexts } from '#texts/refusals-tools.ts';
import { enqueueRelease } from './enqueue-release.ts';
import { recordAudit } from './record-audit.ts';
import type { Shop } from './shop.ts';

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
    for (const paymentId of await findLivePaymentIdsOfTool(tx, toolId))
      await enqueueRelease(shop, tx, paymentId);
    return { deletedCount: 1 };
  });
}
