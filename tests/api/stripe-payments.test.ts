import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import {
  beginPayment,
  expectStatus,
  placeOrder,
  queuedMails,
  readOrder,
  readPayments,
  readStock,
  reportPaid,
  startPayment,
} from '#tests/support/buying.ts';
import { setUpForEach } from '#tests/support/set-up-shop.ts';
import { stripeKeys } from '#tests/support/stripe/pretended-stripe.ts';
import { StripeRefusal } from '#tests/support/stripe/stripe-books.ts';
import { stripeIntent } from '#tests/support/stripe/stripe-objects.ts';
import { setUpStripeShop } from '#tests/support/stripe/stripe-shop.ts';
import { tellShop } from '#tests/support/stripe/tell-shop.ts';

const { t, stripe } = setUpStripeShop();
const ada = setUpForEach(() => t.makeUser());

beforeEach(() => {
  stripe.calls.length = 0;
});
afterEach(() =>
  expect({ problems: stripe.problems, faults: stripe.faults }).toEqual({ problems: [], faults: [] }),
);

type Started = { order: Order; intent: PaymentIntentReply; toolId: string };

async function startOrder(onHand = 3): Promise<Started> {
  const { id: toolId } = await t.makeTool({ onHand });
  const order = await placeOrder(t, ada, toolId);
  return { order, intent: await beginPayment(t, ada, order), toolId };
}

async function tell(...event: [type: string, object: object, secret?: string]) {
  const reply = await tellShop(t, ...event);
  return { status: reply.status, body: await reply.json() };
}

const aboutIntent = (id: string) => ({ object: 'payment_intent', id });
const intentOf = (order: Order) =>
  [...stripe.books.intents.values()].filter(({ metadata }) => metadata.toolyard_order_id === order._id);
const refundsOf = ({ intent }: Started) =>
  stripe.books.refunds.filter(({ payment_intent }) => payment_intent === intent.paymentIntentId);

describe('paying', () => {
  test('holds the units, creates one intent however often it starts, and counts once reported', async () => {
    const { order, intent, toolId } = await startOrder();
    expect(intentOf(order)).toMatchObject([
      { id: intent.paymentIntentId, client_secret: intent.clientSecret, amount: 1250, currency: 'usd' },
    ]);
    expect(await beginPayment(t, ada, order)).toEqual(intent);
    expect(intentOf(order)).toHaveLength(1);
    expect(await readStock(t, toolId)).toEqual({ onHand: 3, held: 1, sold: 0 });
    expect((await reportPaid(t, ada, order._id, intent.paymentIntentId)).status).toBe(409);

    stripe.change(intent.paymentIntentId);
    for (const _time of [1, 2]) {
      const paid = expectStatus(await reportPaid(t, ada, order._id, intent.paymentIntentId), 200);
      expect(paid).toMatchObject({ paid: true, transactionId: intent.paymentIntentId });
    }
    expect(await readStock(t, toolId)).toEqual({ onHand: 2, held: 0, sold: 1 });
    expect(await queuedMails(t, order._id)).toEqual(['payment-received']);
  });

  test('gives the browser the publishable key and no secret', async () => {
    const { body } = await t.call('GET', '/settings');
    expect(body).toMatchObject({
      cardPayments: { kind: 'stripe', publishableKey: stripeKeys.STRIPE_PUBLISHABLE_KEY },
    });
    expect(JSON.stringify(body)).not.toMatch(/sk_test|whsec/);
    expect((await t.call('POST', '/sandbox-cards/intents/pi_1/confirm', { body: {} })).status).toBe(404);
  });

  test('the wrong amount, in the wrong currency or for another order is refunded', async () => {
    for (const wrong of [
      { amount: 1, status: 'succeeded' },
      { currency: 'eur', status: 'succeeded' },
      { metadata: { toolyard_order_id: 'another' }, status: 'succeeded' },
    ] as const) {
      const started = await startOrder();
      stripe.change(started.intent.paymentIntentId, wrong);
      const reply = await reportPaid(t, ada, started.order._id, started.intent.paymentIntentId);
      expect(reply).toMatchObject({
        status: 409,
        body: {
          error: { message: expect.stringMatching(/^The amount charged didn’t match the order total/) },
        },
      });
      await t.runJobs();
      expect(await readPayments(t, started.order._id)).toMatchObject([{ state: 'refunded' }]);
      expect(refundsOf(started)).toHaveLength(1);
      expect(await readOrder(t, ada, started.order._id)).toMatchObject({ paid: false });
      expect(await readStock(t, started.toolId)).toEqual({ onHand: 3, held: 0, sold: 0 });
    }
  });

  test('with somebody else’s intent is refused', async () => {
    const { order } = await startOrder();
    const theirs = stripeIntent({ amount: 1250, currency: 'usd', metadata: {}, status: 'succeeded' });
    stripe.books.intents.set(theirs.id, theirs);
    expect(await reportPaid(t, ada, order._id, theirs.id)).toMatchObject({
      status: 409,
      body: { error: { message: 'This payment is not for this order' } },
    });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: false });
  });
});

