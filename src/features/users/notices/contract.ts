import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { modifiedSchema, oneOf } from '#contracts/call-parts.ts';
import { noticeRuleTexts } from '#texts/validation.ts';

/** What staff are told of by email. */
export const staffNotices = ['sale', 'low_stock', 'low_review', 'contact_message', 'failed_job'] as const;
export type StaffNotice = (typeof staffNotices)[number];

/** One of the asker's switches. */
export const noticeSchema = z.object({ notice: z.enum(staffNotices), isOn: z.boolean() });
export type Notice = z.infer<typeof noticeSchema>;

/** Body of `PUT /notices/{notice}`. */
export const switchNoticeSchema = z.object({ isOn: z.boolean({ error: noticeRuleTexts.isOn }) });

export const listNoticesCall = {
  method: 'GET',
  path: '/notices',
  access: 'staff',
  reply: z.array(noticeSchema),
  tag: 'Users',
  operationId: 'listNotices',
  summary: 'What one is told of by email, and whether that is on',
  description: 'One’s own switches. Everything is on until one turns it off.',
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
  summary: 'Turns one kind of email to oneself on or off',
  description: '`modifiedCount` is 0 when it is so already. Emails that have not left by then heed it too.',
} satisfies Call;
