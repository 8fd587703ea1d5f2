import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { insertedSchema } from '#contracts/call-parts.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { MAX_ANSWERS } from './contract.ts';
import { contactEmails } from './emails.ts';
import { insertAnswer, listAnswerIds, lockContactMessage, setClosed } from './store.ts';
import { contactErrorTexts } from './texts.ts';

type Asked = {
  currentUser: CurrentUser;
  idempotencyKey: string | undefined;
  messageId: string;
  text: string;
  isLeftOpen: boolean;
};

/** Answers a message by email, and closes it unless it is left open. A repeat with the same key sends
 * nothing. @throws AppError not_found; conflict if the message has the maximum number of answers; key_reused */
export async function answerMessage(
  context: AppContext,
  { currentUser: { userId }, idempotencyKey, messageId, text, isLeftOpen }: Asked,
): Promise<{ insertedId: string }> {
  const body = { messageId, text, ...(isLeftOpen && { isLeftOpen }) };
  const request = { userId, route: 'POST /contact/:id/answer', key: idempotencyKey, body };
  return context.db.transaction().execute((tx) =>
    idempotent(context, tx, request, insertedSchema, async () => {
      const message = await lockContactMessage(tx, messageId);
      if (!message) throw new AppError('not_found', contactErrorTexts.noSuchMessage);
      if ((await listAnswerIds(tx, messageId)).length >= MAX_ANSWERS)
        throw new AppError('conflict', contactErrorTexts.tooManyAnswers(MAX_ANSWERS));
      const id = uuid();
      const written = { author_id: userId, created_at: context.clock.now() };
      await insertAnswer(tx, { id, message_id: messageId, text, ...written });
      await enqueueEmail(context, tx, contactEmails.answer, { answerId: id });
      const details = { contactMessageId: messageId, answerId: id };
      await recordAudit(context, tx, { action: 'message_answered', details });
      if (!isLeftOpen && message.closed_at === null) await writeClosed(context, tx, messageId, true);
      return { insertedId: id };
    }),
  );
}

/** Closes or reopens a message; does nothing if it is in that state already. @throws AppError not_found */
export async function closeMessage(
  context: AppContext,
  id: string,
  isClosed: boolean,
): Promise<{ modifiedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    const message = await lockContactMessage(tx, id);
    if (!message) throw new AppError('not_found', contactErrorTexts.noSuchMessage);
    if ((message.closed_at !== null) === isClosed) return { modifiedCount: 0 };
    await writeClosed(context, tx, id, isClosed);
    return { modifiedCount: 1 };
  });
}

async function writeClosed(
  context: AppContext,
  tx: DatabaseTransaction,
  id: string,
  isClosed: boolean,
): Promise<void> {
  await setClosed(tx, id, isClosed ? context.clock.now() : null);
  await recordAudit(context, tx, {
    action: isClosed ? 'message_closed' : 'message_reopened',
    details: { contactMessageId: id },
  });
}
