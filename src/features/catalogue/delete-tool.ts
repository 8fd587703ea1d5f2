import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { removeTool } from './stock-store.ts';
import { toolErrorTexts } from './texts/errors.ts';

/**
 * Takes a tool out of the shop (decision 15). Orders keep their copies; unpaid ones can no longer be paid, and
 * payments under way are ended by jobs.
 * @throws AppError not_found when it is not in the shop.
 */
export async function deleteTool(
  context: AppContext,
  { toolId }: { toolId: string },
): Promise<{ deletedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await removeTool(tx, toolId, context.clock.now()))) {
      throw new AppError('not_found', toolErrorTexts.noSuchTool);
    }
    await recordAudit(context, tx, { action: 'tool_removed', toolId });
    await context.jobs.enqueue(tx, 'release-holds-of-tool', { toolId });
    return { deletedCount: 1 };
  });
}
