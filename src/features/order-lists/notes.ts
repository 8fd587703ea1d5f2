import { AppError } from '#contracts/app-error.ts';
import type { StaffNote } from '#contracts/staff-note.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findOrder, lockOrder } from '#features/orders/store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { insertStaffNote, listStaffNotes } from '#features/users/staff-notes.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { Database } from '#platform/database/database.ts';

/** What the staff wrote about an order, oldest first. @throws AppError not_found */
export async function listOrderNotes(db: Database, orderId: string): Promise<StaffNote[]> {
  if (!(await findOrder(db, orderId, { withDeleted: true })))
    throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  return listStaffNotes(db, 'order', orderId);
}

/** Writes a note about an order for the staff. @throws AppError not_found; conflict where
 * it has as many as it may have. */
export async function addOrderNote(
  context: AppContext,
  { currentUser, orderId, note }: { currentUser: CurrentUser; orderId: string; note: string },
): Promise<{ insertedId: string }> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await lockOrder(tx, orderId))) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
    const noteId = await insertStaffNote(context, tx, {
      about: 'order',
      id: orderId,
      authorId: currentUser.userId,
      note,
    });
    await recordAudit(context, tx, { action: 'order_note_added', orderId, details: { noteId } });
    return { insertedId: noteId };
  });
}
