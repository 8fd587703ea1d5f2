/** A file that goes with an email. */
export type EmailAttachment = { name: string; type: string; bytes: Buffer };

/** An email with both parts, ready to go. `replyTo`: whom an answer goes to, where that is not the sender.
 * `fromName`: whose name it bears, where that is not the one set beside the sender's address. `headers`:
 * what else mail programs are told. `follows`: the `messageId`s of the emails before it in the conversation
 * that a person writes it in, oldest first. */
export type EmailMessage = {
  to: string;
  replyTo?: string;
  fromName?: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  follows?: readonly string[];
  attachments?: readonly EmailAttachment[];
};

/** What an email that follows others says to mail programs, which then show them
 * together (RFC 5322, section 3.6.4). */
export function threadHeaders({ follows = [] }: EmailMessage, domain: string): Record<string, string> {
  const ids = follows.map((id) => `<${id}@${domain}>`);
  const last = ids.at(-1);
  return last === undefined ? {} : { 'In-Reply-To': last, References: ids.join(' ') };
}

/** The mail will never be taken, however often it is tried. `message` says why, without the address. */
export class EmailRefused extends Error {
  override readonly name = 'EmailRefused';
}

/** The mail was not taken this time: put off, or the service is out of reach. `message`
 * says why, without the address. */
export class MailerUnavailable extends Error {
  override readonly name = 'MailerUnavailable';
}

export interface Mailer {
  readonly kind: 'mailbox' | 'smtp';
  readonly summary: string;
  /** Hands an email over; `messageId` is the same for every try. @throws
   * EmailRefused, or what is to be tried again */
  send(mail: EmailMessage, messageId: string): Promise<void>;
  /** Asks the service whether it would serve the shop; nothing is sent by it. @throws Error saying why not */
  check(): Promise<string>;
  /** Gives connections back; what is being handed over fails, and is to be tried again. */
  close(): Promise<void>;
}
