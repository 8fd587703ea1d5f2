import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { requireUser } from '#features/users/authorise.ts';
import { insertStaffNote } from '#features/users/staff-notes.ts';
import { type CurrentUser, lockUserOfEmail } from '#features/users/store.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { errorTexts } from '#texts/errors.ts';
import { addCustomerNoteCall, getCustomerCall } from './contract.ts';
import { findCustomer } from './find-customer.ts';

/** `GET /customers/{email}` and its notes, for staff. */
export function customersRoutes(api: ApiServer, context: AppContext): void {
  serve(api, getCustomerCall, {}, async ({ params }) => findCustomer(context, params.email));

  serve(api, addCustomerNoteCall, {}, async (request) =>
    addCustomerNote(context, {
      currentUser: requireUser(request),
      email: request.params.email,
      note: request.body.note,
    }),
  );
}

/** Writes a note about a person for the staff. @throws AppError not_found; conflict
 * where there are as many as may be. */
async function addCustomerNote(
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
