import type { ContactMessageRow } from '#modules/contact/contact-store.ts';
import { contactMailTexts } from '#texts/mails.ts';
import type { Letter } from './letter.ts';

/** Tells the shop that somebody wants to be called back. */
export function contactMessageMail({ to, message }: { to: string; message: ContactMessageRow }): Letter {
  return {
    to,
    subject: contactMailTexts.subject(message.name),
    paragraphs: [contactMailTexts.text],
    facts: [
      [contactMailTexts.name, message.name],
      [contactMailTexts.email, message.email],
      [contactMailTexts.phone, message.phone],
    ],
  };
}
