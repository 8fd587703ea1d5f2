import { accountMailTexts } from '#texts/mails.ts';
import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';

/** Lets the owner of a mailbox set a new password. */
export function resetMail({ to, name, url }: { to: string; name: string; url: string }): Letter {
  const texts = accountMailTexts.reset;
  return {
    to,
    subject: texts.subject,
    paragraphs: [greeting(name), texts.text],
    link: { label: texts.link, url },
    closing: texts.closing,
  };
}
