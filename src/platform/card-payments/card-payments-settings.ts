import { z } from 'zod';

const key = (pattern: RegExp, like: string) =>
  z.string().trim().regex(pattern, `must be a key such as ${like}`).optional();

/** The settings of the card payments as they stand in the environment. */
export const cardPaymentsEnvironment = {
  CARD_PAYMENTS: z.enum(['sandbox', 'stripe'], { error: 'must be sandbox or stripe' }).default('sandbox'),
  // `rk_`: a key with some rights only (https://docs.stripe.com/keys#limit-access).
  STRIPE_SECRET_KEY: key(/^[sr]k_(test|live)_\w+$/, 'sk_live_…'),
  STRIPE_PUBLISHABLE_KEY: key(/^pk_(test|live)_\w+$/, 'pk_live_…'),
  STRIPE_WEBHOOK_SECRET: key(/^whsec_\S+$/, 'whsec_…'),
};

type Environment = z.infer<z.ZodObject<typeof cardPaymentsEnvironment>>;

/** Stripe's keys: an account's secret and publishable one, and the secret of one webhook endpoint. */
export type StripeSettings = {
  kind: 'stripe';
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
};

/** Which service is used for card payments. */
export type CardPaymentsSettings = { kind: 'sandbox' } | StripeSettings;

const stripeKeys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

/** What is wrong with the settings of the card payments, a line each. A trial takes test keys and live mode live ones. */
export function cardPaymentsProblems(env: Environment, { mode }: { mode: 'trial' | 'live' }): string[] {
  if (env.CARD_PAYMENTS !== 'stripe') return [];
  return stripeKeys.flatMap((name) => {
    const key = env[name];
    if (key === undefined) return [`${name} is missing: CARD_PAYMENTS=stripe needs it`];
    if (mode === 'live' && isOfKind(key, 'test'))
      return [`${name} must not be a test key in live mode: no money would move`];
    if (mode === 'trial' && isOfKind(key, 'live'))
      return [`${name} must not be a live key in trial mode: real money would move`];
    return [];
  });
}

const isOfKind = (key: string, kind: 'test' | 'live') => key.slice(2).startsWith(`_${kind}_`);

/** The settings of the card payments in the shop's words, once they have no problems. */
export function toCardPaymentsSettings(env: Environment): CardPaymentsSettings {
  if (env.CARD_PAYMENTS === 'sandbox') return { kind: 'sandbox' };
  return {
    kind: 'stripe',
    secretKey: env.STRIPE_SECRET_KEY ?? '',
    publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
  };
}
