import { type Selectable, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { cutPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import {
  type Import,
  type ImportChange,
  type ImportError,
  type ImportReport,
  MAX_TOLD_ERRORS,
} from './contract.ts';
import { importedColumns, type Row, type SomeFields, type ToolFields } from './read-row.ts';

export type ImportRow = Selectable<Tables['imports']>;

/** A tool that a row changes or adds: the fields that differ, before and after. */
export type CheckedRow = {
  row: number;
  toolId: string;
  isNew: boolean;
  version: number;
  before: SomeFields;
  after: SomeFields;
};

/** A row that cannot be taken. */
export type WrongRow = Row & { problems: Omit<ImportError, 'row'>[] };

/** A tool as a file's rows are compared with it. */
export type KnownTool = { id: string; version: number; fields: ToolFields };

/** The tools in the shop that rows name, by part numbers in small letters or by ids. */
export async function findToolsOfRows(db: Database, numbers: string[], ids: string[]): Promise<KnownTool[]> {
  const columns = sql.join(importedColumns.map((column) => sql.ref(column)));
  const { rows } = await sql<ToolFields & { id: string; version: number }>`
    select id, version, ${columns} from tools where deleted_at is null
      and id in (
        select id from tools where deleted_at is null and lower(part_number) = any(${numbers}::text[])
        union all select id from tools where id = any(${ids}::uuid[]))`.execute(db);
  return rows.map(({ id, version, ...fields }) => ({ id, version, fields }));
}

export async function insertImport(
  db: Database,
  row: {
    id: string;
    fileName: string;
    mapping: object | null;
    createdAt: Date;
    createdBy: string;
  },
): Promise<void> {
  await db
    .insertInto('imports')
    .values({
      id: row.id,
      file_name: row.fileName,
      mapping: row.mapping === null ? null : JSON.stringify(row.mapping),
      created_at: row.createdAt,
      created_by: row.createdBy,
    })
    .execute();
}

export async function insertChunk(
  db: Database,
  importId: string,
  position: number,
  bytes: Buffer,
): Promise<void> {
  await db.insertInto('import_chunks').values({ import_id: importId, position, bytes }).execute();
}

/** The file as it was sent, piece by piece. */
export async function* readChunks(db: Database, importId: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const chunk = await db
      .selectFrom('import_chunks')
      .select('bytes')
      .where('import_id', '=', importId)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!chunk) return;
    yield chunk.bytes;
  }
}

/** Forgets what reading the file has brought so far, so that it may begin anew. */
export async function forgetRows(db: Database, importId: string): Promise<void> {
  await db.deleteFrom('import_rows').where('import_id', '=', importId).execute();
  await db.deleteFrom('import_errors').where('import_id', '=', importId).execute();
}

export async function forgetFile(db: Database, importId: string): Promise<void> {
  await db.deleteFrom('import_chunks').where('import_id', '=', importId).execute();
}

