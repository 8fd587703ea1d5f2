import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { lockContactMessage, setClosed } from './store.ts';
import { contactErrorTexts } from './texts.ts';

/** Closes a message, or opens it again; one that is so already stays as it is. @throws AppError not_found */
export async function closeMessage(
  context: AppContext,
  id: string,
  isClosed: boolean,
): Promise<{ modifiedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    const message = await lockContactMessage(tx, id);
    if (!message) throw new AppError('not_found', contactErrorTexts.noSuchMessage);
    if ((message.closed_at !== null) === isClosed) return { modifiedCount: 0 };
    await setClosed(tx, id, isClosed ? context.clock.now() : null);
    await recordAudit(context, tx, {
      action: isClosed ? 'message_closed' : 'message_reopened',
      details: { contactMessageId: id },
    });
    return { modifiedCount: 1 };
  });
}
