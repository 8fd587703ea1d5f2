import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database } from '#platform/database/database.ts';

export async function insertChunk(
  db: Database,
  importId: string,
  position: number,
  bytes: Buffer,
): Promise<void> {
  await db.insertInto('import_chunks').values({ import_id: importId, position, bytes }).execute();
}

/** Reads the uploaded file in chunks. */
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

export async function forgetFile(db: Database, importId: string): Promise<void> {
  await db.deleteFrom('import_chunks').where('import_id', '=', importId).execute();
}

const ABANDONED_AFTER_MS = 86_400_000;

/** Deletes files whose upload was aborted. Ids increase with time. */
export async function forgetAbandonedFiles(db: Database, now: Date): Promise<void> {
  const before = uuid({ msecs: now.getTime() - ABANDONED_AFTER_MS });
  await sql`
    delete from import_chunks where import_id < ${before}
      and not exists (select from imports where imports.id = import_id)`.execute(db);
}