export async function insertChanges(db: Database, importId: string, changes: CheckedRow[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    insert into import_rows (import_id, row, tool_id, is_new, version, before, after)
    select ${importId}::uuid, row, "toolId", "isNew", version, before, after
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as given (row integer, "toolId" uuid, "isNew" boolean, version integer, before jsonb, after jsonb)`.execute(
    db,
  );
}

export async function insertErrors(db: Database, importId: string, wrong: WrongRow[]): Promise<void> {
  if (wrong.length === 0) return;
  const rows = wrong.map(({ row, problems, cells }) => ({
    import_id: importId,
    row,
    problems: JSON.stringify(problems),
    // PostgreSQL's text cannot hold the character zero.
    cells: cells.map((cell) => cell.replaceAll('\0', '')),
  }));
  await db
    .insertInto('import_errors')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type Facts = Partial<Omit<ImportRow, 'id' | 'mapping'>>;

/** Writes how an import stands, unless it has come to stand otherwise than in `from`; whether it was so. */
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

/** Finds an import and keeps others from moving it on until the transaction ends. */
export function lockImport(tx: DatabaseTransaction, importId: string): Promise<ImportRow | undefined> {
  return tx.selectFrom('imports').selectAll().where('id', '=', importId).forUpdate().executeTakeFirst();
}

/** One page of all imports, the newest first. */
export async function listImports(
  db: Database,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<RowsPage<ImportRow>> {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('imports')
      .selectAll()
      .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute(),
    db
      .selectFrom('imports')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return cutPage(rows, limit, total);
}

export function serializeImport(row: ImportRow): Import {
  return {
    _id: row.id,
    state: row.state,
    fileName: row.file_name,
    encoding: row.encoding,
    delimiter: row.delimiter,
    ignored: row.ignored,
    rows: row.rows,
    changes: row.changed + row.added,
    added: row.added,
    wrong: row.wrong,
    done: row.done,
    createdAt: row.created_at.toISOString(),
    appliedAt: row.applied_at?.toISOString() ?? null,
    undoneAt: row.undone_at?.toISOString() ?? null,
  };
}

/** An import with the first of its errors, and with what undoing it has left. */
export async function reportImport(db: Database, row: ImportRow): Promise<ImportReport> {
  const [wrong, left] = await Promise.all([
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
  return { ...serializeImport(row), errors: errors.slice(0, MAX_TOLD_ERRORS), left };
}

type ChangeRow = Pick<
  Selectable<Tables['import_rows']>,
  'row' | 'tool_id' | 'is_new' | 'before' | 'after'
> & { name: string | null };

/** One page of what an import changes, in the order of the file. */
export async function listChanges(
  db: Database,
  { id, changed, added }: ImportRow,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<RowsPage<ChangeRow>> {
  const rows = await db
    .selectFrom('import_rows')
    .leftJoin('tools', 'tools.id', 'import_rows.tool_id')
    .select(['row', 'tool_id', 'is_new', 'before', 'after', 'tools.name'])
    .where('import_id', '=', id)
    .$if(cursor !== undefined, (query) => query.where('row', '>', Number(cursor)))
    .orderBy('row')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return {
    rows: page,
    nextCursor: rows.length > limit ? String(page.at(-1)?.row) : undefined,
    total: changed + added,
  };
}

type Values = Record<string, string | number | null>;

/** Turns a change into one on the wire: the price as a price, under its name there. */
export function serializeChange(row: ChangeRow, toPrice: (cents: number) => number): ImportChange {
  const onWire = ({ price_cents: cents, ...fields }: Values): Values => ({
    ...fields,
    ...(cents !== undefined && { price: cents === null ? null : toPrice(Number(cents)) }),
  });
  const [before, after] = [row.before as Values, row.after as Values];
  return {
    row: row.row,
    toolId: row.tool_id,
    name: row.name ?? String(after.name ?? ''),
    isNew: row.is_new,
    before: onWire(before),
    after: onWire(after),
  };
}

/** A tool that an import changes or adds. */
export type StoredChange = Selectable<Tables['import_rows']>;

/** The next tools that an import changes or adds, in the order of their ids, in which all locks are taken. */
export function findChangesAfter(
  db: Database,
  importId: string,
  isNew: boolean,
  after: string | undefined,
  limit: number,
): Promise<StoredChange[]> {
  return db
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', importId)
    .where('is_new', '=', isNew)
    .$if(after !== undefined, (query) => query.where('tool_id', '>', after ?? ''))
    .orderBy('tool_id')
    .limit(limit)
    .execute();
}

/** Notes how an import has left tools, or left them alone. */
export async function noteRows(
  tx: DatabaseTransaction,
  importId: string,
  rows: { toolId: string; version?: number; moved?: number; isLeft?: boolean }[],
): Promise<void> {
  await sql`
    update import_rows set applied_version = coalesce(given.version, applied_version),
      moved = coalesce(given.moved, import_rows.moved), is_left = coalesce(given."isLeft", is_left)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given ("toolId" uuid, version integer, moved integer, "isLeft" boolean)
    where import_id = ${importId} and tool_id = given."toolId"`.execute(tx);
}

/** Locks tools of these ids, in their order, and answers how they are; one that was taken out of the shop is left out. */
export async function lockToolsOfRows(tx: DatabaseTransaction, ids: string[]) {
  return tx
    .selectFrom('tools')
    .select(['id', 'version', 'available_quantity', 'held'])
    .where('id', '=', anyOf<string>(ids, 'uuid'))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

const ABANDONED_AFTER_MS = 86_400_000;

/** Forgets files whose sender went away before they were whole. Ids grow with the time. */
export async function forgetAbandonedFiles(db: Database, now: Date): Promise<void> {
  const before = uuid({ msecs: now.getTime() - ABANDONED_AFTER_MS });
  await sql`
    delete from import_chunks where import_id < ${before}
      and not exists (select from imports where imports.id = import_id)`.execute(db);
}
