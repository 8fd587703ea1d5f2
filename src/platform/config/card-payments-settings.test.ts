import { describe, expect, it } from 'vitest';
import { problemsOf } from '#tests/support/problems-of.ts';
import { readConfig } from './config.ts';

const live = {
  SHOP_MODE: 'live',
  SHOP_ORIGIN: 'https://shop.example',
  SHOP_ADMIN_EMAIL: 'owner@shop.example',
  SHOP_ADMIN_PASSWORD: 'plumb-bob-and-chalk',
};

const keys = (kind: 'test' | 'live') => ({
  CARD_PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: `sk_${kind}_51Pretended`,
  STRIPE_PUBLISHABLE_KEY: `pk_${kind}_51Pretended`,
  STRIPE_WEBHOOK_SECRET: 'whsec_Pretended+/=',
});

/** The reported problems of a wrong environment's card payments. */
function problems(environment: Record<string, string>): string[] {
  return problemsOf(environment)
    .filter((line) => /STRIPE|CARD_PAYMENTS/.test(line))
    .map((line) => line.trim());
}

describe('Stripe', () => {
  it('is not used unless it is chosen', () => {
    expect(readConfig({}).cardPayments).toEqual({ kind: 'sandbox' });
    expect(readConfig({ ...keys('live'), CARD_PAYMENTS: 'sandbox' }).cardPayments).toEqual({
      kind: 'sandbox',
    });
  });

  it('is accepted with its three keys', () => {
    expect(readConfig(keys('test')).cardPayments).toEqual({
      kind: 'stripe',
      secretKey: 'sk_test_51Pretended',
      publishableKey: 'pk_test_51Pretended',
      webhookSecret: 'whsec_Pretended+/=',
    });
    expect(readConfig({ ...keys('test'), STRIPE_SECRET_KEY: 'rk_test_1' }).cardPayments).toMatchObject({
      secretKey: 'rk_test_1',
    });
    expect(problems({ ...live, ...keys('live') })).toEqual([]);
  });

  it('reports each missing key', () => {
    const missing = (name: string) => `${name} is missing: CARD_PAYMENTS=stripe needs it`;
    const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'];
    expect(problems({ CARD_PAYMENTS: 'stripe' })).toEqual(names.map(missing));
    for (const name of names) expect(problems({ ...keys('test'), [name]: '' })).toEqual([missing(name)]);
  });

  it('reports each invalid key without repeating it', () => {
    const wrong = {
      STRIPE_SECRET_KEY: 'pk_test_mixedUp',
      STRIPE_PUBLISHABLE_KEY: 'sk_test_mixedUp',
      STRIPE_WEBHOOK_SECRET: 'we_mixedUp',
    };
    expect(problems({ ...keys('test'), ...wrong })).toEqual([
      'STRIPE_SECRET_KEY must be a key such as sk_live_…',
      'STRIPE_PUBLISHABLE_KEY must be a key such as pk_live_…',
      'STRIPE_WEBHOOK_SECRET must be a key such as whsec_…',
    ]);
    expect(problems({ CARD_PAYMENTS: 'cash' })).toEqual(['CARD_PAYMENTS must be sandbox or stripe']);
  });

  it('accepts test keys in a trial and live keys in live mode, never the others', () => {
    expect(problems({ ...live, ...keys('test') })).toEqual([
      'STRIPE_SECRET_KEY must not be a test key in live mode: no money would move',
      'STRIPE_PUBLISHABLE_KEY must not be a test key in live mode: no money would move',
    ]);
    expect(problems(keys('live'))).toEqual([
      'STRIPE_SECRET_KEY must not be a live key in trial mode: real money would move',
      'STRIPE_PUBLISHABLE_KEY must not be a live key in trial mode: real money would move',
    ]);
  });
});
