import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';

export type ExportRow = Selectable<Tables['account_exports']>;

export function findExport(db: Database, userId: string): Promise<ExportRow | undefined> {
  return db.selectFrom('account_exports').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Replaces a user's export, whose row the transaction has locked, with one that is to be made. */
export async function replaceExport(
  tx: Database,
  row: Pick<ExportRow, 'id' | 'user_id' | 'asked_at'>,
): Promise<void> {
  await tx.deleteFrom('account_exports').where('user_id', '=', row.user_id).execute();
  await tx
    .insertInto('account_exports')
    .values({ ...row, state: 'making' })
    .execute();
}

/** Begins another try, after which no earlier one adds anything; `undefined` if there is nothing to make
 * any more. */
export async function beginTry(
  db: Database,
  id: string,
): Promise<{ userId: string; tries: number } | undefined> {
  const begun = await db
    .updateTable('account_exports')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'making')
    .returning(['user_id as userId', 'tries'])
    .executeTakeFirst();
  if (begun) await db.deleteFrom('account_export_parts').where('export_id', '=', id).execute();
  return begun;
}

/** Adds a part; returns false if the export is gone or another try has begun. The lock keeps either from
 * happening in between. */
export async function addPart(
  db: Database,
  { id, tries, position, bytes }: { id: string; tries: number; position: number; bytes: Buffer },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into account_export_parts (export_id, position, bytes)
    select id, ${position}, ${bytes} from account_exports where id = ${id} and tries = ${tries} for share`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Ends a try; returns false if the export is gone or another try has begun. */
export async function endTry(
  db: Database,
  { id, tries }: { id: string; tries: number },
  end: { state: 'ready'; size_bytes: number; expires_at: Date } | { state: 'failed' },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_exports')
    .set(end)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'making')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Reads the file in parts. @throws Error if it is deleted or replaced meanwhile */
export async function* readParts(db: Database, { id, size_bytes }: ExportRow): AsyncGenerator<Buffer> {
  let left = Number(size_bytes);
  for (let position = 0; left > 0; position += 1) {
    const { bytes } = await db
      .selectFrom('account_export_parts')
      .select('bytes')
      .where('export_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirstOrThrow();
    left -= bytes.length;
    yield bytes;
  }
}

/** Deletes the files that have expired, and what has been in the making since before `askedBefore`. */
export async function deleteOldExports(db: Database, now: Date, askedBefore: Date): Promise<void> {
  await db
    .deleteFrom('account_exports')
    .where(({ or, eb }) => or([eb('expires_at', '<=', now), eb('asked_at', '<', askedBefore)]))
    .execute();
}
