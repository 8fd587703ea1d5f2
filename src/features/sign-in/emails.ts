import { greeting } from '#features/emails/greeting.ts';
import type { Email } from '#features/emails/render-email.ts';
import { accountEmailTexts } from '#features/emails/texts.ts';

/** An address, the name that goes with it and the link that only its owner gets. */
type LinkParts = { to: string; name: string; url: string };

/** Asks the owner of an address to confirm an account. */
export function verificationEmail(parts: LinkParts): Email {
  return linkEmail(accountEmailTexts.verification, parts);
}

/** Lets the owner of an address set a new password. */
export function resetEmail(parts: LinkParts): Email {
  return linkEmail(accountEmailTexts.reset, parts);
}

function linkEmail(
  texts: (typeof accountEmailTexts)['verification' | 'reset'],
  { to, name, url }: LinkParts,
): Email {
  return {
    to,
    subject: texts.subject,
    heading: texts.subject,
    paragraphs: [greeting(name), texts.text],
    link: { label: texts.link, url, isSpelledOut: true },
    closing: texts.closing,
    why: texts.why,
  };
}