describe('a webhook', () => {
  test('pays the order of a buyer who closed the tab once, in any order of events', async () => {
    const { order, intent, toolId } = await startOrder();
    stripe.change(intent.paymentIntentId);
    for (const [type, object] of [
      ['charge.succeeded', { object: 'charge', id: 'ch_1', payment_intent: intent.paymentIntentId }],
      ['payment_intent.succeeded', aboutIntent(intent.paymentIntentId)],
      ['payment_intent.created', aboutIntent(intent.paymentIntentId)],
      ['payment_intent.succeeded', aboutIntent(intent.paymentIntentId)],
    ] as const) {
      expect(await tell(type, object)).toEqual({ status: 200, body: { received: true } });
    }
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: true });
    expect(await readStock(t, toolId)).toEqual({ onHand: 2, held: 0, sold: 1 });
    expect(await queuedMails(t, order._id)).toEqual(['payment-received']);
  });

  test('is not trusted: Stripe’s answer counts', async () => {
    const { order, intent } = await startOrder();
    expect((await tell('payment_intent.succeeded', aboutIntent(intent.paymentIntentId))).status).toBe(200);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: false });
  });

  test('about something else is accepted without a call to Stripe', async () => {
    expect(await tell('payment_intent.succeeded', aboutIntent('pi_theirs'))).toMatchObject({ status: 200 });
    expect(await tell('customer.created', { object: 'customer', id: 'cus_1' })).toMatchObject({
      status: 200,
    });
    expect(await tell('some.new_type', {})).toMatchObject({ status: 200 });
    expect(stripe.calls).toEqual([]);
  });

  test('signed by somebody else changes nothing', async () => {
    const { order, intent } = await startOrder();
    stripe.change(intent.paymentIntentId);
    expect(
      await tell('payment_intent.succeeded', aboutIntent(intent.paymentIntentId), 'whsec_theirs'),
    ).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field: 'signature' } },
    });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: false });
  });

  test('is answered so that Stripe sends it again while Stripe cannot be reached', async () => {
    const { order, intent } = await startOrder();
    stripe.change(intent.paymentIntentId);
    stripe.faults.push(new StripeRefusal(503, { type: 'api_error', message: 'Down' }));
    expect((await tell('payment_intent.succeeded', aboutIntent(intent.paymentIntentId))).status).toBe(502);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: false });
    expect((await tell('payment_intent.succeeded', aboutIntent(intent.paymentIntentId))).status).toBe(200);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: true });
  });

  test('that is lost is made up for by the reconciliation', async () => {
    const { order, intent } = await startOrder();
    stripe.change(intent.paymentIntentId);
    await reconcilePayments(t.shop);
    expect(await readOrder(t, ada, order._id)).toMatchObject({
      paid: true,
      transactionId: intent.paymentIntentId,
    });
  });
});

describe('an unpaid intent', () => {
  test('is cancelled before its order is deleted', async () => {
    const { order, intent, toolId } = await startOrder();
    expect((await t.call('DELETE', `/orders/${order._id}`, { token: ada.token })).status).toBe(200);
    expect(stripe.books.intents.get(intent.paymentIntentId)).toMatchObject({ status: 'canceled' });
    expect(await readStock(t, toolId)).toEqual({ onHand: 3, held: 0, sold: 0 });
  });

  test('keeps its order when it turns out to have been paid', async () => {
    const { order, intent, toolId } = await startOrder();
    stripe.change(intent.paymentIntentId);
    expect((await t.call('DELETE', `/orders/${order._id}`, { token: ada.token })).status).toBe(409);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: true });
    expect(await readStock(t, toolId)).toEqual({ onHand: 2, held: 0, sold: 1 });
  });

  test('keeps its units while the bank decides, and releases them once it has refused', async () => {
    const { order, intent, toolId } = await startOrder();
    stripe.change(intent.paymentIntentId, { status: 'processing' });
    expect((await t.call('DELETE', `/orders/${order._id}`, { token: ada.token })).status).toBe(502);
    t.clock.advance(16 * 60_000);
    await reconcilePayments(t.shop);
    expect(await readStock(t, toolId)).toEqual({ onHand: 3, held: 1, sold: 0 });
    stripe.change(intent.paymentIntentId, { status: 'requires_payment_method' });
    await reconcilePayments(t.shop);
    expect(await readStock(t, toolId)).toEqual({ onHand: 3, held: 0, sold: 0 });
  });
});

