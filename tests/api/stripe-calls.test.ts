import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  CardPaymentsError,
  ChargeRefusedError,
  type Dispute,
  KeyRightsError,
  RefundRefusedError,
} from '#platform/payments/card-payments.ts';
import { readForm } from '#tests/support/stripe/form-parameters.ts';
import { asked, failure, standForStripe } from '#tests/support/stripe/open-cards.ts';
import { openDispute, StripeRefusal } from '#tests/support/stripe/stripe-books.ts';
import { stripeIntent } from '#tests/support/stripe/stripe-objects.ts';
import { checkParameters } from '#tests/support/stripe/stripe-parameters.ts';

const stand = standForStripe();

test('reports whether Stripe accepts the key', async () => {
  expect(await stand.cards.check()).toBe(
    'Stripe takes the secret key; the webhook shows with the first payment',
  );
  const other = await stand.open({ secretKey: 'sk_test_another' });
  const { message } = await failure(other.check());
  expect(message).toContain('StripeAuthenticationError');
  expect(message).not.toContain('another');
});

describe('the parameter check', () => {
  const problems = (form: string) => checkParameters('CreateIntent', readForm(form));

  test('names fields that the SDK types do not know, ill-typed fields and missing ones', () => {
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
    expect(checkParameters('CancelIntent', readForm('cancellation_reason=bored'))).not.toEqual([]);
    expect(checkParameters('ListIntents', readForm('created[gte]=1700000000&limit=100'))).toEqual([]);
    expect(checkParameters('ListIntents', readForm('created[since]=1'))).toEqual(['created[since]: unknown']);
  });
});

describe('an intent', () => {
  test('for many orders names each of them, in metadata values within Stripe’s limits', async () => {
    const orderIds = Array.from({ length: 50 }, () => randomUUID());
    const orderNumbers = orderIds.map((_, nth) => `TY-${10_001 + nth}`);
    const made = await stand.cards.createIntent({ ...asked(), orderIds, orderNumbers });
    expect(made).toMatchObject({ orderIds, status: 'open' });
    expect(await stand.cards.retrieveIntent(made.id)).toEqual(made);
    const { parameters } = stand.stripe.calls[0] as { parameters: Record<string, Record<string, string>> };
    expect(parameters.description).toBe(`Orders ${orderNumbers.join(', ')}`);
    const values = Object.values(parameters.metadata ?? {});
    expect(values.join().split(',')).toEqual(orderIds);
    expect(Math.max(...values.map(({ length }) => length))).toBeLessThanOrEqual(500);
  });

  test('accepts cards only, carries its order, and is created once per key', async () => {
    const request = asked();
    const made = await stand.cards.createIntent(request);
    expect(made).toEqual({
      id: expect.stringMatching(/^pi_/),
      clientSecret: expect.stringMatching(/^pi_\w+_secret_/),
      amountCents: 2500,
      currency: 'usd',
      orderIds: request.orderIds,
      status: 'open',
    });
    expect(await stand.cards.createIntent(request)).toEqual(made);
    expect(stand.stripe.calls[0]).toMatchObject({
      call: 'POST /v1/payment_intents',
      parameters: {
        amount: '2500',
        currency: 'usd',
        allowed_payment_method_types: { 0: 'card', 1: 'link' },
        description: 'Order TY-10482',
        metadata: { toolyard_order_id: request.orderIds[0] },
      },
      key: `intent-${request.idempotencyKey}`,
      version: '2026-10-28.endive',
    });
    expect([...stand.stripe.books.intents.keys()].filter((id) => id === made.id)).toHaveLength(1);
  });

  test('found by a repeat is returned in its current state, not as created', async () => {
    const request = asked();
    const { id } = await stand.cards.createIntent(request);
    stand.stripe.change(id);
    expect(await stand.cards.createIntent(request)).toMatchObject({ id, status: 'succeeded' });
  });

  test.each([
    ['requires_payment_method', 'open'],
    ['requires_confirmation', 'open'],
    ['requires_action', 'open'],
    ['requires_capture', 'open'],
    ['processing', 'open'],
    ['succeeded', 'succeeded'],
    ['canceled', 'cancelled'],
  ] as const)('with Stripe’s status %s is %s', async (status, told) => {
    const { id } = await stand.cards.createIntent(asked());
    stand.stripe.change(id, { status });
    expect(await stand.cards.retrieveIntent(id)).toMatchObject({ id, status: told });
  });

  test('unknown to Stripe is undefined', async () => {
    expect(await stand.cards.retrieveIntent('pi_unknown')).toBeUndefined();
  });

  test('that has ended is not cancelled again; one that the bank is deciding on is not cancelled', async () => {
    for (const [before, after] of [
      ['requires_action', 'cancelled'],
      ['succeeded', 'succeeded'],
      ['canceled', 'cancelled'],
    ] as const) {
      const { id } = await stand.cards.createIntent(asked());
      stand.stripe.change(id, { status: before });
      expect(await stand.cards.cancelIntent(id)).toMatchObject({ id, status: after });
    }
    const { id } = await stand.cards.createIntent(asked());
    stand.stripe.change(id, { status: 'processing' });
    expect(await failure(stand.cards.cancelIntent(id))).toBeInstanceOf(CardPaymentsError);
    expect(await failure(stand.cards.cancelIntent('pi_unknown'))).toBeInstanceOf(CardPaymentsError);
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
  ])('%s: %i of the shop’s units are %s at Stripe', async (currency, amountCents, amount) => {
    const made = await stand.cards.createIntent(asked(amountCents, currency));
    expect(stand.stripe.calls[0]?.parameters).toMatchObject({ amount, currency });
    expect(made).toMatchObject({ amountCents, currency });
  });

  test('an amount that Stripe cannot represent is refused before it is sent', async () => {
    const refusal = await failure(stand.cards.createIntent(asked(5124, 'kwd')));
    expect(refusal).toBeInstanceOf(ChargeRefusedError);
    expect(refusal.message).toBe('Cards are charged in multiples of KWD\u00a00.010 only');
    expect(stand.stripe.calls).toEqual([]);
    expect(['usd', 'jpy', 'kwd', 'isk', 'huf'].map((code) => stand.cards.chargeStepCents(code))).toEqual([
      1, 1, 10, 1, 1,
    ]);
  });

  test('one below Stripe’s minimum or above its maximum is refused with Stripe’s message', async () => {
    const least = await failure(stand.cards.createIntent(asked(49)));
    expect(least).toBeInstanceOf(ChargeRefusedError);
    expect(least.message).toBe('Amount must be at least $0.50 usd');
    const most = await failure(stand.cards.createIntent(asked(100_000_000)));
    expect(most).toBeInstanceOf(ChargeRefusedError);
  });
});

