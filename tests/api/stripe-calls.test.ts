import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type CardPayments,
  CardPaymentsError,
  ChargeRefusedError,
} from '#platform/card-payments/card-payments.ts';
import { createStripeCards } from '#platform/card-payments/stripe/stripe-cards.ts';
import { systemClock } from '#platform/clock.ts';
import { readForm } from '#tests/support/stripe/form-parameters.ts';
import {
  type PretendedStripeServer,
  startPretendedStripe,
  stripeKeys,
} from '#tests/support/stripe/pretended-stripe.ts';
import { StripeRefusal } from '#tests/support/stripe/stripe-books.ts';
import { stripeIntent } from '#tests/support/stripe/stripe-objects.ts';
import { openParameterCheck } from '#tests/support/stripe/stripe-parameters.ts';

let stripe: PretendedStripeServer;
let cards: CardPayments;

const settings = {
  kind: 'stripe' as const,
  secretKey: stripeKeys.STRIPE_SECRET_KEY,
  publishableKey: stripeKeys.STRIPE_PUBLISHABLE_KEY,
  webhookSecret: stripeKeys.STRIPE_WEBHOOK_SECRET,
};

beforeAll(async () => {
  stripe = await startPretendedStripe();
});
beforeEach(async () => {
  cards = await createStripeCards(settings, {
    clock: systemClock,
    pretended: { ...stripe.address, retries: 0 },
  });
  stripe.calls.length = 0;
  stripe.faults.length = 0;
});
afterEach(() => expect(stripe.problems).toEqual([]));
afterAll(() => stripe.stop());

let orders = 0;
/** A request for an intent of an order of its own. */
function asked(amountCents = 2500, currency = 'usd') {
  const orderId = `order-${++orders}`;
  return { amountCents, currency, orderId, idempotencyKey: `payment-of-${orderId}` };
}

/** What a call is told instead of an answer. */
async function failure(call: Promise<unknown>): Promise<Error> {
  return call.then(
    () => expect.unreachable('it was answered'),
    (error: Error) => error,
  );
}

test('says whether Stripe takes the key', async () => {
  expect(await cards.check()).toBe('Stripe takes the secret key; the webhook shows with the first payment');
  const pretended = { ...stripe.address, retries: 0 };
  const wrong = { ...settings, secretKey: 'sk_test_another' };
  const other = await createStripeCards(wrong, { clock: systemClock, pretended });
  const { message } = await failure(other.check());
  expect(message).toContain('StripeAuthenticationError');
  expect(message).not.toContain('another');
});

describe('the check of parameters', () => {
  const { check, close } = openParameterCheck();
  afterAll(close);
  const problems = (form: string) => check('CreateIntent', readForm(form));

  test('names what the SDK’s types do not know, what is ill-typed and what is missing', () => {
    expect(problems('amount=2500&currency=usd&metadata[a]=1&allowed_payment_method_types[0]=card')).toEqual(
      [],
    );
    expect(problems('amount=2500&currency=usd&price=2')).toEqual(['price: unknown']);
    expect(problems('amount=25.5&currency=usd')).toEqual(['amount: "25.5"']);
    expect(problems('amount=2500')).toEqual(['currency: missing']);
    expect(problems('amount=2500&currency=usd&payment_method_types[0]=card')).toEqual([
      'payment_method_types: unknown',
    ]);
    expect(problems('amount=2500&currency=usd&confirm=perhaps')).toEqual(['confirm: no such value']);
    expect(problems('amount=2500&currency=usd&automatic_payment_methods[enabled]=true')).toEqual([]);
    expect(problems('amount=2500&currency=usd&automatic_payment_methods[on]=true')).toEqual([
      'automatic_payment_methods[on]: unknown',
      'automatic_payment_methods[enabled]: missing',
    ]);
    expect(problems('amount=2500&currency=usd&expand[1]=latest_charge')).toEqual([
      'expand[1]: no place in a list',
    ]);
    expect(check('CancelIntent', readForm('cancellation_reason=bored'))).not.toEqual([]);
    expect(check('ListIntents', readForm('created[gte]=1700000000&limit=100'))).toEqual([]);
    expect(check('ListIntents', readForm('created[since]=1'))).toEqual(['created[since]: unknown']);
  });
});

