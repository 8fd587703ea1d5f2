import { z } from 'zod';

/** One mail in the trial mailbox, newest first in `GET /mailbox/messages`. */
export const mailboxMessageSchema = z.object({
  _id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.iso.datetime(),
});

/** One mail in the trial mailbox. */
export type MailboxMessage = z.infer<typeof mailboxMessageSchema>;
