import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { insertTools, moveByImport, type NewToolRow } from '#features/catalogue/stock-store.ts';
import { toolErrorTexts } from '#features/catalogue/texts/manage.ts';
import { MAX_MEMBERS } from '#features/families/contract.ts';
import { findFullFamilies } from '#features/families/store.ts';
import { familyErrorTexts } from '#features/families/texts.ts';
import { isLinkCell } from '#features/related-tools/link-columns.ts';
import { enqueueWebhooks } from '#features/webhooks/enqueue-webhooks.ts';
import { runAsActor } from '#platform/actor.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { JobTry } from '#platform/jobs/jobs.ts';
import { fieldsOf } from './bulk-change.ts';
import {
  findChangedMeanwhile,
  findStep,
  idsWithFamily,
  lockToolsOfRows,
  noteRows,
  type StoredChange,
} from './changes-store.ts';
import type { BulkChange } from './contract.ts';
import { goOn } from './fetch-pictures.ts';
import { settleTaxons } from './name-taxons.ts';
import {
  assertNotTaken,
  causeOf,
  ImportBlocked,
  moveInSteps,
  movePayloadSchema,
  type Stop,
  stopMoving,
} from './start-import-step.ts';
import { findImport, type ImportRow, moveImport } from './store.ts';
import { importErrorTexts as texts } from './texts.ts';
import { writeLinkStep } from './write-links.ts';
import { writeLists, writeTools } from './write-tools.ts';

/** Applies an import in steps, each in its own transaction, so that a tool is locked no longer than one step
 * takes. Applies all of it, or, if a tool has changed since the check, nothing. After a restart it continues
 * where it was. */
export async function applyImport(context: AppContext, payload: unknown, jobTry: JobTry): Promise<void> {
  const { importId, acting } = movePayloadSchema.parse(payload);
  await runAsActor(acting, () =>
    writeImport(context, importId)
      .catch((error) => assertNotTaken(context, importId, error, 'after', toolErrorTexts.partNumberTaken))
      .catch((error) => stopMoving(context, { importId, from: 'applying' }, error, jobTry)),
  );
}

async function writeImport(context: AppContext, importId: string): Promise<void> {
  const row = await findImport(context.db, importId);
  if (row?.state !== 'applying' || row.reverting) return;
  if (row.done === 0) await checkVersions(context, importId);
  await moveInSteps(context, importId, (tx, now) => writeStep(context, tx, now));
}

/** @throws ImportBlocked with every row whose tool has changed since the check */
async function checkVersions({ db }: AppContext, importId: string): Promise<void> {
  const rows = await findChangedMeanwhile(db, importId);
  if (rows.length > 0) throw new ImportBlocked(rows.map((row) => ({ row, message: texts.changedMeanwhile })));
}

/** Writes the next step of an import that is being applied, or ends it. @throws ImportBlocked with the reason why
 * it cannot be written */
export async function writeStep(
  context: AppContext,
  tx: DatabaseTransaction,
  row: ImportRow,
): Promise<'more' | 'done'> {
  if (row.state !== 'applying' || row.reverting) return 'done';
  const { id, made_categories, made_brands, made_families } = row;
  const changes = await findStep(tx, id, false);
  if (changes.length === 0) {
    if (await writeLinkStep(tx, row)) return 'more';
    await endApplying(context, tx, row);
    return 'done';
  }
  const parents = row.category_parents as Record<string, string>;
  const fields = changes.map(({ after }) => after);
  const changed = idsWithFamily(changes, ({ after }) => after);
  const { names, made } = await settleTaxons(context, tx, fields, { parents, changed });
  // Members of a family are in the order of the file.
  const named = changes
    .map((each) => ({ ...each, after: names(each.after) }))
    .toSorted((one, other) => one.row - other.row);
  if (named[0]?.is_new) await addTools(context, tx, row, named);
  else await changeTools(context, tx, row, named);
  await assertNotFull(tx, named);
  await invalidateEverywhere(tx);
  await moveImport(tx, id, 'applying', {
    done: row.done + named.length,
    made_categories: [...made_categories, ...made.category],
    made_brands: [...made_brands, ...made.brand],
    made_families: [...made_families, ...made.family],
  });
  return 'more';
}

