import { z } from 'zod';

/** One mail in the trial mailbox, newest first in `GET /mailbox/messages`. */
export const mailboxMessageSchema = z.object({
  _id: z.uuid(),
  to: z.string(),
  /** Whom an answer goes to, where that is not the sender. */
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.iso.datetime(),
});

/** One mail in the trial mailbox. */
export type MailboxMessage = z.infer<typeof mailboxMessageSchema>;
