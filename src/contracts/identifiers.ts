import { z } from 'zod';

/** The `_id` of a tool, an order or a review: a UUID, made by the server in the order of time (version 7). */
export const idSchema = z.uuid({ error: 'Not a valid id' });

/** A path that names one thing by its id. */
export const idParamsSchema = z.object({ id: idSchema });

/** An email address as the shop keeps it: trimmed and in lower case. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Email must be 254 characters or shorter')
  .pipe(z.email({ error: 'Provide a valid email' }));

/** A path that names one person by email. */
export const emailParamsSchema = z.object({ email: emailSchema });
