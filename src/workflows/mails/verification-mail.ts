import { accountMailTexts } from '#texts/mails.ts';
import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';

/** Asks the owner of a mailbox to confirm an account. */
export function verificationMail({ to, name, url }: { to: string; name: string; url: string }): Letter {
  const texts = accountMailTexts.verification;
  return {
    to,
    subject: texts.subject,
    paragraphs: [greeting(name), texts.text],
    link: { label: texts.link, url },
    closing: texts.closing,
  };
}
