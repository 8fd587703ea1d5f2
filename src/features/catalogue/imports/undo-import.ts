import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { runAsActor } from '#platform/actor.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { breaksConstraint, type DatabaseTransaction } from '#platform/database/database.ts';
import type { StockCause } from '../stock/contract.ts';
import { moveByImport, removeTools } from '../stock-store.ts';
import { importErrorTexts as texts } from '../texts/imports.ts';
import { lockToolsOfRows, noteRows, type StoredChange } from './changes-store.ts';
import { causeOf, changesInTurn, movePayloadSchema, takeTurn } from './move-import.ts';
import { type NameTaxons, settleTaxons } from './name-taxons.ts';
import type { SomeFields } from './read-row.ts';
import { findImport, insertErrors, moveImport } from './store.ts';
import { writeTools } from './write-tools.ts';

/** Puts back what an import has changed, in one transaction; tools that were changed since are left, and noted. */
export async function undoImport(context: AppContext, payload: unknown): Promise<void> {
  const { importId, acting } = movePayloadSchema.parse(payload);
  const undoing = runAsActor(acting, () =>
    context.db.transaction().execute((tx) => putBack(context, tx, importId)),
  );
  await undoing.catch(async (error: unknown) => {
    // Another tool has got a part number meanwhile that was this one's.
    if (!breaksConstraint(error, 'tools_by_part_number')) throw error;
    const problems = [{ column: null, message: texts.cannotPutBack }];
    await insertErrors(context.db, importId, [{ row: 1, cells: [], problems }]);
    await moveImport(context.db, importId, 'undoing', { state: 'applied' });
  });
}

async function putBack(context: AppContext, tx: DatabaseTransaction, importId: string): Promise<void> {
  await takeTurn(tx);
  const row = await findImport(tx, importId);
  if (row?.state !== 'undoing') return;
  const cause = causeOf(row);
  const names = await settleTaxons(context, tx, importId, 'before');
  const done = { rows: 0 };
  let left = 0;
  for await (const rows of changesInTurn(context, tx, importId, false, done))
    left += await restoreTools(context, tx, importId, rows, cause, names);
  for await (const rows of changesInTurn(context, tx, importId, true, done))
    left += await removeAdded(context, tx, importId, rows);
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

/** Their movements are never deleted, so tools that were added leave the shop as any other does. */
async function removeAdded(
  context: AppContext,
  tx: DatabaseTransaction,
  importId: string,
  rows: StoredChange[],
): Promise<number> {
  const tools = await lockAsApplied(tx, rows);
  await removeTools(tx, [...tools.keys()], context.clock.now());
  for (const { id, held } of tools.values())
    if (held > 0) await context.jobs.enqueue(tx, 'release-holds-of-tool', { toolId: id });
  return noteLeft(
    tx,
    importId,
    rows.filter(({ tool_id }) => !tools.has(tool_id)),
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
