import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { runAsActor } from '#platform/actor.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { JobTry } from '#platform/jobs/jobs.ts';
import type { StockCause } from '../stock/contract.ts';
import { insertTools, moveByImport, type NewToolRow } from '../stock-store.ts';
import { toolErrorTexts } from '../texts/errors.ts';
import { importErrorTexts as texts } from '../texts/imports.ts';
import { lockToolsOfRows, noteRows, type StoredChange } from './changes-store.ts';
import type { BulkChange } from './contract.ts';
import {
  CannotMove,
  causeOf,
  changesInTurn,
  movePayloadSchema,
  refuseTaken,
  type Stop,
  stopMoving,
  takeTurn,
} from './move-import.ts';
import { settleTaxons } from './name-taxons.ts';
import type { SomeFields } from './read-row.ts';
import { findImport, type ImportRow, moveImport } from './store.ts';
import { writeLists, writeTools } from './write-tools.ts';

/** Applies an import in one transaction: all of it, or, where a tool has been changed since it was checked, nothing. */
export async function applyImport(context: AppContext, payload: unknown, jobTry: JobTry): Promise<void> {
  const { importId, acting } = movePayloadSchema.parse(payload);
  const applying = runAsActor(acting, () =>
    context.db.transaction().execute((tx) => writeImport(context, tx, importId)),
  );
  await applying
    .catch((error) => refuseTaken(context, importId, error, 'after', toolErrorTexts.partNumberTaken))
    .catch((error) => stopMoving(context, importId, error, jobTry, ['applying', 'failed']));
}

async function writeImport(context: AppContext, tx: DatabaseTransaction, importId: string): Promise<void> {
  await takeTurn(tx);
  const row = await findImport(tx, importId);
  if (row?.state !== 'applying') return;
  const cause = causeOf(row);
  const parents = row.category_parents as Record<string, string>;
  const { names, made } = await settleTaxons(context, tx, importId, 'after', parents);
  const done = { rows: 0 };
  const named = (rows: StoredChange[]) =>
    rows.map((each): StoredChange => ({ ...each, after: names(each.after as SomeFields) }));
  const stops: Stop[] = [];
  for await (const rows of changesInTurn(context, tx, importId, false, done))
    await changeTools(context, tx, row, named(rows), cause, stops);
  if (stops.length > 0) throw new CannotMove(stops.toSorted((one, other) => one.row - other.row));
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
  await moveImport(tx, importId, 'applying', {
    state: 'applied',
    applied_at: context.clock.now(),
    made_categories: made.category,
    made_brands: made.brand,
  });
}

/** Changes tools, or adds to `stops` why it cannot. Once there is one, nothing more is written: it would be undone anyway. */
async function changeTools(
  context: AppContext,
  tx: DatabaseTransaction,
  { id, bulk_change }: ImportRow,
  rows: StoredChange[],
  cause: StockCause,
  stops: Stop[],
): Promise<void> {
  const ids = rows.map(({ tool_id }) => tool_id);
  const tools = new Map((await lockToolsOfRows(tx, ids)).map((tool) => [tool.id, tool]));
  for (const { row, tool_id, version } of rows)
    if (tools.get(tool_id)?.version !== version) stops.push({ row, message: texts.changedMeanwhile });
  if (stops.length > 0) return;
  await writeTools(
    context,
    tx,
    rows.map(({ tool_id, after }) => ({ id: tool_id, fields: after as SomeFields })),
  );
  const { availableBy } = (bulk_change ?? {}) as Partial<BulkChange>;
  // A count is what somebody knows: units sold since it was checked make no difference to it.
  const moves = rows.flatMap(({ tool_id, row, after }) => {
    const { name = '', available_quantity: before = 0 } = tools.get(tool_id) ?? {};
    const { available_quantity: available } = after as SomeFields;
    const quantity = availableBy ?? Number(available) - before;
    return available === undefined || quantity === 0
      ? []
      : [{ toolId: tool_id, quantity, row, name, before }];
  });
  const moved = await moveByImport(context, tx, moves, cause);
  for (const { toolId, row, quantity, name, before } of moves)
    if (!moved.has(toolId))
      stops.push({ row, message: quantity < 0 ? texts.tooFewLeft(name, before) : texts.tooMuchStock });
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
  const {
    available_quantity,
    specifications: _,
    price_breaks: __,
    pictures: ___,
    ...fields
  } = after as SomeFields;
  // The check has read them by the rules of a new tool.
  return { id, ...fields, on_hand: available_quantity } as NewToolRow;
}
