/** A mail with both parts, ready to go. */
export type Mail = { to: string; subject: string; text: string; html: string };

/** The service that carries mail. */
export interface Mailer {
  readonly kind: 'mailbox' | 'smtp';
  /** One line for the start-up log. */
  readonly summary: string;
  /** Hands a mail over. `messageId` is the same for every try of one mail. @throws when it was not taken. */
  send(mail: Mail, messageId: string): Promise<void>;
}
