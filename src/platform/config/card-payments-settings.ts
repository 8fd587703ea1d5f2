import { z } from 'zod';
import { mode, weigh } from './settings-fields.ts';

const key = (pattern: RegExp, like: string) =>
  z.string().trim().regex(pattern, `must be a key such as ${like}`).optional();

type CardPaymentsSettings = z.output<typeof cardPaymentsSettings>;

export type StripeSettings = Extract<CardPaymentsSettings, { kind: 'stripe' }>;

/** A trial accepts test keys only, live mode live keys only. */
export const cardPaymentsSettings = z
  .object({
    SHOP_MODE: mode,
    CARD_PAYMENTS: z.enum(['sandbox', 'stripe'], { error: 'must be sandbox or stripe' }).default('sandbox'),
    // `rk_`: a restricted key (https://docs.stripe.com/keys#limit-access).
    STRIPE_SECRET_KEY: key(/^[sr]k_(test|live)_\w+$/, 'sk_live_…'),
    STRIPE_PUBLISHABLE_KEY: key(/^pk_(test|live)_\w+$/, 'pk_live_…'),
    STRIPE_WEBHOOK_SECRET: key(/^whsec_\S+$/, 'whsec_…'),
  })
  .transform((env, context) => {
    const { refuse, need } = weigh(env, context);
    if (env.CARD_PAYMENTS === 'sandbox') {
      if (env.SHOP_MODE === 'live')
        refuse('CARD_PAYMENTS', 'must not be sandbox in live mode: no money would move');
      return { kind: 'sandbox' as const };
    }
    const take = (name: 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET') => {
      const [, kind] = /^.._(test|live)_/.exec(env[name] ?? '') ?? [];
      if (env.SHOP_MODE === 'live' && kind === 'test')
        refuse(name, 'must not be a test key in live mode: no money would move');
      if (env.SHOP_MODE === 'trial' && kind === 'live')
        refuse(name, 'must not be a live key in trial mode: real money would move');
      return need(name, 'CARD_PAYMENTS=stripe');
    };
    return {
      kind: 'stripe' as const,
      secretKey: take('STRIPE_SECRET_KEY'),
      publishableKey: take('STRIPE_PUBLISHABLE_KEY'),
      webhookSecret: take('STRIPE_WEBHOOK_SECRET'),
    };
  });
