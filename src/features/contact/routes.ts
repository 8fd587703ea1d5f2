import { v7 as uuid } from 'uuid';
import type { AppContext } from '#features/app-context.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { requireUser } from '#features/users/authorise.ts';
import { notifyStaff } from '#features/users/notices/notify-staff.ts';
import { enqueueWebhooks } from '#features/webhooks/enqueue-webhooks.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { answerMessage, closeMessage } from './change-messages.ts';
import {
  answerContactMessageCall,
  closeContactMessageCall,
  listContactMessagesCall,
  type NewContactMessage,
  reopenContactMessageCall,
  sendContactMessageCall,
} from './contract.ts';
import { contactEmails } from './emails.ts';
import { insertContactMessage, listContactMessages, serializeContactMessage } from './store.ts';

/** Registers `POST /contact`; for staff `GET /contact`, and the calls that answer, close and reopen a
 * message. */
export function contactRoutes(api: ApiServer, context: AppContext): void {
  serve(api, sendContactMessageCall, { limit: 'contact' }, async ({ body }) =>
    sendContactMessage(context, body),
  );

  serve(api, listContactMessagesCall, {}, async (request, reply) =>
    sendPage(request, reply, await listContactMessages(context.db, request.query), serializeContactMessage),
  );

  serve(api, answerContactMessageCall, {}, async (request) =>
    answerMessage(context, {
      currentUser: requireUser(request),
      idempotencyKey: request.headers['idempotency-key'],
      messageId: request.params.id,
      text: request.body.text,
      isLeftOpen: request.body.close === false,
    }),
  );

  serve(api, closeContactMessageCall, {}, async ({ params }) => closeMessage(context, params.id, true));

  serve(api, reopenContactMessageCall, {}, async ({ params }) => closeMessage(context, params.id, false));
}

/** Stores a message from the 'Get In Touch' form and emails it to the shop. */
async function sendContactMessage(
  context: AppContext,
  message: NewContactMessage,
): Promise<{ insertedId: string }> {
  const id = uuid();
  await context.db.transaction().execute(async (tx) => {
    await insertContactMessage(tx, { id, ...message, created_at: context.clock.now() });
    await enqueueEmail(context, tx, contactEmails.message, { contactMessageId: id });
    await notifyStaff(context, tx, contactEmails.message, { contactMessageId: id });
    await enqueueWebhooks(context, tx, 'message.received', [{ id }]);
  });
  return { insertedId: id };
}
