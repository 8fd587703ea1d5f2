import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { toChargeableCents } from './change-tools.ts';
import type { Tool } from './contract.ts';
import type { ToolEdit } from './managed-contract.ts';
import { isKnownPicture } from './pictures/store.ts';
import { findTool, lockTool, serializeTool, type ToolFacts, type ToolRow, updateTool } from './store.ts';
import { toolErrorTexts } from './texts/errors.ts';

/** Changes some fields of a tool that is still as `edit.version` says, and answers it. What changes nothing is no edit.
 * @throws AppError not_found, invalid_input as for a new tool; version_conflict, with the tool as it is now. */
export async function editTool(
  context: AppContext,
  toolId: string,
  { version, price, ...fields }: ToolEdit,
): Promise<Tool> {
  const { currency } = context.config;
  const priceCents = price === undefined ? undefined : toChargeableCents(context, price);
  const row = await context.db.transaction().execute(async (tx) => {
    const before = await lockTool(tx, toolId);
    if (!before) throw new AppError('not_found', toolErrorTexts.noSuchTool);
    if (before.version !== version) {
      const current = serializeTool(before, currency);
      throw new AppError('version_conflict', toolErrorTexts.editedMeanwhile, { field: 'version', current });
    }
    const changed = changesOf(before, { ...fields, price_cents: priceCents });
    if (Object.keys(changed).length === 0) return before;
    return writeEdit(context, tx, before, changed);
  });
  return serializeTool(row, currency);
}

/** What of the facts that are given differs from the row. */
function changesOf(before: ToolRow, facts: Partial<{ [Name in keyof ToolFacts]: unknown }>) {
  const changed = Object.entries(facts).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof ToolFacts],
  );
  return Object.fromEntries(changed) as Partial<ToolFacts>;
}

async function writeEdit(
  context: AppContext,
  tx: DatabaseTransaction,
  before: ToolRow,
  changed: Partial<ToolFacts>,
): Promise<ToolRow> {
  if (changed.img !== undefined && !(await isKnownPicture(tx, changed.img))) {
    throw new AppError('invalid_input', toolErrorTexts.pictureFirst, { field: 'img' });
  }
  await updateTool(tx, before.id, changed);
  await recordAudit(context, tx, {
    action: 'tool_edited',
    toolId: before.id,
    details: {
      fields: Object.keys(changed).join(', '),
      version: before.version + 1,
      ...figuresOf('', changed),
      ...figuresOf('Before', before, changed),
    },
  });
  await invalidateEverywhere(tx);
  const after = await findTool(tx, before.id);
  if (!after) throw new Error(`tool ${before.id} has vanished`);
  return after;
}

/** The figures and the picture of a tool that were `changed`, for the audit trail; what people typed stays out of it. */
function figuresOf(suffix: string, tool: Partial<ToolFacts>, changed: Partial<ToolFacts> = tool) {
  const figures = {
    priceCents: changed.price_cents && tool.price_cents,
    minOrderQuantity: changed.min_order_quantity && tool.min_order_quantity,
    img: changed.img && tool.img,
  };
  const given = Object.entries(figures).filter(([, figure]) => figure !== undefined);
  return Object.fromEntries(given.map(([name, figure]) => [`${name}${suffix}`, figure ?? null]));
}
