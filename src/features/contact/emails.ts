import type { Email } from '#features/emails/render-email.ts';
import { contactEmailTexts as texts } from '#features/emails/texts.ts';
import type { ContactMessageRow } from './store.ts';

/** Tells the shop that somebody wants to be called back; an answer to it goes to them. */
export function contactEmail({ to, message }: { to: string; message: ContactMessageRow }): Email {
  return {
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
  };
}
