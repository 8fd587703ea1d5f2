/** A file attached to an email. */
export type EmailAttachment = { name: string; type: string; bytes: Buffer };

/** A rendered email with both parts. `replyTo`: where replies go, if not to the sender. `fromName`: the
 * sender's name, if not the configured one. `headers`: further headers. `follows`: the `messageId`s of the
 * earlier emails of the conversation that a person writes it in, oldest first. */
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

/** Returns the headers by which mail programs group an email with those that it follows (RFC 5322, section
 * 3.6.4). */
export function threadHeaders({ follows = [] }: EmailMessage, domain: string): Record<string, string> {
  const ids = follows.map((id) => `<${id}@${domain}>`);
  const last = ids.at(-1);
  return last === undefined ? {} : { 'In-Reply-To': last, References: ids.join(' ') };
}

/** The email is refused for good; retrying does not help. `message` says why, without the address. */
export class EmailRefused extends Error {
  override readonly name = 'EmailRefused';
}

/** The email was not accepted this time: deferred, or the service is unreachable. `message` says why, without
 * the address. */
export class MailerUnavailable extends Error {
  override readonly name = 'MailerUnavailable';
}

export interface Mailer {
  readonly kind: 'mailbox' | 'smtp';
  readonly summary: string;
  /** Sends an email; `messageId` is the same for every try. @throws EmailRefused, or an error after which it
   * is retried */
  send(mail: EmailMessage, messageId: string): Promise<void>;
  /** Checks whether the service would accept the shop's email, without sending any. @throws Error saying why
   * not */
  check(): Promise<string>;
  /** Closes connections; emails being sent fail and are retried. */
  close(): Promise<void>;
}
