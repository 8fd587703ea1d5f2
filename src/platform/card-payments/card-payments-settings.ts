import { z } from 'zod';

/** The settings of the card payments as they stand in the environment. */
export const cardPaymentsEnvironment = {
  CARD_PAYMENTS: z.enum(['sandbox'], { error: 'must be sandbox' }).default('sandbox'),
};

type Environment = z.infer<z.ZodObject<typeof cardPaymentsEnvironment>>;

/** Which service is used for card payments. */
export type CardPaymentsSettings = { kind: 'sandbox' };

/** The settings of the card payments in the shop's words. */
export function toCardPaymentsSettings(env: Environment): CardPaymentsSettings {
  return { kind: env.CARD_PAYMENTS };
}
