import type { ContactMessageRow } from '#modules/contact/contact-store.ts';
import type { Letter } from './letter.ts';

/** Tells the shop that somebody wants to be called back. */
export function contactMessageMail({ to, message }: { to: string; message: ContactMessageRow }): Letter {
  return {
    to,
    subject: `${message.name} wants to get in touch`,
    paragraphs: ["Somebody filled in the 'Get In Touch' form."],
    facts: [
      ['Full Name', message.name],
      ['Email', message.email],
      ['Phone Number', message.phone],
    ],
  };
}
