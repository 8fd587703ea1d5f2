import { z } from 'zod';
import { accountRuleTexts, cardRuleTexts, fieldTexts } from '#texts/validation.ts';
import { isPlainLine } from './text.ts';

/** Body of `POST /sandbox-cards/intents/{intentId}/confirm`: the browser hands the test card to the sandbox itself. */
export const confirmCardSchema = z.object({
  clientSecret: z.string().min(1, 'clientSecret is required').max(200, 'clientSecret is not valid'),
  card: z.object({
    number: z.string({ error: cardRuleTexts.numberMissing }).max(40, cardRuleTexts.numberWrong),
    expiry: z.string({ error: cardRuleTexts.expiryMissing }).max(10, cardRuleTexts.expiryWrong),
    securityCode: z
      .string({ error: cardRuleTexts.securityCodeMissing })
      .max(10, cardRuleTexts.securityCodeWrong),
  }),
  billing: z.object({
    name: z.string().max(200, fieldTexts.tooLong(accountRuleTexts.name.label, 200)),
    email: z.string().max(254, fieldTexts.tooLong(accountRuleTexts.emailLabel, 254)),
  }),
});

/** Body of `POST /sandbox-cards/intents/{intentId}/authenticate`: what the buyer told the pretended bank. */
export const authenticateCardSchema = z.object({
  clientSecret: confirmCardSchema.shape.clientSecret,
  approve: z.boolean({ error: 'approve must be true or false' }),
});

/** Answer of both: `requires_action` asks for authentication. Declines are error replies with code `card_declined`. */
export const confirmedCardSchema = z.object({
  paymentIntentId: z.string(),
  status: z.enum(['succeeded', 'requires_action']),
});

/** Path of both calls. */
export const sandboxIntentParamsSchema = z.object({
  intentId: z.string().max(100, 'intentId is not valid').refine(isPlainLine, 'intentId is not valid'),
});
