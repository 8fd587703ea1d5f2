import { v7 as uuid } from 'uuid';
import { AppError, type CellProblem } from '#contracts/app-error.ts';
import { createNotationFinder, type DecimalSign } from '#contracts/number-notation.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { asPartNumberError } from '#features/catalogue/change-tools.ts';
import { newSpecificationsSchema } from '#features/catalogue/specification-contract.ts';
import { toolErrorTexts } from '#features/catalogue/texts/manage.ts';
import { findFamily } from '#features/families/store.ts';
import { familyErrorTexts } from '#features/families/texts.ts';
import { writeStep } from '#features/imports/apply-import.ts';
import { type CheckedRow, insertChanges } from '#features/imports/changes-store.ts';
import { createCheck } from '#features/imports/check-rows.ts';
import { splitMeasure } from '#features/imports/column-rules.ts';
import { type ImportedField, isNumber, MAX_TOLD_ERRORS } from '#features/imports/contract.ts';
import { formatSpecifications } from '#features/imports/list-cells.ts';
import { insertPictures } from '#features/imports/picture-store.ts';
import { weightUnitOf } from '#features/imports/read-import.ts';
import type { Row } from '#features/imports/read-row.ts';
import { isFailedCell } from '#features/imports/spoiled-cells.ts';
import { ImportBlocked } from '#features/imports/start-import-step.ts';
import { findImport, insertImport } from '#features/imports/store.ts';
import { importErrorTexts } from '#features/imports/texts.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { AddSizes } from './contract.ts';
import { type Grid, gridOf } from './grid-rules.ts';
import { sizesErrorTexts as texts } from './texts.ts';

const ROWS_AT_ONCE = 100;

/** Adds tools to a family from rows of cells, by the rules of an import, and as one that has been applied.
 * @throws AppError not_found; invalid_input, with the wrong cells; conflict if a part number is taken, or the
 * family renamed, meanwhile */
export async function addSizes(
  context: AppContext,
  familyId: string,
  sizes: AddSizes,
  createdBy: string,
): Promise<{ importId: string; toolIds: string[] }> {
  const family = await findFamily(context.db, familyId, 'in_shop');
  if (!family) throw new AppError('not_found', familyErrorTexts.noSuchFamily);
  const grid = gridOf(sizes, family.name);
  const changes = await checkGrid(context, grid, sizes.decimal ?? findDecimal(grid));
  const id = uuid();
  const adding = context.db.transaction().execute(async (tx) => {
    await insertImport(tx, {
      ...{ id, state: 'applying', file_name: texts.sizesOf(family.name), columns: grid.columns.names },
      ...{ rows: changes.length, added: changes.length, created_by: createdBy },
      drafts: changes.filter(({ after }) => !after.img).length,
      created_at: context.clock.now(),
    });
    // As in a file, whose first line has the names of its columns.
    const numbered = changes.map((change) => ({ ...change, row: change.row + 1 }));
    await insertChanges(tx, id, numbered);
    await insertPictures(tx, id, numbered, new Set());
    await applyWhole(context, tx, id);
    const after = await findFamily(tx, familyId, 'in_shop');
    if (after?.name !== family.name) throw new AppError('conflict', familyErrorTexts.changedMeanwhile);
    const details = { id: familyId, name: family.name, fields: 'members', tools: after.members };
    await recordAudit(context, tx, { action: 'family_edited', details });
  });
  await adding.catch(asRefusal);
  return { importId: id, toolIds: changes.map(({ toolId }) => toolId) };
}

/** Applies an import in one transaction. */
async function applyWhole(context: AppContext, tx: DatabaseTransaction, id: string): Promise<void> {
  for (;;) {
    const row = await findImport(tx, id);
    if (!row || (await writeStep(context, tx, row)) === 'done') return;
  }
}

function asRefusal(error: unknown): never {
  if (error instanceof ImportBlocked) throw new AppError('invalid_input', error.message, { field: 'rows' });
  return asPartNumberError(error);
}

