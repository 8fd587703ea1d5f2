import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { listPageSchema } from '#contracts/call-parts.ts';

/** An email in the trial mailbox; `GET /mailbox/messages` lists the newest first. */
export const mailboxMessageSchema = z.object({
  _id: z.uuid(),
  to: z.string(),
  /** The reply address, if not the sender's. */
  replyTo: z.optional(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.iso.datetime(),
});
export type MailboxMessage = z.infer<typeof mailboxMessageSchema>;

/** `GET /mailbox/messages`, in trial mode only */
export const listMailboxMessagesCall = {
  method: 'GET',
  path: '/mailbox/messages',
  access: 'public',
  bearer: 'accessTokenOrNone',
  query: listPageSchema,
  reply: z.array(mailboxMessageSchema),
  errors: ['not_signed_in', 'not_allowed'],
  tag: 'Mailbox',
  operationId: 'listMailboxMessages',
  summary: 'Lists sent emails, newest first',
  description: 'Only in trial mode. For admins, and without a token on the machine that runs the shop.',
} satisfies Call;