/** @throws ImportBlocked if a family has more members than it may have */
async function assertNotFull(tx: DatabaseTransaction, rows: StoredChange[]): Promise<void> {
  const joined = new Set(rows.flatMap(({ after: { family } }) => (family ? [String(family)] : [])));
  const full = new Set(await findFullFamilies(tx, [...joined], MAX_MEMBERS));
  const stops = rows
    .filter(({ after: { family } }) => full.has(String(family)))
    .map(({ row }) => ({ row, message: familyErrorTexts.tooMany(MAX_MEMBERS) }));
  if (stops.length > 0) throw new ImportBlocked(inOrder(stops));
}

/** Whether a tool has not changed since the check: nor its family, which changes without a version. */
const isAsBefore = (
  tool: { version: number; family: string | null } | undefined,
  version: number,
  before: StoredChange['before'],
) => tool?.version === version && (before.family === undefined || before.family === tool.family);

async function endApplying(context: AppContext, tx: DatabaseTransaction, row: ImportRow): Promise<void> {
  const { id: importId, changed, added, rows } = row;
  await recordAudit(
    context,
    tx,
    row.bulk_change
      ? { action: 'bulk_change_applied', details: { importId, changed, fields: fieldsOf(row) } }
      : { action: 'import_applied', details: { importId, rows, changed, added } },
  );
  await moveImport(tx, importId, 'applying', { state: 'applied', applied_at: context.clock.now() });
  await goOn({ ...context, db: tx }, importId);
}

async function addTools(
  context: AppContext,
  tx: DatabaseTransaction,
  row: ImportRow,
  rows: StoredChange[],
): Promise<void> {
  await insertTools(context, tx, rows.map(toNewTool), causeOf(row));
  await writeLists(context, tx, rows.map(toWritten));
  const added = rows.map(({ tool_id: id }) => ({ id }));
  await enqueueWebhooks(context, tx, 'tool.changed', added);
  await noteRows(
    tx,
    row.id,
    rows.map(({ tool_id }) => ({ toolId: tool_id, version: 1 })),
  );
}

/** @throws ImportBlocked with the reason why a tool cannot be changed */
async function changeTools(
  context: AppContext,
  tx: DatabaseTransaction,
  row: ImportRow,
  rows: StoredChange[],
): Promise<void> {
  const stops: Stop[] = [];
  const ids = rows.map(({ tool_id }) => tool_id);
  const tools = new Map((await lockToolsOfRows(tx, ids)).map((tool) => [tool.id, tool]));
  for (const { row: at, tool_id, version, before } of rows)
    if (!isAsBefore(tools.get(tool_id), version, before))
      stops.push({ row: at, message: texts.changedMeanwhile });
  if (stops.length > 0) throw new ImportBlocked(inOrder(stops));
  await writeTools(context, tx, rows.map(toWritten));
  const { availableBy } = (row.bulk_change ?? {}) as Partial<BulkChange>;
  // A count is absolute: units sold since the check do not change it.
  const moves = rows.flatMap(({ tool_id, row: at, after }) => {
    const { name = '', available_quantity: before = 0 } = tools.get(tool_id) ?? {};
    const quantity = availableBy ?? Number(after.available_quantity) - before;
    return after.available_quantity === undefined || quantity === 0
      ? []
      : [{ toolId: tool_id, quantity, row: at, name, before }];
  });
  const moved = await moveByImport(context, tx, moves, causeOf(row));
  for (const { toolId, row: at, quantity, name, before } of moves)
    if (!moved.has(toolId))
      stops.push({ row: at, message: quantity < 0 ? texts.tooFewLeft(name, before) : texts.tooMuchStock });
  if (stops.length > 0) throw new ImportBlocked(inOrder(stops));
  const quantities = new Map(moves.map(({ toolId, quantity }) => [toolId, quantity]));
  await noteRows(
    tx,
    row.id,
    rows.map(({ tool_id, version }) => ({
      toolId: tool_id,
      version: version + 1,
      moved: quantities.get(tool_id) ?? 0,
    })),
  );
}

const inOrder = (stops: Stop[]): Stop[] => stops.toSorted((one, other) => one.row - other.row);

const toWritten = ({ tool_id: id, after: fields }: StoredChange) => ({ id, fields });

function toNewTool({ tool_id: id, after }: StoredChange): NewToolRow {
  const { available_quantity, family, specifications, price_breaks, pictures, ...others } = after;
  const fields = Object.fromEntries(Object.entries(others).filter(([name]) => !isLinkCell(name)));
  // The check has parsed them by the rules of a new tool.
  return { id, ...fields, on_hand: available_quantity } as NewToolRow;
}
