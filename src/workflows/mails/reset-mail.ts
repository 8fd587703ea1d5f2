import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';

/** Lets the owner of a mailbox set a new password. */
export function resetMail({ to, name, url }: { to: string; name: string; url: string }): Letter {
  return {
    to,
    subject: 'Set a new password',
    paragraphs: [greeting(name), 'somebody asked for a new password for your Toolyard account.'],
    link: { label: 'Set a new password', url },
    closing:
      'The link works once, for one hour. If it was not you, ignore this mail: your password stays as it is.',
  };
}
