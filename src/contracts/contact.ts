import { z } from 'zod';
import { emailSchema, idSchema } from './identifiers.ts';

/** Body of `POST /contact`: the home page's 'Get In Touch' form. */
export const newContactMessageSchema = z.object({
  name: z
    .string({ error: 'Please provide your name!' })
    .trim()
    .min(1, 'Please provide your name!')
    .max(200, 'Name must be 200 characters or shorter'),
  email: emailSchema,
  phone: z
    .string({ error: 'Please provide your phone number!' })
    .trim()
    .min(1, 'Please provide your phone number!')
    .max(40, 'Phone number must be 40 characters or shorter'),
});

/** Body of `POST /contact`. */
export type NewContactMessage = z.infer<typeof newContactMessageSchema>;

/** A stored contact message: one row of `GET /contact` (admins). */
export const contactMessageSchema = newContactMessageSchema.extend({
  _id: idSchema,
  email: z.string(),
  createdAt: z.iso.datetime(),
});

/** A stored contact message. */
export type ContactMessage = z.infer<typeof contactMessageSchema>;
