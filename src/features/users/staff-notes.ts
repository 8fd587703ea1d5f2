import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import {
  MAX_STAFF_NOTES,
  type StaffNote,
  type StaffNoteRow,
  serializeStaffNote,
} from '#contracts/staff-note.ts';
import type { AppContext } from '#features/app-context.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { errorTexts } from '#texts/errors.ts';

/** The tables of notes about orders and customers, and the column that references the subject. */
const tables = {
  order: { notes: sql.table('order_notes'), subject: sql.ref('order_id') },
  customer: { notes: sql.table('customer_notes'), subject: sql.ref('user_id') },
};

type Subject = keyof typeof tables;

/** Lists the staff notes about orders or customers, oldest first, each with the id of its subject. */
export async function listStaffNotes(
  db: Database,
  about: Subject,
  ids: string[],
): Promise<(StaffNote & { aboutId: string })[]> {
  const { notes, subject } = tables[about];
  const { rows } = await sql<StaffNoteRow & { about_id: string }>`
    select written.id, ${subject} as about_id, note, written.created_at, email
    from ${notes} written left join users on users.id = author_id
    where ${subject} = ${anyOf(ids, 'uuid')} order by written.id`.execute(db);
  return rows.map((row) => ({ ...serializeStaffNote(row), aboutId: row.about_id }));
}

/** Counts the notes about each of the given orders or customers, by id. */
export async function countStaffNotes(
  db: Database,
  about: Subject,
  ids: string[],
): Promise<(id: string) => number> {
  const { notes, subject } = tables[about];
  const { rows } = await sql<{ id: string; count: number }>`
    select ${subject} as id, count(*)::int as count from ${notes}
    where ${subject} = ${anyOf(ids, 'uuid')} group by ${subject}`.execute(db);
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return (id) => counts.get(id) ?? 0;
}

/** Adds a note about an order or a customer, which the transaction has locked, and returns its id. @throws
 * AppError conflict if the maximum number of notes is reached */
export async function insertStaffNote(
  { clock }: Pick<AppContext, 'clock'>,
  tx: DatabaseTransaction,
  { about, id, authorId, note }: { about: Subject; id: string; authorId: string; note: string },
): Promise<string> {
  const { notes, subject } = tables[about];
  const countOf = await countStaffNotes(tx, about, [id]);
  if (countOf(id) >= MAX_STAFF_NOTES)
    throw new AppError('conflict', errorTexts.tooManyNotes(MAX_STAFF_NOTES));
  const noteId = uuid();
  await sql`insert into ${notes} (id, ${subject}, author_id, note, created_at)
    values (${noteId}, ${id}, ${authorId}, ${note}, ${clock.now()})`.execute(tx);
  return noteId;
}
