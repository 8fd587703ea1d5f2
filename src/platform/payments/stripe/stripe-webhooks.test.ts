import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { readStripeEvent } from './stripe-webhooks.ts';

const stripe = new Stripe('sk_test_any');
const secret = 'whsec_pretended';
const now = new Date('2026-11-22T12:00:00Z');
const seconds = (ago: number) => Math.floor(now.getTime() / 1000) - ago;

function event(type: string, object: Record<string, unknown>): string {
  return JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
}

/** Reads what the SDK's own generator signs, as `given` changes it. */
function read(payload: string, given: { secret?: string; ago?: number; body?: string | Buffer } = {}) {
  const header = stripe.webhooks.generateTestHeaderString({
    payload,
    secret: given.secret ?? secret,
    timestamp: seconds(given.ago ?? 0),
  });
  return readStripeEvent(stripe, Buffer.from(given.body ?? payload), header, { secret, now });
}

const succeeded = event('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' });

test('accepts a signature for its own body, secret and time', () => {
  const expected = { id: 'evt_1', type: 'payment_intent.succeeded', intentId: 'pi_1' };
  expect(read(succeeded)).toEqual(expected);
  expect(read(succeeded, { ago: 300 })).toEqual(expected);
});

test.each([
  ['another secret', { secret: 'whsec_other' }],
  ['an old time', { ago: 301 }],
  ['a changed body', { body: succeeded.replace('pi_1', 'pi_2') }],
  ['a body that is spaced otherwise', { body: `${succeeded} ` }],
  ['an empty body', { body: '' }],
])('it is invalid for %s', (_what, given) => {
  expect(read(succeeded, given)).toBeUndefined();
});

test.each([[undefined], [''], ['t=1,v1=00'], ['v1=00'], ['nonsense'], [['t=1', 'v1=00']]])(
  'it is invalid with the header %j',
  (header) => {
    expect(readStripeEvent(stripe, Buffer.from(succeeded), header, { secret, now })).toBeUndefined();
  },
);

describe('an event', () => {
  test.each([
    ['payment_intent.succeeded', { object: 'payment_intent', id: 'pi_1' }],
    ['payment_intent.payment_failed', { object: 'payment_intent', id: 'pi_1' }],
    ['payment_intent.canceled', { object: 'payment_intent', id: 'pi_1' }],
    ['payment_intent.processing', { object: 'payment_intent', id: 'pi_1' }],
    ['charge.succeeded', { object: 'charge', id: 'ch_1', payment_intent: 'pi_1' }],
    ['charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: 'pi_1' }],
  ])('%s is about its intent', (type, object) => {
    expect(read(event(type, object))).toEqual({ id: 'evt_1', type, intentId: 'pi_1' });
  });

  test.each(['refund.created', 'refund.updated', 'charge.refund.updated'])(
    '%s is about its refund',
    (type) => {
      const object = { object: 'refund', id: 're_1', payment_intent: 'pi_1' };
      expect(read(event(type, object))).toEqual({ id: 'evt_1', type, intentId: 'pi_1', refundId: 're_1' });
    },
  );

  test.each([
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
  ])('%s is about its dispute', (type) => {
    const object = { object: 'dispute', id: 'du_1', charge: 'ch_1', payment_intent: 'pi_1' };
    expect(read(event(type, object))).toEqual({ id: 'evt_1', type, intentId: 'pi_1', disputeId: 'du_1' });
  });

  test.each([
    ['customer.created', { object: 'customer', id: 'cus_1' }],
    ['charge.succeeded', { object: 'charge', id: 'ch_1', payment_intent: null }],
    ['something.new', {}],
  ])('%s about something else is ignored', (type, object) => {
    expect(read(event(type, object))).toEqual({ id: 'evt_1', type });
  });

  test.each([
    ['refund.failed', { object: 'refund', id: 're_1', payment_intent: 'pi_1' }],
    ['charge.dispute.created', { object: 'dispute', id: 'dp_1', payment_intent: 'pi_1' }],
  ])('%s warns an admin', (type, object) => {
    expect(read(event(type, object))).toMatchObject({ intentId: 'pi_1', warning: expect.any(String) });
  });

  test.each(['not JSON', '"text"', 'null', '{"object":"v2.core.event","id":"evt_2"}', '{}'])(
    'that Stripe signed and the shop cannot read is ignored: %s',
    (payload) => {
      expect(read(payload)).toEqual({ id: 'unreadable', type: 'unknown' });
    },
  );
});
