import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { runAsActor } from '#platform/actor.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { breaksConstraint, type DatabaseTransaction } from '#platform/database/database.ts';
import type { StockCause } from '../stock/contract.ts';
import { insertTools, moveByImport, type NewToolRow } from '../stock-store.ts';
import { toolErrorTexts } from '../texts/errors.ts';
import { importErrorTexts as texts } from '../texts/imports.ts';
import { lockToolsOfRows, noteRows, type StoredChange } from './changes-store.ts';
import type { BulkChange } from './contract.ts';
import { causeOf, changesInTurn, movePayloadSchema, takeTurn } from './move-import.ts';
import { settleTaxons } from './name-taxons.ts';
import type { SomeFields } from './read-row.ts';
import { findImport, type ImportRow, insertErrors, moveImport } from './store.ts';
import { writeLists, writeTools } from './write-tools.ts';

/** Some tools are no longer as they were checked. */
class CannotApply extends Error {
  readonly rows: number[];

  constructor(message: string, rows: number[]) {
    super(message);
    this.rows = rows;
  }
}

/** Applies an import in one transaction: all of it, or, where a tool has been changed since it was checked, nothing. */
export async function applyImport(context: AppContext, payload: unknown): Promise<void> {
  const { importId, acting } = movePayloadSchema.parse(payload);
  const applying = runAsActor(acting, () =>
    context.db.transaction().execute((tx) => writeImport(context, tx, importId)),
  );
  await applying.catch((error: unknown) => failImport(context, importId, error));
}

/** Ends an import that cannot be applied, and says why. Any other error is thrown on, for the job to be tried again. */
async function failImport({ db }: AppContext, importId: string, error: unknown): Promise<void> {
  const isTaken = breaksConstraint(error, 'tools_by_part_number');
  if (!isTaken && !(error instanceof CannotApply)) throw error;
  const rows = error instanceof CannotApply ? error.rows : [1];
  const message = error instanceof CannotApply ? error.message : toolErrorTexts.partNumberTaken;
  const problems = [{ column: null, message }];
  await insertErrors(
    db,
    importId,
    rows.map((row) => ({ row, cells: [], problems })),
  );
  const wrong = ((await findImport(db, importId))?.wrong ?? 0) + rows.length;
  await moveImport(db, importId, 'applying', { state: 'failed', wrong });
}

async function writeImport(context: AppContext, tx: DatabaseTransaction, importId: string): Promise<void> {
  await takeTurn(tx);
  const row = await findImport(tx, importId);
  if (row?.state !== 'applying') return;
  const cause = causeOf(row);
  const names = await settleTaxons(context, tx, importId, 'after');
  const done = { rows: 0 };
  const named = (rows: StoredChange[]) =>
    rows.map((each): StoredChange => ({ ...each, after: names(each.after as SomeFields) }));
  for await (const rows of changesInTurn(context, tx, importId, false, done))
    await changeTools(context, tx, row, named(rows), cause);
  for await (const found of changesInTurn(context, tx, importId, true, done)) {
    const rows = named(found);
    await insertTools(context, tx, rows.map(toNewTool), cause);
    await writeLists(
      context,
      tx,
      rows.map(({ tool_id, after }) => ({ id: tool_id, fields: after as SomeFields })),
    );
    await noteRows(
      tx,
      importId,
      rows.map(({ tool_id }) => ({ toolId: tool_id, version: 1 })),
    );
  }
  const { changed, added, rows } = row;
  await recordAudit(context, tx, { action: 'import_applied', details: { importId, rows, changed, added } });
  await invalidateEverywhere(tx);
  await moveImport(tx, importId, 'applying', { state: 'applied', applied_at: context.clock.now() });
}

async function changeTools(
  context: AppContext,
  tx: DatabaseTransaction,
  { id, bulk_change }: ImportRow,
  rows: StoredChange[],
  cause: StockCause,
): Promise<void> {
  const ids = rows.map(({ tool_id }) => tool_id);
  const tools = new Map((await lockToolsOfRows(tx, ids)).map((tool) => [tool.id, tool]));
  const outdated = rows.filter(({ tool_id, version }) => tools.get(tool_id)?.version !== version);
  if (outdated.length > 0)
    throw new CannotApply(
      texts.changedMeanwhile,
      outdated.map(({ row }) => row),
    );
  await writeTools(
    context,
    tx,
    rows.map(({ tool_id, after }) => ({ id: tool_id, fields: after as SomeFields })),
  );
  const { availableBy } = (bulk_change ?? {}) as Partial<BulkChange>;
  // A count is what somebody knows: units sold since it was checked make no difference to it.
  const moves = rows.flatMap(({ tool_id, row, after }) => {
    const { available_quantity: available } = after as SomeFields;
    const quantity = availableBy ?? Number(available) - (tools.get(tool_id)?.available_quantity ?? 0);
    return available === undefined || quantity === 0 ? [] : [{ toolId: tool_id, quantity, row }];
  });
  const moved = await moveByImport(context, tx, moves, cause);
  const refused = moves.filter(({ toolId }) => !moved.has(toolId));
  if (refused.length > 0)
    throw new CannotApply(
      texts.tooMuchStock,
      refused.map(({ row }) => row),
    );
  const quantities = new Map(moves.map(({ toolId, quantity }) => [toolId, quantity]));
  await noteRows(
    tx,
    id,
    rows.map(({ tool_id, version }) => ({
      toolId: tool_id,
      version: version + 1,
      moved: quantities.get(tool_id) ?? 0,
    })),
  );
}

function toNewTool({ tool_id: id, after }: StoredChange): NewToolRow {
  const { available_quantity, specifications: _, price_breaks: __, ...fields } = after as SomeFields;
  // The check has read them by the rules of a new tool.
  return { id, ...fields, on_hand: available_quantity } as NewToolRow;
}
