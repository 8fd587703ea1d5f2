import { v7 as uuid } from 'uuid';
import type { AppContext } from '#features/app-context.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { tellStaff } from '#features/users/notices/tell-staff.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { listContactMessagesCall, type NewContactMessage, sendContactMessageCall } from './contract.ts';
import { contactEmails } from './emails.ts';
import { insertContactMessage, listContactMessages, serializeContactMessage } from './store.ts';

/** `POST /contact` and, for staff, `GET /contact`. */
export function contactRoutes(api: ApiServer, context: AppContext): void {
  serve(api, sendContactMessageCall, { limit: 'contact' }, async ({ body }) =>
    sendContactMessage(context, body),
  );

  serve(api, listContactMessagesCall, {}, async (request, reply) =>
    sendPage(request, reply, await listContactMessages(context.db, request.query), serializeContactMessage),
  );
}

/** Keeps a message from the 'Get In Touch' form and mails it to the shop (decision 20). */
async function sendContactMessage(
  context: AppContext,
  message: NewContactMessage,
): Promise<{ insertedId: string }> {
  const id = uuid();
  await context.db.transaction().execute(async (tx) => {
    await insertContactMessage(tx, { id, ...message, created_at: context.clock.now() });
    await enqueueEmail(context, tx, contactEmails.message, { contactMessageId: id });
    await tellStaff(context, tx, 'contact_message', { contactMessageId: id });
  });
  return { insertedId: id };
}
