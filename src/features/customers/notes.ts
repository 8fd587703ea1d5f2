import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { insertStaffNote } from '#features/users/staff-notes.ts';
import { type CurrentUser, lockUserOfEmail } from '#features/users/store.ts';
import { errorTexts } from '#texts/errors.ts';

/** Writes a note about a person for the staff. @throws AppError not_found; conflict
 * where there are as many as may be. */
export async function addCustomerNote(
  context: AppContext,
  { currentUser, email, note }: { currentUser: CurrentUser; email: string; note: string },
): Promise<{ insertedId: string }> {
  return context.db.transaction().execute(async (tx) => {
    const user = await lockUserOfEmail(tx, email);
    if (!user) throw new AppError('not_found', errorTexts.noSuchUser);
    const noteId = await insertStaffNote(context, tx, {
      about: 'customer',
      id: user.id,
      authorId: currentUser.userId,
      note,
    });
    await recordAudit(context, tx, {
      action: 'customer_note_added',
      userId: user.id,
      details: { noteId },
    });
    return { insertedId: noteId };
  });
}
