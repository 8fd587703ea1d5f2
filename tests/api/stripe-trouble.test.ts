/** @module-tag sweep */
import { describe, expect, test } from 'vitest';
import { CardPaymentsError, ChargeRefusedError } from '#platform/payments/card-payments.ts';
import { asked, failure, standForStripe } from '#tests/support/stripe/open-cards.ts';
import { StripeRefusal } from '#tests/support/stripe/stripe-books.ts';

const stand = standForStripe();

describe('a failed call', () => {
  test.each([
    [
      'a card error',
      new StripeRefusal(402, {
        type: 'card_error',
        code: 'card_declined',
        message: 'Your card was declined.',
      }),
      /^Stripe: Your card was declined\. \(StripeCardError, card_declined\b/,
    ],
    [
      'too many calls',
      new StripeRefusal(429, {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message: 'Too many requests',
      }),
      /^Stripe: Too many requests \(StripeRateLimitError, rate_limit/,
    ],
    [
      'a failure of Stripe',
      new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred' }),
      /^Stripe: An unknown error occurred \(StripeAPIError/,
    ],
  ])('is reported to an admin: %s', async (_what, fault, words) => {
    stand.stripe.faults.push(fault);
    const told = await failure(stand.cards.createIntent(asked()));
    expect(told).toBeInstanceOf(CardPaymentsError);
    expect(told).not.toBeInstanceOf(ChargeRefusedError);
    expect(told.message).toMatch(words);
    expect(told.cause).toBeUndefined();
  });

  test('does not show the key that Stripe rejects', async () => {
    const other = await stand.open({ secretKey: 'sk_test_51SomebodyElses' });
    const told = await failure(other.retrieveIntent('pi_any'));
    expect(told.message).toMatch(/^Stripe: Invalid API Key provided: sk_… \(StripeAuthenticationError/);
    expect(JSON.stringify([told.message, told.stack, { ...told }])).not.toContain('Somebody');
  });

  test('that reuses a key for another request is refused', async () => {
    const request = asked();
    await stand.cards.createIntent(request);
    const told = await failure(stand.cards.createIntent({ ...request, amountCents: 9900 }));
    expect(told.message).toMatch(
      /^Stripe: Keys for idempotent requests can only be used with the same parameters/,
    );
  });

  test('is retried when the connection breaks, and takes effect once', async () => {
    const patient = await stand.open({ retries: 2 });
    for (const fault of ['drop', 'lose'] as const) {
      stand.stripe.calls.length = 0;
      const before = stand.stripe.books.intents.size;
      stand.stripe.faults.push(fault);
      const made = await patient.createIntent(asked());
      expect(stand.stripe.books.intents.size).toBe(before + 1);
      expect(stand.stripe.books.intents.has(made.id)).toBe(true);
      expect(new Set(stand.stripe.calls.flatMap(({ key }) => key ?? []))).toHaveProperty('size', 1);
    }
  });

  test('that Stripe keeps answering with its own failure succeeds under the next key', async () => {
    const request = asked();
    stand.stripe.faults.push('fail');
    expect(await failure(stand.cards.createIntent(request))).toBeInstanceOf(CardPaymentsError);
    const made = await stand.cards.createIntent(request);
    expect(await stand.cards.createIntent(request)).toEqual(made);
    expect(stand.stripe.calls.map(({ key }) => key).filter(Boolean)).toEqual([
      `intent-${request.idempotencyKey}`,
      `intent-${request.idempotencyKey}`,
      `intent-${request.idempotencyKey}-2`,
      `intent-${request.idempotencyKey}`,
      `intent-${request.idempotencyKey}-2`,
    ]);
  });

  test.each([
    ['hang', { tryMs: 200, callMs: 30_000 }, 'Stripe: Request aborted due to timeout being reached (200ms)'],
    ['drip', { tryMs: 30_000, callMs: 400 }, 'Stripe: no answer within 400 ms'],
  ] as const)('is not waited for forever: %s', async (fault, patience, words) => {
    const hasty = await stand.open(patience);
    stand.stripe.faults.push(fault);
    const told = await failure(hasty.retrieveIntent('pi_any'));
    expect(told).toBeInstanceOf(CardPaymentsError);
    expect(told.message.startsWith(words)).toBe(true);
  });
});
