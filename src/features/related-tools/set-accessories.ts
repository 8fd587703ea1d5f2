import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import {
  findManagedTool,
  findManagedToolsById,
  lockTool,
  type ManagedToolRow,
} from '#features/catalogue/store.ts';
import { toolErrorTexts } from '#features/catalogue/texts/manage.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { findAccessoryIds, replaceAccessories } from './store.ts';
import { accessoryTexts as texts } from './texts.ts';

const FIELD = 'accessories';

/** Pins accessories to a tool, and returns them. @throws AppError not_found; invalid_input if one is the tool
 * itself or not in the shop */
export function setAccessories(
  context: AppContext,
  toolId: string,
  ids: string[],
): Promise<ManagedToolRow[]> {
  return context.db.transaction().execute(async (tx) => {
    await lockTool(tx, toolId);
    if (!(await findManagedTool(tx, toolId))) throw new AppError('not_found', toolErrorTexts.noSuchTool);
    if (ids.includes(toolId)) throw new AppError('invalid_input', texts.itself, { field: FIELD });
    const tools = await findManagedToolsById(tx, ids);
    if (tools.length < ids.length) throw new AppError('invalid_input', texts.noSuchTool, { field: FIELD });
    const before = await findAccessoryIds(tx, toolId);
    if (before.join() === ids.join()) return tools;
    await replaceAccessories(tx, toolId, ids);
    await recordAudit(context, tx, { action: 'tool_edited', toolId, details: { fields: FIELD } });
    await invalidateEverywhere(tx);
    return tools;
  });
}