describe('listing succeeded intents', () => {
  test('returns page by page only the shop’s own since a given time', async () => {
    stand.stripe.books.intents.clear();
    const now = Math.floor(Date.now() / 1000);
    const put = (id: string, given: Parameters<typeof stripeIntent>[0]) =>
      stand.stripe.books.intents.set(id, stripeIntent({ id, created: now, status: 'succeeded', ...given }));
    const mine = { amount: 100, currency: 'usd', metadata: { toolyard_order_id: 'order' } };
    put('pi_old', { ...mine, created: now - 100 });
    for (let at = 0; at < 230; at++) put(`pi_mine_${at}`, mine);
    for (let at = 0; at < 30; at++) put(`pi_theirs_${at}`, { ...mine, metadata: { order_id: 'theirs' } });
    for (let at = 0; at < 30; at++) put(`pi_open_${at}`, { ...mine, status: 'requires_action' });
    const listed: string[] = [];
    for await (const page of stand.cards.listSucceeded(new Date((now - 50) * 1000)))
      listed.push(...page.map(({ id }) => id));
    expect(listed.toSorted()).toEqual(Array.from({ length: 230 }, (_, at) => `pi_mine_${at}`).toSorted());
    expect(stand.stripe.calls.map(({ call, parameters }) => [call, parameters.limit])).toEqual(
      Array.from({ length: 3 }, () => ['GET /v1/payment_intents', '100']),
    );
  });
});

