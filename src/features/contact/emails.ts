import { z } from 'zod';
import { emailKind } from '#features/emails/email-kind.ts';
import { findContactMessage } from './store.ts';
import { contactEmailTexts as texts } from './texts.ts';

/** The email that tells the shop that somebody wants to be called back; an answer to it goes to them. */
export const contactEmails = {
  message: emailKind(
    'contact-message',
    z.object({ contactMessageId: z.string() }),
    async ({ db, config }, { contactMessageId }) => {
      const message = await findContactMessage(db, contactMessageId);
      return message && { to: config.contactEmail, message };
    },
    ({ to, message }) => ({
      to,
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
      why: texts.why,
    }),
  ),
};
