import { nameKey } from '#contracts/text.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { takeOutTools } from '#features/catalogue/change-tools.ts';
import { findDocumentedTools } from '#features/catalogue/document-store.ts';
import { moveByImport } from '#features/catalogue/stock-store.ts';
import { removeEmptyTaxons } from '#features/categories/change-taxons.ts';
import { removeEmptyFamilies } from '#features/families/change-families.ts';
import { currentActor, runAsActor } from '#platform/actor.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { JobTry } from '#platform/jobs/jobs.ts';
import { fieldsOf } from './bulk-change.ts';
import {
  countLeft,
  findStep,
  findTakenNumbers,
  idsWithFamily,
  lockToolsOfRows,
  notePutBack,
  noteRows,
  type StoredChange,
} from './changes-store.ts';
import { settleTaxons } from './name-taxons.ts';
import { causeOf, ImportBlocked, moveInSteps, movePayloadSchema, stopMoving } from './start-import-step.ts';
import { findImport, type ImportRow, moveImport } from './store.ts';
import { importErrorTexts as texts } from './texts.ts';
import { findRelinked, restoreLinks } from './write-links.ts';
import { writeTools } from './write-tools.ts';

/** Queries of features that build on this one: which tools are ordered, and which categories have tax rates
 * of their own. */
type Uses = {
  findOrderedTools(tx: DatabaseTransaction, toolIds: string[]): Promise<string[]>;
  findTaxedCategories(db: Database): Promise<string[]>;
};

/** Undoes an import, step by step, and skips and records tools that were changed since. Also reverts one that
 * was applied in part. Deletes the categories, brands, and families that it created, if they are unused. */
export async function undoImport(
  context: AppContext,
  payload: unknown,
  jobTry: JobTry,
  uses: Uses,
): Promise<void> {
  const { importId, acting } = movePayloadSchema.parse(payload);
  await runAsActor(acting, async () => {
    await putBack(context, importId, uses).catch((error) => stopUndoing(context, importId, error, jobTry));
    await forgetMadeTaxons(context, importId, uses);
  });
}

/** A revert that fails continues in a new job: an import must not stay applied in part. */
async function stopUndoing(
  context: AppContext,
  importId: string,
  error: unknown,
  jobTry: JobTry,
): Promise<void> {
  const row = await findImport(context.db, importId);
  if (row?.reverting && jobTry.isLast)
    await context.jobs.enqueue(context.db, 'undo-import', { importId, acting: currentActor() });
  return stopMoving(context, { importId, from: 'undoing' }, error, jobTry);
}

/** In separate transactions: categories are locked while no tool is, and others may hold a category while
 * they wait for a tool. */
async function forgetMadeTaxons(context: AppContext, importId: string, uses: Uses): Promise<void> {
  const row = await findImport(context.db, importId);
  if (row?.state !== 'undone' && row?.state !== 'failed') return;
  const taxed = await uses.findTaxedCategories(context.db);
  const made = row.made_categories.filter((id) => !taxed.includes(id));
  // Their parents are empty only after these are deleted.
  await removeEmptyTaxons(context, 'category', made);
  await removeEmptyTaxons(context, 'category', made);
  await removeEmptyTaxons(context, 'brand', row.made_brands);
  await removeEmptyFamilies(context, row.made_families);
}

const isUndoing = ({ state, reverting }: ImportRow) => state === 'undoing' || reverting;

async function putBack(context: AppContext, importId: string, uses: Uses): Promise<void> {
  const row = await findImport(context.db, importId);
  if (!row || !isUndoing(row)) return;
  const taken = row.done === 0 ? await findTakenNumbers(context.db, importId, 'before') : [];
  if (taken.length > 0)
    throw new ImportBlocked(taken.map((at) => ({ row: at, message: texts.cannotPutBack })));
  await moveInSteps(context, importId, (tx, now) => putBackStep(context, tx, now, uses));
}

async function putBackStep(
  context: AppContext,
  tx: DatabaseTransaction,
  row: ImportRow,
  uses: Uses,
): Promise<'more' | 'done'> {
  if (!isUndoing(row)) return 'done';
  const { id, state } = row;
  const rows = await findStep(tx, id, true);
  if (rows.length === 0) {
    await endUndoing(context, tx, row);
    return 'done';
  }
  if (rows[0]?.is_new) await removeAdded(context, tx, { importId: id, rows }, uses);
  else await restoreTools(context, tx, row, rows);
  await invalidateEverywhere(tx);
  await moveImport(tx, id, state, { done: Math.max(1, row.done + (row.reverting ? -1 : 1) * rows.length) });
  return 'more';
}

