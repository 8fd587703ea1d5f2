import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';

/** Asks the owner of a mailbox to confirm an account. */
export function verificationMail({ to, name, url }: { to: string; name: string; url: string }): Letter {
  return {
    to,
    subject: 'Verify your email address',
    paragraphs: [greeting(name), 'please verify the email address of your Toolyard account.'],
    link: { label: 'Verify email address', url },
    closing:
      'The link works for one day, where you are logged in. If you did not make this account, do not follow it: somebody typed your address.',
  };
}
