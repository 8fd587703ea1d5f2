import { v7 as uuid } from 'uuid';
import type { AppContext } from '#features/app-context.ts';
import { enqueueEmail } from '#features/emails/email-job.ts';
import type { NewContactMessage } from './contract.ts';
import { insertContactMessage } from './store.ts';

/** Keeps a message from the 'Get In Touch' form and mails it to the shop (decision 20). */
export async function sendContactMessage(
  context: AppContext,
  message: NewContactMessage,
): Promise<{ insertedId: string }> {
  const id = uuid();
  await context.db.transaction().execute(async (tx) => {
    await insertContactMessage(tx, { id, ...message, created_at: context.clock.now() });
    await enqueueEmail(context, tx, { mail: 'contact-message', contactMessageId: id });
  });
  return { insertedId: id };
}
