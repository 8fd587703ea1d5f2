import { z } from 'zod/mini';
import { accountRuleTexts, fieldTexts } from '#texts/validation.ts';
import { emailPattern, MAX_EMAIL_LENGTH } from './email.ts';

/** The `_id` of a tool, an order or a review: a UUID, made by the server in the order of time (version 7). */
export const idSchema = z.uuid({ error: 'Not a valid id' });

/** Whether a transaction id is that of a card payment; what staff marked as paid by
 * hand bears one of the shop's own. */
export const isOfCard = (transactionId: string | null): boolean => transactionId?.startsWith('pi_') ?? false;

export const idParamsSchema = z.object({ id: idSchema });

const { emailLabel, emailMissing, emailWrong } = accountRuleTexts;

/** The one rule for an email address, in every form and call (decision 22). The
 * identity provider has the last word. */
export const emailSchema = z.pipe(
  z
    .string({ error: emailMissing })
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, emailMissing),
      z.maxLength(MAX_EMAIL_LENGTH, fieldTexts.tooLong(emailLabel, MAX_EMAIL_LENGTH)),
    ),
  z.email({ pattern: emailPattern, error: emailWrong }),
);

export const emailParamsSchema = z.object({ email: emailSchema });