async function endUndoing(context: AppContext, tx: DatabaseTransaction, row: ImportRow): Promise<void> {
  const { id: importId, changed, added, reverting } = row;
  if (reverting)
    return void (await moveImport(tx, importId, 'applying', { state: 'failed', reverting: false, done: 0 }));
  const left = await countLeft(tx, importId);
  await recordAudit(
    context,
    tx,
    row.bulk_change
      ? { action: 'bulk_change_undone', details: { importId, changed, left, fields: fieldsOf(row) } }
      : { action: 'import_undone', details: { importId, changed, added, left } },
  );
  await moveImport(tx, importId, 'undoing', { state: 'undone', undone_at: context.clock.now() });
}

/** Restores changed tools. */
async function restoreTools(
  context: AppContext,
  tx: DatabaseTransaction,
  row: ImportRow,
  rows: StoredChange[],
): Promise<void> {
  const all = rows.map(({ before }) => before);
  const changed = idsWithFamily(rows, ({ before }) => before);
  const { names } = await settleTaxons(context, tx, all, { changed });
  const ids = rows.map(({ tool_id }) => tool_id);
  const taken = new Set(await findTakenNumbers(tx, row.id, 'before', ids));
  const tools = await lockAsApplied(tx, rows);
  // Units that came with the import and have been sold cannot be removed again.
  const isRestored = ({ tool_id, moved, row: at, before }: StoredChange) => {
    const tool = tools.get(tool_id);
    if (!tool || tool.available_quantity < moved || taken.has(at)) return false;
    // Nor can a tool with reserved units become a draft again.
    return before.img !== null || tool.held === 0;
  };
  const restored = rows.filter(isRestored);
  await writeTools(
    context,
    tx,
    restored.map(({ tool_id, before }) => ({ id: tool_id, fields: names(before) })),
  );
  await restoreLinks(tx, restored);
  const moves = restored.flatMap(({ tool_id, moved }) =>
    moved === 0 ? [] : [{ toolId: tool_id, quantity: -moved }],
  );
  await moveByImport(context, tx, moves, causeOf(row));
  await notePutBack(
    tx,
    row.id,
    restored.map(({ tool_id }) => tool_id),
  );
  await noteLeft(
    tx,
    row.id,
    rows.filter((each) => !isRestored(each)),
  );
}

/** Stock movements are never deleted, so added tools are removed from the shop like any others. Skips tools
 * that have been ordered, or given a document. */
async function removeAdded(
  context: AppContext,
  tx: DatabaseTransaction,
  { importId, rows }: { importId: string; rows: StoredChange[] },
  { findOrderedTools }: Uses,
): Promise<void> {
  const ids = [...(await lockAsApplied(tx, rows)).keys()];
  const used = new Set([...(await findOrderedTools(tx, ids)), ...(await findDocumentedTools(tx, ids))]);
  const removed = new Set(ids.filter((id) => !used.has(id)));
  await takeOutTools(context, tx, [...removed]);
  await restoreLinks(
    tx,
    rows.filter(({ tool_id }) => removed.has(tool_id)),
  );
  await notePutBack(tx, importId, [...removed]);
  await noteLeft(
    tx,
    importId,
    rows.filter(({ tool_id }) => !removed.has(tool_id)),
  );
}

/** Locks the tools of some rows, and returns those that are still as the import left them, with their links. */
async function lockAsApplied(tx: DatabaseTransaction, rows: StoredChange[]) {
  const versions = new Map(rows.map(({ tool_id, applied_version }) => [tool_id, applied_version]));
  const families = new Map(rows.map(({ tool_id, after }) => [tool_id, after.family]));
  const tools = await lockToolsOfRows(tx, [...versions.keys()]);
  const relinked = await findRelinked(tx, rows);
  return new Map(
    tools
      .filter(({ id, version }) => versions.get(id) === version)
      .filter(({ id, family }) => isSameFamily(family, families.get(id)) && !relinked.has(id))
      .map((tool) => [tool.id, tool]),
  );
}

/** Whether a tool is still in the family that the import gave it, if it gave it one. */
const isSameFamily = (present: string | null, given: string | number | null | undefined) =>
  given === undefined || nameKey(present ?? '') === nameKey(String(given ?? ''));

async function noteLeft(tx: DatabaseTransaction, importId: string, rows: StoredChange[]): Promise<void> {
  if (rows.length > 0)
    await noteRows(
      tx,
      importId,
      rows.map(({ tool_id }) => ({ toolId: tool_id, isLeft: true })),
    );
}