/** Checks all rows. @throws AppError invalid_input with the wrong cells */
async function checkGrid(context: AppContext, grid: Grid, decimal: DecimalSign): Promise<CheckedRow[]> {
  const problems = wrongSpecifications(grid);
  const isTold = new Set(problems.map(({ row }) => row));
  const weightUnit = await weightUnitOf(context);
  const { check } = createCheck(context, grid.columns, { decimal, weightUnit }, {}, async () => new Set());
  const changes: CheckedRow[] = [];
  for (let start = 0; start < grid.rows.length; start += ROWS_AT_ONCE) {
    const block = grid.rows.slice(start, start + ROWS_AT_ONCE).map(
      ({ cells, specifications }, nth): Row => ({
        row: start + nth + 1,
        cells: [...cells, formatSpecifications(specifications) ?? ''],
      }),
    );
    const checked = await check(block);
    const wrong = new Set(checked.wrong.map(({ row }) => row));
    const added = checked.changes.filter(({ isNew }) => isNew);
    const isAdded = new Set(added.map(({ row }) => row));
    for (const { row, problems: ofRow } of checked.wrong)
      for (const { column, message } of ofRow)
        if (column !== 'specifications' || !isTold.has(row - 1))
          problems.push(cellProblem(grid, row, column, message));
    // A row whose tool exists changes that, or nothing: it is no new size.
    for (const { row } of block)
      if (!wrong.has(row) && !isAdded.has(row))
        problems.push(cellProblem(grid, row, 'part_number', toolErrorTexts.partNumberTaken));
    changes.push(...added);
  }
  if (problems.length > 0) throw wrongCells(problems);
  return changes;
}

/** Returns the cells of specifications that are wrong: an import tells of their lines instead. */
function wrongSpecifications({ rows }: Grid): CellProblem[] {
  return rows.flatMap(({ specifications }, row) =>
    specifications.flatMap(({ column, ...specification }) => {
      const { value } = specification;
      const [issue] = newSpecificationsSchema.safeParse([specification]).error?.issues ?? [];
      const message = isFailedCell(value) ? importErrorTexts.failedCell(value.trim()) : issue?.message;
      return message === undefined ? [] : [{ row, column, field: null, message }];
    }),
  );
}

/** Attributes a problem to the cell that it is in, or to the field that all rows have alike. */
function cellProblem(grid: Grid, row: number, field: string | null, message: string): CellProblem {
  const column = grid.given.findIndex((given) => given !== '' && given === field);
  if (column >= 0) return { row: row - 1, column, field: null, message };
  const isShared = field !== null && grid.shared.includes(field);
  return { row: isShared ? null : row - 1, column: null, field, message };
}

/** The error with the wrong cells, each told once. */
function wrongCells(problems: CellProblem[]): AppError {
  const keyOf = ({ row, column, field }: CellProblem) => [row, column, field].join();
  const first = new Map(problems.toReversed().map((problem) => [keyOf(problem), problem]));
  const cells = [...first.values()]
    .toSorted(
      (one, other) => (one.row ?? -1) - (other.row ?? -1) || (one.column ?? -1) - (other.column ?? -1),
    )
    .slice(0, MAX_TOLD_ERRORS);
  return new AppError('invalid_input', texts.wrongCells(first.size), { field: 'rows', cells });
}

/** Finds the notation of the grid's numbers. @throws AppError invalid_input if they leave it open */
function findDecimal({ columns, rows }: Grid): DecimalSign {
  const finder = createNotationFinder();
  for (const { cells } of rows)
    for (const [at, cell] of cells.entries()) {
      const field = columns.fields[at] as ImportedField;
      if (isNumber(field)) finder.look(splitMeasure(cell, field).number);
    }
  const found = finder.find();
  if ('decimal' in found) return found.decimal;
  throw new AppError('invalid_input', texts.doubtful(found.doubtful.slice(0, 100)), { field: 'decimal' });
}
