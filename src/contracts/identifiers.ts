import { z } from 'zod';
import { accountRuleTexts, fieldTexts } from '#texts/validation.ts';

/** The `_id` of a tool, an order or a review: a UUID, made by the server in the order of time (version 7). */
export const idSchema = z.uuid({ error: 'Not a valid id' });

/** A path that names one thing by its id. */
export const idParamsSchema = z.object({ id: idSchema });

/** An email address as the shop keeps it: trimmed and in lower case. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, fieldTexts.tooLong(accountRuleTexts.emailLabel, 254))
  .pipe(z.email({ error: accountRuleTexts.emailWrong }));

/** A path that names one person by email. */
export const emailParamsSchema = z.object({ email: emailSchema });