describe('a late success', () => {
  async function paidAfterRelease(onHand: number): Promise<Started> {
    const started = await startOrder(onHand);
    const [payment] = await readPayments(t, started.order._id);
    await releaseHold(t.shop, payment?.id ?? '');
    stripe.change(started.intent.paymentIntentId);
    return started;
  }

  test('is found in Stripe’s records, and served while there are units', async () => {
    const { order, toolId } = await paidAfterRelease(1);
    await reconcilePayments(t.shop);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: true });
    expect(await readStock(t, toolId)).toEqual({ onHand: 0, held: 0, sold: 1 });
  });

  test('is refunded once when it cannot be served, though the first answer is lost', async () => {
    const started = await paidAfterRelease(1);
    await t.call('DELETE', `/orders/${started.order._id}`, { token: ada.token });
    await tell('payment_intent.succeeded', aboutIntent(started.intent.paymentIntentId));
    expect(await readPayments(t, started.order._id)).toMatchObject([{ state: 'refund_due' }]);
    // The SDK itself retries a call once if its connection breaks.
    stripe.faults.push('lose', 'lose');
    await t.runJobs();
    expect(await readPayments(t, started.order._id)).toMatchObject([{ state: 'refund_due' }]);
    await reconcilePayments(t.shop);
    await reconcilePayments(t.shop);
    expect(await readPayments(t, started.order._id)).toMatchObject([{ state: 'refunded' }]);
    expect(refundsOf(started)).toHaveLength(1);
  });
});

describe('while Stripe', () => {
  const starts = async () => {
    const { id: toolId } = await t.makeTool({ onHand: 3 });
    return { toolId, order: await placeOrder(t, ada, toolId) };
  };

  test.each([
    ['is down', new StripeRefusal(500, { type: 'api_error', message: 'sk_test_secret' })],
    ['is slow', 'hang'],
    ['drips', 'drip'],
    [
      'has too much to do',
      new StripeRefusal(429, { type: 'api_error', code: 'rate_limit', message: 'Slow down' }),
    ],
  ] as const)(
    '%s, a payment is refused for now, and made once when it responds again',
    async (_what, fault) => {
      const { toolId, order } = await starts();
      stripe.faults.push(fault);
      const refused = await startPayment(t, ada, order);
      expect(refused).toMatchObject({
        status: 502,
        body: {
          error: {
            code: 'provider_failed',
            message: expect.stringMatching(/^The payment service didn’t/),
          },
        },
      });
      expect(JSON.stringify(refused.body)).not.toContain('sk_test');
      expect(await readStock(t, toolId)).toEqual({ onHand: 3, held: 1, sold: 0 });
      const intent = await beginPayment(t, ada, order);
      expect(intentOf(order)).toMatchObject([{ id: intent.paymentIntentId }]);
    },
  );

  test('loses its answer, the same intent is found again', async () => {
    const { order } = await starts();
    stripe.faults.push('lose', 'lose');
    expect((await startPayment(t, ada, order)).status).toBe(502);
    const intent = await beginPayment(t, ada, order);
    expect(intentOf(order)).toMatchObject([{ id: intent.paymentIntentId }]);
  });

  test('refuses the amount for good, the buyer sees why, and nothing stays held', async () => {
    const { id: toolId } = await t.makeTool({ onHand: 3, priceCents: 20 });
    const order = await placeOrder(t, ada, toolId);
    for (const _time of [1, 2]) {
      expect(await startPayment(t, ada, order)).toMatchObject({
        status: 409,
        body: {
          error: {
            code: 'conflict',
            message: 'This order can’t be paid by card: Amount must be at least $0.50 usd',
          },
        },
      });
      expect(await readStock(t, toolId)).toEqual({ onHand: 3, held: 0, sold: 0 });
    }
    expect(intentOf(order)).toEqual([]);
  });
});
