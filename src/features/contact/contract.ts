import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { insertedSchema, listPageSchema } from '#contracts/call-parts.ts';
import { emailSchema, idSchema } from '#contracts/identifiers.ts';
import { optionalText, typedLine } from '#contracts/text.ts';
import { contactRuleTexts } from '#texts/validation.ts';

/** Body of `POST /contact`: the home page's 'Get In Touch' form. */
export const newContactMessageSchema = z.object({
  name: typedLine({ ...contactRuleTexts.name, max: 200 }),
  email: emailSchema,
  phone: typedLine({ ...contactRuleTexts.phone, max: 40 }),
  message: optionalText(contactRuleTexts.messageLabel, 2000),
});
export type NewContactMessage = z.infer<typeof newContactMessageSchema>;

/** A stored contact message: one row of `GET /contact` (staff). It is shown as it stands, whatever the rules were. */
export const contactMessageSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Empty where nothing was written. */
  message: z.string(),
  createdAt: z.iso.datetime(),
});
export type ContactMessage = z.infer<typeof contactMessageSchema>;

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

export const listContactMessagesCall = {
  method: 'GET',
  path: '/contact',
  access: 'staff',
  query: listPageSchema,
  reply: z.array(contactMessageSchema),
  tag: 'Contact',
  operationId: 'listContactMessages',
  summary: 'Messages left, newest first',
  description: "What visitors sent through the 'Get In Touch' form.",
} satisfies Call;