describe('a refund', () => {
  async function paid() {
    const request = asked();
    const { id } = await stand.cards.createIntent(request);
    stand.stripe.change(id);
    return { id, key: request.idempotencyKey };
  }
  const refund = (id: string, key: string, amountCents?: number) =>
    stand.cards.refund(id, { key, currency: 'usd', ...(amountCents !== undefined && { amountCents }) });
  const refundsOf = (id: string) =>
    stand.stripe.books.refunds.filter(({ payment_intent }) => payment_intent === id);

  test('returns the whole amount once, under a key that does not collide with the intent’s', async () => {
    const { id, key } = await paid();
    const made = await refund(id, key);
    expect(made).toMatchObject({ key, amountCents: 2500, status: 'succeeded' });
    expect(await refund(id, key)).toEqual(made);
    expect(await stand.cards.retrieveRefund(made.id)).toEqual(made);
    expect(await stand.cards.retrieveRefund('re_unknown')).toBeUndefined();
    expect(refundsOf(id)).toMatchObject([{ amount: 2500 }]);
    expect(stand.stripe.calls.filter(({ call }) => call === 'POST /v1/refunds')).toMatchObject([
      { key: `give-back-${key}`, parameters: { payment_intent: id, metadata: { toolyard_refund: key } } },
    ]);
  });

  test('whose answer was lost is not repeated, even a day later', async () => {
    const { id, key } = await paid();
    stand.stripe.faults.push('lose', 'lose');
    await failure(refund(id, key, 900));
    await refund(id, key, 900);
    stand.stripe.forgetKeys();
    // Without this check, the part refunded a day ago would be refunded again: enough is left.
    await refund(id, key, 900);
    expect(refundsOf(id)).toMatchObject([{ amount: 900 }]);
  });

  test('is made once though Stripe repeats its own failure for a day', async () => {
    const { id, key } = await paid();
    stand.stripe.faults.push('none', 'fail');
    await failure(refund(id, key, 900));
    expect(await refund(id, key, 900)).toMatchObject({ status: 'succeeded' });
    expect(refundsOf(id)).toHaveLength(1);
  });

  test('is made in parts, never more than what is left', async () => {
    const { id } = await paid();
    await refund(id, 'part-1', 1500);
    expect(await failure(refund(id, 'part-2', 1001))).toBeInstanceOf(RefundRefusedError);
    await refund(id, 'part-3', 1000);
    expect(await failure(refund(id, 'part-4', 1))).toBeInstanceOf(RefundRefusedError);
    expect(refundsOf(id).map(({ amount }) => amount)).toEqual([1500, 1000]);
  });

  test('of the whole amount counts as done when it was made by hand at Stripe', async () => {
    const { id, key } = await paid();
    await refund(id, 'by hand');
    expect(await refund(id, key)).toMatchObject({ key: 'by hand', status: 'succeeded' });
  });

  test('reports that it failed, is pending, or has nothing to refund', async () => {
    const { id, key } = await paid();
    stand.stripe.books.refundStatus = 'pending';
    const { id: refundId, status } = await refund(id, key);
    expect(status).toBe('pending');
    const made = refundsOf(id).find((one) => one.id === refundId);
    Object.assign(made ?? {}, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
    const failed = {
      id: refundId,
      intentId: id,
      key,
      amountCents: 2500,
      status: 'failed',
      failure: 'lost_or_stolen_card',
    };
    expect(await refund(id, key)).toEqual(failed);
    expect(await stand.cards.retrieveRefund(refundId)).toEqual(failed);
    stand.stripe.books.refundStatus = 'succeeded';
    const open = await stand.cards.createIntent(asked());
    expect(await failure(refund(open.id, 'refund-of-open'))).toBeInstanceOf(RefundRefusedError);
  });
});

describe('a dispute', () => {
  const cards = () => stand.cards;

  async function disputed(given: Parameters<typeof openDispute>[2] = {}) {
    const { id } = await cards().createIntent(asked());
    stand.stripe.change(id);
    return openDispute(stand.stripe.books, id, given);
  }

  test.each([
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['warning_needs_response', 'open'],
    ['warning_under_review', 'open'],
    ['appeal_under_review', 'open'],
    ['a_status_to_come', 'open'],
    ['won', 'won'],
    ['warning_closed', 'won'],
    ['prevented', 'won'],
    ['lost', 'lost'],
  ])('that is %s at Stripe is %s', async (status, known) => {
    const { id } = await disputed({ status });
    expect(await cards().retrieveDispute(id)).toMatchObject({ id, status: known });
  });

  test('is returned with its intent, amount and times; one unknown to Stripe is undefined', async () => {
    const { id, payment_intent, created } = await disputed({ amount: 900, reason: 'duplicate' });
    expect(await cards().retrieveDispute(id)).toEqual({
      ...{ id, intentId: payment_intent, amountCents: 900, currency: 'usd', reason: 'duplicate' },
      ...{ status: 'open', isRefundable: false },
      respondBy: new Date((created + 7 * 86_400) * 1000),
      openedAt: new Date(created * 1000),
    });
    const silent = await disputed();
    silent.evidence_details.due_by = 0;
    expect(await cards().retrieveDispute(silent.id)).toMatchObject({ respondBy: null });
    expect(await cards().retrieveDispute('du_unknown')).toBeUndefined();
  });

  test('is listed page by page; a missing permission of the key is reported as such', async () => {
    const { books } = stand.stripe;
    const before = books.disputes.length;
    const one = await disputed();
    for (let more = 1; more < 130; more++) books.disputes.push({ ...one, id: `du_${more}` });
    const pages: Dispute[][] = [];
    for await (const page of cards().listDisputes(new Date(0))) pages.push(page);
    expect(pages.map(({ length }) => length)).toEqual([100, before + 30]);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(before + 130);
    const message = 'The provided key does not have the required permissions for this endpoint.';
    stand.stripe.faults.push(new StripeRefusal(403, { type: 'invalid_request_error', message }));
    const page = cards().listDisputes(new Date(0))[Symbol.asyncIterator]().next();
    expect(await failure(page)).toBeInstanceOf(KeyRightsError);
  });

  test('blocks refunds', async () => {
    const { payment_intent: id } = await disputed();
    const refund = cards().refund(String(id), { key: 'refund-of-disputed', currency: 'usd' });
    expect(await failure(refund)).toBeInstanceOf(RefundRefusedError);
  });
});
