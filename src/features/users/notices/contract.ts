import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { modifiedSchema, oneOf } from '#contracts/call-parts.ts';
import { noticeRuleTexts } from '#texts/validation.ts';

/** Events that staff are notified of by email. */
export const staffNotices = [
  'sale',
  'quote',
  'return',
  'low_stock',
  'low_review',
  'contact_message',
  'failed_refund',
  'dispute',
  'failed_job',
] as const;
export type StaffNotice = (typeof staffNotices)[number];

/** The staff notices plus those that anyone can subscribe to. */
export const stoppableNotices = [...staffNotices, 'restock'] as const;
export type StoppableNotice = (typeof stoppableNotices)[number];

/** Whether a word is the code of a notice. */
export const isNotice = (word: string): word is StoppableNotice =>
  stoppableNotices.some((notice) => notice === word);

/** One of the user's notification switches. */
export const noticeSchema = z.object({ notice: z.enum(staffNotices), isOn: z.boolean() });
export type Notice = z.infer<typeof noticeSchema>;

/** Body of `PUT /notices/{notice}`. */
export const switchNoticeSchema = z.object({ isOn: z.boolean({ error: noticeRuleTexts.isOn }) });

/** Body of `POST /notices/stop`: the token from the link in an email. */
export const stopEmailsSchema = z.object({
  token: z.string({ error: noticeRuleTexts.token }).check(z.maxLength(1000, noticeRuleTexts.token)),
});

/** The notice that the user no longer receives. */
export const stoppedNoticeSchema = z.object({ notice: z.enum(stoppableNotices), isOn: z.literal(false) });
export type StoppedNotice = z.infer<typeof stoppedNoticeSchema>;

export const listNoticesCall = {
  method: 'GET',
  path: '/notices',
  access: 'staff',
  reply: z.array(noticeSchema),
  tag: 'Users',
  operationId: 'listNotices',
  summary: 'Lists the kinds of email notifications, and whether each is on',
  description: 'Your own settings. Everything is on until you turn it off.',
} satisfies Call;

export const switchNoticeCall = {
  method: 'PUT',
  path: '/notices/:notice',
  access: 'staff',
  params: z.object({ notice: oneOf('notice', staffNotices) }),
  body: switchNoticeSchema,
  reply: modifiedSchema,
  tag: 'Users',
  operationId: 'switchNotice',
  summary: 'Turns one kind of email to you on or off',
  description: '`modifiedCount` is 0 if it already is. Also applies to emails not sent yet.',
} satisfies Call;

export const stopEmailsCall = {
  method: 'POST',
  path: '/notices/stop',
  access: 'public',
  body: stopEmailsSchema,
  reply: stoppedNoticeSchema,
  tag: 'Users',
  operationId: 'stopEmails',
  summary: 'Stops one kind of email to you, without signing in',
  description: 'The token is the one in the email’s unsubscribe link and header (RFC 8058).',
} satisfies Call;
