import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { MAX_STAFF_NOTES, type StaffNote, serializeStaffNote } from '#contracts/staff-note.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { type CurrentUser, lockUserOfEmail } from '#features/users/store.ts';
import type { Database } from '#platform/database/database.ts';
import { errorTexts } from '#texts/errors.ts';

/** What the staff wrote about a person, oldest first. */
export async function listCustomerNotes(db: Database, userId: string): Promise<StaffNote[]> {
  const rows = await db
    .selectFrom('customer_notes')
    .leftJoin('users', 'users.id', 'customer_notes.author_id')
    .select(['customer_notes.id', 'customer_notes.note', 'customer_notes.created_at', 'users.email'])
    .where('user_id', '=', userId)
    .orderBy('customer_notes.id')
    .execute();
  return rows.map(serializeStaffNote);
}

/** Writes a note about a person for the staff. @throws AppError not_found; conflict where there are as many as may be. */
export async function addCustomerNote(
  context: AppContext,
  { currentUser, email, note }: { currentUser: CurrentUser; email: string; note: string },
): Promise<{ insertedId: string }> {
  return context.db.transaction().execute(async (tx) => {
    const user = await lockUserOfEmail(tx, email);
    if (!user) throw new AppError('not_found', errorTexts.noSuchUser);
    if ((await listCustomerNotes(tx, user.id)).length >= MAX_STAFF_NOTES)
      throw new AppError('conflict', errorTexts.tooManyNotes(MAX_STAFF_NOTES));
    const id = uuid();
    const written = { author_id: currentUser.userId, created_at: context.clock.now() };
    await tx
      .insertInto('customer_notes')
      .values({ id, user_id: user.id, note, ...written })
      .execute();
    await recordAudit(context, tx, {
      action: 'customer_note_added',
      userId: user.id,
      details: { noteId: id },
    });
    return { insertedId: id };
  });
}
