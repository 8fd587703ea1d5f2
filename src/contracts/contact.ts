import { z } from 'zod';
import { contactRuleTexts } from '#texts/validation.ts';
import { emailSchema, idSchema } from './identifiers.ts';
import { optionalText, typedLine } from './text.ts';

/** Body of `POST /contact`: the home page's 'Get In Touch' form. */
export const newContactMessageSchema = z.object({
  name: typedLine({ ...contactRuleTexts.name, max: 200 }),
  email: emailSchema,
  phone: typedLine({ ...contactRuleTexts.phone, max: 40 }),
  message: optionalText(contactRuleTexts.messageLabel, 2000),
});

/** Body of `POST /contact`, checked. */
export type NewContactMessage = z.infer<typeof newContactMessageSchema>;

/** A stored contact message: one row of `GET /contact` (admins). It is shown as it stands, whatever the rules were. */
export const contactMessageSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Empty where nothing was written. */
  message: z.string(),
  createdAt: z.iso.datetime(),
});

/** A stored contact message. */
export type ContactMessage = z.infer<typeof contactMessageSchema>;
