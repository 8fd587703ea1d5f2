import { type Selectable, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { ToolDocument } from './contract.ts';
import { isForSale } from './for-sale.ts';
import { type DocumentEdit, MAX_DOCUMENTS } from './managed-contract.ts';

export type DocumentRow = Pick<Selectable<Tables['tool_documents']>, 'id' | 'kind' | 'title' | 'size_bytes'>;

/** A tool's documents as an array in its row, in the order of upload. */
export const documentsOfTool = sql<DocumentRow[]>`(
  select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'title', title, 'size_bytes', size_bytes)
    order by id), '[]')
  from tool_documents where tool_id = tools.id)`;

/** Converts a document to its form on the wire. */
export function serializeDocument(toolId: string, { id, ...same }: DocumentRow): ToolDocument {
  return { _id: id, ...same, url: `/tool/${toolId}/documents/${id}` };
}

type NewDocumentRow = Pick<DocumentRow, 'id' | 'kind' | 'title'> & {
  toolId: string;
  content: Buffer;
  now: Date;
};

/** Adds a document in a free position; `undefined` if the tool has the maximum number. */
export async function insertDocument(
  tx: DatabaseTransaction,
  { id, toolId, kind, title, content, now }: NewDocumentRow,
): Promise<DocumentRow | undefined> {
  const { rows } = await sql<DocumentRow>`
    insert into tool_documents (id, tool_id, place, kind, title, content, added_at)
    select ${id}::uuid, ${toolId}::uuid, min(free), ${kind}, ${title}, ${content}::bytea, ${now}::timestamptz
    from generate_series(1, ${MAX_DOCUMENTS}::integer) free
    where not exists (select from tool_documents where tool_id = ${toolId}::uuid and place = free)
    having min(free) is not null
    returning id, kind, title, size_bytes`.execute(tx);
  return rows[0];
}

/** Copies another tool's documents to a new tool. */
export async function copyDocuments(
  tx: DatabaseTransaction,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  const rows = await tx
    .selectFrom('tool_documents')
    .select(['id', 'place'])
    .where('tool_id', '=', from)
    .orderBy('id')
    .execute();
  for (const { id, place } of rows)
    await sql`
      insert into tool_documents (id, tool_id, place, kind, title, content, added_at)
      select ${uuid()}::uuid, ${to}::uuid, ${place}, kind, title, content, ${now}::timestamptz
      from tool_documents where id = ${id}`.execute(tx);
}

/** Changes a document's metadata; `undefined` if there is no such document. */
export function updateDocument(
  tx: DatabaseTransaction,
  { toolId, id, ...about }: { toolId: string; id: string } & DocumentEdit,
): Promise<DocumentRow | undefined> {
  return tx
    .updateTable('tool_documents')
    .set(about)
    .where('id', '=', id)
    .where('tool_id', '=', toolId)
    .returning(['id', 'kind', 'title', 'size_bytes'])
    .executeTakeFirst();
}

/** Deletes and returns a document; `undefined` if there is no such document. */
export function removeDocument(
  tx: DatabaseTransaction,
  toolId: string,
  id: string,
): Promise<DocumentRow | undefined> {
  return tx
    .deleteFrom('tool_documents')
    .where('id', '=', id)
    .where('tool_id', '=', toolId)
    .returning(['id', 'kind', 'title', 'size_bytes'])
    .executeTakeFirst();
}

/** Deletes the documents of tools that are removed from the shop. */
export async function removeDocuments(tx: DatabaseTransaction, toolIds: string[]): Promise<void> {
  await tx.deleteFrom('tool_documents').where('tool_id', '=', anyOf<string>(toolIds, 'uuid')).execute();
}

/** Returns those of some tools that have documents. */
export async function findDocumentedTools(db: Database, toolIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('tool_documents')
    .select('tool_id')
    .distinct()
    .where('tool_id', '=', anyOf<string>(toolIds, 'uuid'))
    .execute();
  return rows.map(({ tool_id }) => tool_id);
}

/** Returns a document of a tool that is for sale. */
export function findDocument(db: Database, toolId: string, id: string): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('tool_documents')
    .innerJoin('tools', 'tools.id', 'tool_id')
    .select(['tool_documents.id', 'kind', 'title', 'size_bytes'])
    .where('tool_documents.id', '=', id)
    .where('tool_id', '=', toolId)
    .where(isForSale)
    .executeTakeFirst();
}

/** Bytes of a document in memory at a time, per download. */
const PIECE_BYTES = 256 * 1024;

/** Reads a document in chunks, as fast as they are consumed. @throws Error if it is deleted meanwhile */
export async function* readDocument(
  db: Database,
  { id, size_bytes: size }: Pick<DocumentRow, 'id' | 'size_bytes'>,
): AsyncGenerator<Buffer> {
  for (let from = 1; from <= size; from += PIECE_BYTES) {
    const { rows } = await sql<{ piece: Buffer }>`
      select substring(content from ${from}::integer for ${PIECE_BYTES}::integer) as piece
      from tool_documents where id = ${id}`.execute(db);
    if (!rows[0]) throw new Error('The document has just been deleted');
    yield rows[0].piece;
  }
}