describe('an intent', () => {
  test('is for cards alone, carries its order, and is made once under its key', async () => {
    const request = asked();
    const made = await cards.createIntent(request);
    expect(made).toEqual({
      id: expect.stringMatching(/^pi_/),
      clientSecret: expect.stringMatching(/^pi_\w+_secret_/),
      amountCents: 2500,
      currency: 'usd',
      orderId: request.orderId,
      status: 'open',
    });
    expect(await cards.createIntent(request)).toEqual(made);
    expect(stripe.calls[0]).toMatchObject({
      call: 'POST /v1/payment_intents',
      parameters: {
        amount: '2500',
        currency: 'usd',
        allowed_payment_method_types: { 0: 'card' },
        description: `Order ${request.orderId}`,
        metadata: { toolyard_order_id: request.orderId },
      },
      key: `intent-${request.idempotencyKey}`,
      version: '2026-10-28.endive',
    });
    expect([...stripe.books.intents.keys()].filter((id) => id === made.id)).toHaveLength(1);
  });

  test('that a repeat finds is told as it stands, not as it was made', async () => {
    const request = asked();
    const { id } = await cards.createIntent(request);
    stripe.change(id);
    expect(await cards.createIntent(request)).toMatchObject({ id, status: 'succeeded' });
  });

  test.each([
    ['requires_payment_method', 'open'],
    ['requires_confirmation', 'open'],
    ['requires_action', 'open'],
    ['requires_capture', 'open'],
    ['processing', 'open'],
    ['succeeded', 'succeeded'],
    ['canceled', 'cancelled'],
  ] as const)('that Stripe calls %s is %s', async (status, told) => {
    const { id } = await cards.createIntent(asked());
    stripe.change(id, { status });
    expect(await cards.retrieveIntent(id)).toMatchObject({ id, status: told });
  });

  test('that Stripe does not know is none', async () => {
    expect(await cards.retrieveIntent('pi_unknown')).toBeUndefined();
  });

  test('that has ended is cancelled no more, and one that the bank decides on is not cancelled', async () => {
    for (const [before, after] of [
      ['requires_action', 'cancelled'],
      ['succeeded', 'succeeded'],
      ['canceled', 'cancelled'],
    ] as const) {
      const { id } = await cards.createIntent(asked());
      stripe.change(id, { status: before });
      expect(await cards.cancelIntent(id)).toMatchObject({ id, status: after });
    }
    const { id } = await cards.createIntent(asked());
    stripe.change(id, { status: 'processing' });
    expect(await failure(cards.cancelIntent(id))).toBeInstanceOf(CardPaymentsError);
    expect(await failure(cards.cancelIntent('pi_unknown'))).toBeInstanceOf(CardPaymentsError);
  });
});

describe('the amount on the wire', () => {
  test.each([
    ['usd', 2500, '2500'],
    ['jpy', 500, '500'],
    ['krw', 12_000, '12000'],
    ['kwd', 5120, '5120'],
    ['bhd', 990, '990'],
    ['isk', 5, '500'],
    ['ugx', 7000, '700000'],
    ['huf', 1045, '104500'],
    ['twd', 80_000, '80000'],
  ])('%s: %i of the shop’s units are %s of Stripe’s', async (currency, amountCents, amount) => {
    const made = await cards.createIntent(asked(amountCents, currency));
    expect(stripe.calls[0]?.parameters).toMatchObject({ amount, currency });
    expect(made).toMatchObject({ amountCents, currency });
  });

  test('an amount that Stripe has no way to write is refused before it is sent', async () => {
    const refusal = await failure(cards.createIntent(asked(5124, 'kwd')));
    expect(refusal).toBeInstanceOf(ChargeRefusedError);
    expect(refusal.message).toBe('Cards are charged in multiples of KWD\u00a00.010 only');
    expect(stripe.calls).toEqual([]);
    expect(['usd', 'jpy', 'kwd', 'isk', 'huf'].map((code) => cards.chargeStepCents(code))).toEqual([
      1, 1, 10, 1, 1,
    ]);
  });

  test('one below Stripe’s minimum or above its maximum is refused in Stripe’s words', async () => {
    const least = await failure(cards.createIntent(asked(49)));
    expect(least).toBeInstanceOf(ChargeRefusedError);
    expect(least.message).toBe('Amount must be at least $0.50 usd');
    const most = await failure(cards.createIntent(asked(100_000_000)));
    expect(most).toBeInstanceOf(ChargeRefusedError);
  });
});

describe('what has succeeded', () => {
  test('is listed page by page: the shop’s own, since a time, and nothing else', async () => {
    stripe.books.intents.clear();
    const now = Math.floor(Date.now() / 1000);
    const put = (id: string, given: Parameters<typeof stripeIntent>[0]) =>
      stripe.books.intents.set(id, stripeIntent({ id, created: now, status: 'succeeded', ...given }));
    const mine = { amount: 100, currency: 'usd', metadata: { toolyard_order_id: 'order' } };
    put('pi_old', { ...mine, created: now - 100 });
    for (let at = 0; at < 230; at++) put(`pi_mine_${at}`, mine);
    for (let at = 0; at < 30; at++) put(`pi_theirs_${at}`, { ...mine, metadata: { order_id: 'theirs' } });
    for (let at = 0; at < 30; at++) put(`pi_open_${at}`, { ...mine, status: 'requires_action' });
    const listed: string[] = [];
    for await (const { id } of cards.listSucceeded(new Date((now - 50) * 1000))) listed.push(id);
    expect(listed.toSorted()).toEqual(Array.from({ length: 230 }, (_, at) => `pi_mine_${at}`).toSorted());
    expect(stripe.calls.map(({ call, parameters }) => [call, parameters.limit])).toEqual(
      Array.from({ length: 3 }, () => ['GET /v1/payment_intents', '100']),
    );
  });
});

