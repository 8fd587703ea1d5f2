import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import {
  idempotencyHeadersSchema,
  insertedSchema,
  listPageSchema,
  modifiedSchema,
  oneOf,
} from '#contracts/call-parts.ts';
import { emailSchema, idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { formLine, formText, optionalText, plainLine } from '#contracts/text.ts';
import { contactRuleTexts, messageAnswerRuleTexts } from '#texts/validation.ts';

/** Body of `POST /contact`: the home page's 'Get In Touch' form. */
export const newContactMessageSchema = z.object({
  name: formLine({ ...contactRuleTexts.name, max: 200 }),
  email: emailSchema,
  phone: formLine({ ...contactRuleTexts.phone, max: 40 }),
  message: optionalText(contactRuleTexts.messageLabel, 2000),
});
export type NewContactMessage = z.infer<typeof newContactMessageSchema>;

export const sendContactMessageCall = {
  method: 'POST',
  path: '/contact',
  access: 'public',
  body: newContactMessageSchema,
  reply: insertedSchema,
  tag: 'Contact',
  operationId: 'sendContactMessage',
  summary: "Leaves a message through the 'Get In Touch' form",
  description: 'The message is stored and emailed to the shop.',
} satisfies Call;

/** Maximum number of answers to a message. */
export const MAX_ANSWERS = 50;

/** The states of a message. */
const contactMessageStates = ['open', 'closed'] as const;

/** Query of `GET /contact`. `q`: the beginnings of words in name, email or message, or a message's complete
 * id. */
const contactMessageListSchema = z.extend(listPageSchema, {
  q: z.optional(plainLine('q', 200)),
  state: z.optional(oneOf('state', contactMessageStates)),
});
export type ContactMessageList = z.infer<typeof contactMessageListSchema>;

/** Body of `POST /contact/{id}/answer`. */
export const answerContactMessageSchema = z.object({
  text: formText({ ...messageAnswerRuleTexts.text, max: 5000 }),
  /** Whether the reply closes the message; by default it does. */
  close: z.optional(z.boolean('close must be true or false')),
});

/** An answer by the staff. `authorEmail` is null if the author's account no longer exists. */
const contactAnswerSchema = z.object({
  _id: idSchema,
  text: z.string(),
  authorEmail: z.nullable(z.string()),
  at: z.iso.datetime(),
});

/** A stored contact message: one row of `GET /contact` (staff). Shown as stored, even if the rules have
 * changed since. */
export const contactMessageSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Empty if none was written. */
  message: z.string(),
  createdAt: z.iso.datetime(),
  closedAt: z.nullable(z.iso.datetime()),
  /** Oldest first. */
  answers: z.array(contactAnswerSchema),
});
export type ContactMessage = z.infer<typeof contactMessageSchema>;

export const listContactMessagesCall = {
  method: 'GET',
  path: '/contact',
  access: 'staff',
  query: contactMessageListSchema,
  reply: z.array(contactMessageSchema),
  tag: 'Contact',
  operationId: 'listContactMessages',
  summary: 'Lists contact messages with their replies, newest first',
  description: "What visitors sent through the 'Get In Touch' form.",
} satisfies Call;

/** The parts shared by the calls that change a message. */
const changesMessage = {
  method: 'POST',
  access: 'staff',
  params: idParamsSchema,
  tag: 'Contact',
} as const satisfies Partial<Call>;

export const answerContactMessageCall = {
  ...changesMessage,
  path: '/contact/:id/answer',
  headers: idempotencyHeadersSchema,
  body: answerContactMessageSchema,
  reply: insertedSchema,
  errors: ['not_found', 'conflict'],
  operationId: 'answerContactMessage',
  summary: 'Replies to a message by email, in one conversation with the earlier replies',
  description: `The customer’s replies go to the shop’s address. It closes the message, unless \`close\` is false. A message can have ${MAX_ANSWERS} replies.`,
} satisfies Call;

export const closeContactMessageCall = {
  ...changesMessage,
  path: '/contact/:id/close',
  reply: modifiedSchema,
  errors: ['not_found'],
  operationId: 'closeContactMessage',
  summary: 'Closes a message: nothing is left to do about it',
  description: '`modifiedCount` is 0 if it is already closed.',
} satisfies Call;

export const reopenContactMessageCall = {
  ...changesMessage,
  path: '/contact/:id/reopen',
  reply: modifiedSchema,
  errors: ['not_found'],
  operationId: 'reopenContactMessage',
  summary: 'Reopens a closed message',
  description: '`modifiedCount` is 0 if it is already open.',
} satisfies Call;
