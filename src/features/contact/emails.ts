import { z } from 'zod';
import { staffEmail } from '#features/users/notices/tell-staff.ts';
import { findContactMessage } from './store.ts';
import { contactEmailTexts as texts } from './texts.ts';

/** The email that tells the shop that somebody wants to be called back; an answer to it goes to them. */
export const contactEmails = {
  message: staffEmail(
    'contact_message',
    z.object({ contactMessageId: z.string() }),
    async ({ db }, { contactMessageId }) => {
      const message = await findContactMessage(db, contactMessageId);
      return message && { message };
    },
    ({ message }) => ({
      replyTo: message.email,
      subject: texts.subject(message.name),
      heading: texts.subject(message.name),
      paragraphs: [texts.text],
      facts: [
        [texts.name, message.name],
        [texts.email, message.email],
        [texts.phone, message.phone],
        ...(message.message ? [[texts.message, message.message] as [string, string]] : []),
      ],
    }),
  ),
};
