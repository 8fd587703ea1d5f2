import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { runAsActor } from '#platform/actor.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { JobTry } from '#platform/jobs/jobs.ts';
import { takeOutTools } from '../change-tools.ts';
import { findDocumentedTools } from '../documents/store.ts';
import type { StockCause } from '../stock/contract.ts';
import { moveByImport } from '../stock-store.ts';
import { removeEmptyTaxons } from '../taxonomy/change-taxons.ts';
import { importErrorTexts as texts } from '../texts/imports.ts';
import { lockToolsOfRows, noteRows, type StoredChange } from './changes-store.ts';
import {
  causeOf,
  changesInTurn,
  movePayloadSchema,
  refuseTaken,
  stopMoving,
  takeTurn,
} from './move-import.ts';
import { type NameTaxons, settleTaxons } from './name-taxons.ts';
import type { SomeFields } from './read-row.ts';
import { findImport, moveImport } from './store.ts';
import { writeTools } from './write-tools.ts';

/** What later features know: which tools are ordered, and which categories are more than the names of some tools. */
type Uses = {
  findOrderedTools(tx: DatabaseTransaction, toolIds: string[]): Promise<string[]>;
  findTaxedCategories(db: Database): Promise<string[]>;
};

/** Puts back what an import has changed, in one transaction; tools that were changed since are left, and noted. Categories and brands that it
 * made go after it where nobody uses them. */
export async function undoImport(
  context: AppContext,
  payload: unknown,
  jobTry: JobTry,
  uses: Uses,
): Promise<void> {
  const { importId, acting } = movePayloadSchema.parse(payload);
  const undoing = runAsActor(acting, () =>
    context.db.transaction().execute((tx) => putBack(context, tx, importId, uses)),
  );
  await undoing
    .catch((error) => refuseTaken(context, importId, error, 'before', texts.cannotPutBack))
    .catch((error) => stopMoving(context, importId, error, jobTry, ['undoing', 'applied']));
  await runAsActor(acting, () => forgetMadeTaxons(context, importId, uses));
}

/** In transactions of their own: nobody else may have a category in hand meanwhile, or be waiting for a tool. */
async function forgetMadeTaxons(context: AppContext, importId: string, uses: Uses): Promise<void> {
  const row = await findImport(context.db, importId);
  if (row?.state !== 'undone') return;
  const taxed = await uses.findTaxedCategories(context.db);
  const made = row.made_categories.filter((id) => !taxed.includes(id));
  // Those that others were put under are empty after these.
  await removeEmptyTaxons(context, 'category', made);
  await removeEmptyTaxons(context, 'category', made);
  await removeEmptyTaxons(context, 'brand', row.made_brands);
}

async function putBack(
  context: AppContext,
  tx: DatabaseTransaction,
  importId: string,
  uses: Uses,
): Promise<void> {
  await takeTurn(tx);
  const row = await findImport(tx, importId);
  if (row?.state !== 'undoing') return;
  const cause = causeOf(row);
  const { names } = await settleTaxons(context, tx, importId, 'before');
  const done = { rows: 0 };
  let left = 0;
  for await (const rows of changesInTurn(context, tx, importId, false, done))
    left += await restoreTools(context, tx, importId, rows, cause, names);
  for await (const rows of changesInTurn(context, tx, importId, true, done))
    left += await removeAdded(context, tx, importId, rows, uses);
  const { changed, added } = row;
  await recordAudit(context, tx, { action: 'import_undone', details: { importId, changed, added, left } });
  await invalidateEverywhere(tx);
  await moveImport(tx, importId, 'undoing', { state: 'undone', undone_at: context.clock.now() });
}

/** Answers how many tools were left as they are. */
async function restoreTools(
  context: AppContext,
  tx: DatabaseTransaction,
  importId: string,
  rows: StoredChange[],
  cause: StockCause,
  names: NameTaxons,
): Promise<number> {
  const tools = await lockAsApplied(tx, rows);
  // What has been sold of the units that came in by the import cannot go back.
  const isRestored = ({ tool_id, moved }: StoredChange) => {
    const tool = tools.get(tool_id);
    return tool !== undefined && tool.available_quantity >= moved;
  };
  const restored = rows.filter(isRestored);
  await writeTools(
    context,
    tx,
    restored.map(({ tool_id, before }) => ({ id: tool_id, fields: names(before as SomeFields) })),
  );
  const moves = restored.flatMap(({ tool_id, moved }) =>
    moved === 0 ? [] : [{ toolId: tool_id, quantity: -moved }],
  );
  await moveByImport(context, tx, moves, cause);
  return noteLeft(
    tx,
    importId,
    rows.filter((row) => !isRestored(row)),
  );
}

/** Their movements are never deleted, so tools that were added leave the shop as any other does. Those that somebody has ordered, or
 * given a document, are left. */
async function removeAdded(
  context: AppContext,
  tx: DatabaseTransaction,
  importId: string,
  rows: StoredChange[],
  { findOrderedTools }: Uses,
): Promise<number> {
  const ids = [...(await lockAsApplied(tx, rows)).keys()];
  const used = new Set([...(await findOrderedTools(tx, ids)), ...(await findDocumentedTools(tx, ids))]);
  const removed = new Set(ids.filter((id) => !used.has(id)));
  await takeOutTools(context, tx, [...removed]);
  return noteLeft(
    tx,
    importId,
    rows.filter(({ tool_id }) => !removed.has(tool_id)),
  );
}

/** Locks the tools of some rows that are still as the import has left them. */
async function lockAsApplied(tx: DatabaseTransaction, rows: StoredChange[]) {
  const versions = new Map(rows.map(({ tool_id, applied_version }) => [tool_id, applied_version]));
  const tools = await lockToolsOfRows(tx, [...versions.keys()]);
  return new Map(
    tools.filter(({ id, version }) => versions.get(id) === version).map((tool) => [tool.id, tool]),
  );
}

async function noteLeft(tx: DatabaseTransaction, importId: string, rows: StoredChange[]): Promise<number> {
  if (rows.length > 0)
    await noteRows(
      tx,
      importId,
      rows.map(({ tool_id }) => ({ toolId: tool_id, isLeft: true })),
    );
  return rows.length;
}
