import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { insertedSchema } from '#contracts/call-parts.ts';
import { emailSchema } from '#contracts/identifiers.ts';
import { formLine, optionalText } from '#contracts/text.ts';
import { contactRuleTexts } from '#texts/validation.ts';

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
