import { v7 as uuid } from 'uuid';
import { enqueueEmail } from '#features/emails/email-job.ts';
import type { Shop } from '#features/shop.ts';
import type { NewContactMessage } from './contract.ts';
import { insertContactMessage } from './store.ts';

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
