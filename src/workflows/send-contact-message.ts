import { v7 as uuid } from 'uuid';
import type { NewContactMessage } from '#contracts/contact.ts';
import { insertContactMessage } from '#modules/contact/contact-store.ts';
import { enqueueEmail } from './emails/email-job.ts';
import type { Shop } from './shop.ts';

/** Keeps a message from the 'Get In Touch' form and mails it to the shop (decision 20). */
export async function sendContactMessage(
  shop: Shop,
  message: NewContactMessage,
): Promise<{ insertedId: string }> {
  const id = uuid();
  await shop.db.transaction().execute(async (tx) => {
    await insertContactMessage(tx, { id, ...message, created_at: shop.clock.now() });
    await enqueueEmail(shop, tx, { mail: 'contact-message', contactMessageId: id });
  });
  return { insertedId: id };
}
