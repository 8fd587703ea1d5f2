import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { listPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import {
  type BulkChange,
  type Import,
  type ImportError,
  type ImportErrorKind,
  type ImportReport,
  MAX_ERROR_KINDS,
  MAX_TOLD_ERRORS,
} from './contract.ts';
import { reportPictures } from './picture-store.ts';
import type { Row } from './read-row.ts';

export type ImportRow = Selectable<Tables['imports']>;

/** A row that cannot be imported. */
export type WrongRow = Row & { problems: Omit<ImportError, 'row'>[] };

export type ErrorRow = Pick<WrongRow, 'problems' | 'cells'>;

export async function insertImport(db: Database, row: Insertable<Tables['imports']>): Promise<void> {
  await db.insertInto('imports').values(row).execute();
}

/** Deletes the results of reading the file so far, so that it can begin again. */
export async function forgetRows(db: Database, importId: string): Promise<void> {
  await db.deleteFrom('import_rows').where('import_id', '=', importId).execute();
  // The origin of fetched pictures remains known.
  await db
    .deleteFrom('import_pictures')
    .where('import_id', '=', importId)
    .where('state', '<>', 'fetched')
    .execute();
  await db.deleteFrom('import_errors').where('import_id', '=', importId).execute();
}

/** Stores the errors of any number of rows; existing ones are not replaced. */
export async function insertErrors(db: Database, importId: string, wrong: WrongRow[]): Promise<void> {
  await sql`
    insert into import_errors (import_id, row, problems, cells)
    select ${importId}::uuid, row, problems, array(select jsonb_array_elements_text(cells))
    from jsonb_to_recordset(${JSON.stringify(wrong)}::jsonb) as given (row integer, problems jsonb, cells jsonb)
    on conflict do nothing`.execute(db);
}

/** Deletes the reasons why an import could not be applied or undone: errors of rows without cells. */
export async function clearBlockers(db: Database, importId: string): Promise<void> {
  await db
    .deleteFrom('import_errors')
    .where('import_id', '=', importId)
    .where('cells', '=', sql<string[]>`'{}'`)
    .execute();
}

/** Returns the imports with rows or errors that were created before a time and, if applied, applied before
 * it. */
export async function findImportsWithRows(db: Database, before: Date): Promise<string[]> {
  const imports = await db
    .selectFrom('imports')
    .select('id')
    .where('created_at', '<', before)
    .where((is) => is.or([is('applied_at', 'is', null), is('applied_at', '<', before)]))
    .where(
      sql<boolean>`(exists (select from import_rows where import_id = imports.id)
        or exists (select from import_errors where import_id = imports.id))`,
    )
    .execute();
  return imports.map(({ id }) => id);
}

type Facts = Partial<Omit<ImportRow, 'id' | 'mapping'>>;

/** Updates an import if its state is still `from`; returns whether it was. */
export async function moveImport(
  db: Database,
  importId: string,
  from: ImportRow['state'],
  facts: Facts,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set(facts)
    .where('id', '=', importId)
    .where('state', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export function findImport(db: Database, importId: string): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirst();
}

/** Returns an import and locks it until the transaction ends. */
export function lockImport(tx: DatabaseTransaction, importId: string): Promise<ImportRow | undefined> {
  return tx.selectFrom('imports').selectAll().where('id', '=', importId).forUpdate().executeTakeFirst();
}

/** Returns one page of all imports, newest first. */
export function listImports(
  db: Database,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<RowsPage<ImportRow>> {
  return listPage(
    db,
    { table: 'imports', where: [], search: [], order: { direction: 'desc' }, limit, cursor },
    (ids) => db.selectFrom('imports').selectAll().where('id', '=', anyOf<string>(ids, 'uuid')).execute(),
  );
}

export function serializeImport(row: ImportRow): Import {
  return {
    _id: row.id,
    state: row.state,
    fileName: row.file_name,
    bulkChange: row.bulk_change as BulkChange | null,
    encoding: row.encoding,
    delimiter: row.delimiter,
    decimal: row.decimal_sign as Import['decimal'],
    doubtfulNumber: row.doubtful_number,
    ignored: row.ignored,
    rows: row.rows,
    changes: row.changed + row.added,
    added: row.added,
    wrong: row.wrong,
    drafts: row.drafts,
    done: row.done,
    createdAt: row.created_at.toISOString(),
    appliedAt: row.applied_at?.toISOString() ?? null,
    undoneAt: row.undone_at?.toISOString() ?? null,
  };
}

/** Returns an import with its first errors, and the tools that an undo skipped. */
export async function reportImport(db: Database, row: ImportRow): Promise<ImportReport> {
  const [kinds, pictures, wrong, left] = await Promise.all([
    findErrorKinds(db, row.id),
    reportPictures(db, row.id),
    db
      .selectFrom('import_errors')
      .select(['row', 'problems'])
      .where('import_id', '=', row.id)
      .orderBy('row')
      .limit(MAX_TOLD_ERRORS)
      .execute(),
    db
      .selectFrom('import_rows')
      .innerJoin('tools', 'tools.id', 'import_rows.tool_id')
      .select(['import_rows.row', 'import_rows.tool_id as toolId', 'tools.name'])
      .where('import_id', '=', row.id)
      .where('is_left', '=', true)
      .orderBy('import_rows.row')
      .limit(MAX_TOLD_ERRORS)
      .execute(),
  ]);
  const errors = wrong.flatMap(({ row: at, problems }) =>
    (problems as WrongRow['problems']).map((problem) => ({ row: at, ...problem })),
  );
  return {
    ...serializeImport(row),
    errors: errors.slice(0, MAX_TOLD_ERRORS),
    errorKinds: kinds,
    left,
    pictures,
    unusedPictures: row.unused_pictures,
  };
}

/** Returns each kind of error of an import once. */
async function findErrorKinds(db: Database, importId: string): Promise<ImportErrorKind[]> {
  const { rows } = await sql<ImportErrorKind>`
    select min(row)::integer as row, problem ->> 'column' as column, problem ->> 'message' as message,
      count(*)::integer as rows
    from import_errors, jsonb_array_elements(problems) problem where import_id = ${importId}
    group by 2, 3 order by rows desc, row limit ${MAX_ERROR_KINDS}`.execute(db);
  return rows;
}

/** Lets only one import at a time change tools, so that steps of imports do not interleave. @throws Error
 * while another import runs, so that the job is tried again */
export async function takeTurn(tx: DatabaseTransaction, importId: string): Promise<void> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('toolyard imports', 0))
      and not exists (select from imports where state in ('applying', 'undoing') and done > 0 and id <> ${importId})
      as "isOurs"`.execute(tx);
  if (!rows[0]?.isOurs) throw new Error('another import is under way');
}

/** Selects the rows of an import with errors, in order, for its file of errors. */
export const selectErrorRows = (importId: string): RawBuilder<ErrorRow> =>
  sql`select problems, cells from import_errors where import_id = ${importId} order by row`;