describe('a refund', () => {
  async function paid() {
    const request = asked();
    const { id } = await cards.createIntent(request);
    stripe.change(id);
    return { id, key: request.idempotencyKey };
  }
  const refundsOf = (id: string) =>
    stripe.books.refunds.filter(({ payment_intent }) => payment_intent === id);

  test('gives the whole amount back, once, under a key that the intent’s own does not get in the way of', async () => {
    const { id, key } = await paid();
    await cards.refund(id, key);
    await cards.refund(id, key);
    expect(refundsOf(id)).toMatchObject([{ amount: 2500 }]);
    expect(stripe.calls.filter(({ call }) => call === 'POST /v1/refunds')).toMatchObject([
      { key: `refund-${key}`, parameters: { payment_intent: id } },
      { key: `refund-${key}` },
    ]);
  });

  test('is done when its answer was lost, a day ago too', async () => {
    const { id, key } = await paid();
    stripe.faults.push('lose', 'lose');
    await failure(cards.refund(id, key));
    await cards.refund(id, key);
    stripe.forgetKeys();
    await cards.refund(id, key);
    expect(refundsOf(id)).toHaveLength(1);
  });

  test('stays due when it fails, and when there is nothing to give back', async () => {
    const { id, key } = await paid();
    stripe.books.refundStatus = 'failed';
    expect((await failure(cards.refund(id, key))).message).toMatch(
      /^Stripe: the refund re_\w+ of pi_\w+ is failed$/,
    );
    stripe.books.refundStatus = 'succeeded';
    const open = await cards.createIntent(asked());
    expect(await failure(cards.refund(open.id, 'refund-of-open'))).toBeInstanceOf(CardPaymentsError);
  });
});

describe('a call that goes wrong', () => {
  test.each([
    [
      'a card error',
      new StripeRefusal(402, {
        type: 'card_error',
        code: 'card_declined',
        message: 'Your card was declined.',
      }),
      /^Stripe: Your card was declined\. \(StripeCardError, card_declined, req_|^Stripe: Your card was declined\./,
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
  ])('is told to an admin: %s', async (_what, fault, words) => {
    stripe.faults.push(fault);
    const told = await failure(cards.createIntent(asked()));
    expect(told).toBeInstanceOf(CardPaymentsError);
    expect(told).not.toBeInstanceOf(ChargeRefusedError);
    expect(told.message).toMatch(words);
    expect(told.cause).toBeUndefined();
  });

  test('does not show the key that Stripe does not know', async () => {
    const secretKey = 'sk_test_51SomebodyElses';
    const other = await createStripeCards(
      { ...settings, secretKey },
      { clock: systemClock, pretended: stripe.address },
    );
    const told = await failure(other.retrieveIntent('pi_any'));
    expect(told.message).toMatch(/^Stripe: Invalid API Key provided: sk_… \(StripeAuthenticationError/);
    expect(JSON.stringify([told.message, told.stack, { ...told }])).not.toContain('Somebody');
  });

  test('with one key for two things is refused, and made nothing twice', async () => {
    const request = asked();
    await cards.createIntent(request);
    const told = await failure(cards.createIntent({ ...request, amountCents: 9900 }));
    expect(told.message).toMatch(
      /^Stripe: Keys for idempotent requests can only be used with the same parameters/,
    );
  });

  test('is tried again by itself when the connection breaks, and is done once', async () => {
    const patient = await createStripeCards(settings, { clock: systemClock, pretended: stripe.address });
    for (const fault of ['drop', 'lose'] as const) {
      stripe.calls.length = 0;
      const before = stripe.books.intents.size;
      stripe.faults.push(fault);
      const made = await patient.createIntent(asked());
      expect(stripe.books.intents.size).toBe(before + 1);
      expect(stripe.books.intents.has(made.id)).toBe(true);
      expect(new Set(stripe.calls.flatMap(({ key }) => key ?? []))).toHaveProperty('size', 1);
    }
  });

  test('which Stripe failed itself, and keeps answering so, is done under the next key', async () => {
    const request = asked();
    stripe.faults.push('fail');
    expect(await failure(cards.createIntent(request))).toBeInstanceOf(CardPaymentsError);
    const made = await cards.createIntent(request);
    expect(await cards.createIntent(request)).toEqual(made);
    expect(stripe.calls.map(({ key }) => key).filter(Boolean)).toEqual([
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
  ] as const)('is not waited for without end: %s', async (fault, patience, words) => {
    const pretended = { ...stripe.address, retries: 0, ...patience };
    const hasty = await createStripeCards(settings, { clock: systemClock, pretended });
    stripe.faults.push(fault);
    const told = await failure(hasty.retrieveIntent('pi_any'));
    expect(told).toBeInstanceOf(CardPaymentsError);
    expect(told.message.startsWith(words)).toBe(true);
  });
});
