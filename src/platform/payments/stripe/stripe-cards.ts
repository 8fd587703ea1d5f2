import type { Stripe } from 'stripe';
import type { Clock } from '#platform/clock.ts';
import {
  type CardPayments,
  CardPaymentsError,
  type PaymentIntent,
} from '#platform/payments/card-payments.ts';
import type { StripeSettings } from '#platform/payments/card-payments-settings.ts';
import { withTimeout } from '#platform/with-timeout.ts';
import { stripeStepCents, toStripeAmount } from './stripe-amounts.ts';
import { isKeptFailure, stripeCode, toCardPaymentsError } from './stripe-errors.ts';
import { isOwnIntent, ownMetadata, toPaymentIntent } from './stripe-intents.ts';
import { readStripeEvent } from './stripe-webhooks.ts';

/** How a call is limited in time: one try of it, and all tries together with the pauses between them. */
type Patience = { tryMs: number; callMs: number; retries: number };

/** A buyer waits for most of these calls, and an answer that comes after they have left helps nobody. */
const patience: Patience = { tryMs: 8_000, callMs: 20_000, retries: 2 };

/** How many keys are used up when Stripe keeps answering with a failure of its own. */
const MAX_KEYS = 3;

/** The most that a list answers at once (https://docs.stripe.com/api/pagination). */
const PAGE_ROWS = 100;

/** What Stripe documents for its script (https://docs.stripe.com/security/guide#content-security-policy). */
const pageSources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
};

/** For tests: where Stripe is pretended to be, and how long it is waited for. No setting leads here. */
export type PretendedStripe = { host: string; port: number; protocol: 'http' } & Partial<Patience>;

/** Opens Stripe. Its SDK is loaded now; nothing is reached over the network yet. */
export async function createStripeCards(
  settings: StripeSettings,
  { clock, pretended }: { clock: Clock; pretended?: PretendedStripe | undefined },
): Promise<CardPayments> {
  const { tryMs, callMs, retries, ...address } = { ...patience, ...pretended };
  const { default: StripeSdk } = await import('stripe');
  const stripe: Stripe = new StripeSdk(settings.secretKey, {
    timeout: tryMs,
    maxNetworkRetries: retries,
    // What the shop's calls take is nobody else's concern.
    telemetry: false,
    ...address,
  });

  /** Makes a call, with its failures in the shop's words. */
  async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      // The SDK limits each silence, not the whole: an answer that drips in would be waited for without end.
      return await withTimeout(call(), callMs, () => {
        throw new CardPaymentsError(`Stripe: no answer within ${callMs} ms`);
      });
    } catch (error) {
      throw toCardPaymentsError(error);
    }
  }

  async function retrieve(intentId: string): Promise<PaymentIntent> {
    return toPaymentIntent(await stripe.paymentIntents.retrieve(intentId));
  }

  return {
    kind: 'stripe',
    summary: settings.secretKey.includes('_test_') ? 'Stripe (test mode: no money moves)' : 'Stripe',
    publishableKey: settings.publishableKey,
    pageSources,
    chargeStepCents: stripeStepCents,

    check: () =>
      ask(async () => {
        await stripe.paymentIntents.list({ limit: 1 });
        return 'Stripe takes the secret key; the webhook shows with the first payment';
      }),

    createIntent: ({ amountCents, currency, orderId, orderNumber, idempotencyKey }) =>
      ask(async () => {
        const request: Stripe.PaymentIntentCreateParams = {
          amount: toStripeAmount(amountCents, currency),
          currency,
          // Cards alone, whatever else the account's settings offer.
          allowed_payment_method_types: ['card'],
          description: `Order ${orderNumber}`,
          metadata: ownMetadata(orderId),
        };
        const made = await onceUnder(`intent-${idempotencyKey}`, (key) =>
          stripe.paymentIntents.create(request, { idempotencyKey: key }),
        );
        // A repeat is answered with the intent as it was made, whatever has become of it.
        const isRepeat = made.lastResponse.headers['idempotent-replayed'] === 'true';
        return isRepeat ? retrieve(made.id) : toPaymentIntent(made);
      }),

    retrieveIntent: (intentId) =>
      ask(async () => {
        try {
          return await retrieve(intentId);
        } catch (error) {
          if (stripeCode(error) === 'resource_missing') return undefined;
          throw error;
        }
      }),

    async *listSucceeded(time) {
      const since = Math.floor(time.getTime() / 1000);
      let after: string | undefined;
      do {
        const page = await ask(() =>
          stripe.paymentIntents.list({
            created: { gte: since },
            limit: PAGE_ROWS,
            ...(after !== undefined && { starting_after: after }),
          }),
        );
        const succeeded = page.data.filter((one) => one.status === 'succeeded' && isOwnIntent(one));
        yield succeeded.map(toPaymentIntent);
        after = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (after !== undefined);
    },

    cancelIntent: (intentId) =>
      ask(async () => {
        try {
          const cancelled = await stripe.paymentIntents.cancel(intentId, {
            cancellation_reason: 'abandoned',
          });
          return toPaymentIntent(cancelled);
        } catch (error) {
          if (stripeCode(error) !== 'payment_intent_unexpected_state') throw error;
        }
        const intent = await retrieve(intentId);
        if (intent.status !== 'open') return intent;
        throw new CardPaymentsError(`Stripe: ${intentId} cannot be cancelled while the bank decides on it`);
      }),

    refund: (intentId, idempotencyKey) =>
      ask(async () => {
        try {
          const { id, status } = await onceUnder(`refund-${idempotencyKey}`, (key) =>
            stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey: key }),
          );
          if (status !== 'failed' && status !== 'canceled') return;
          throw new CardPaymentsError(`Stripe: the refund ${id} of ${intentId} is ${status}`);
        } catch (error) {
          // By a try of which nothing was heard, longer ago than keys are kept, or by hand.
          if (stripeCode(error) !== 'charge_already_refunded') throw error;
        }
      }),

    verifyWebhook: (rawBody, headers) =>
      readStripeEvent(stripe, rawBody, headers['stripe-signature'], {
        secret: settings.webhookSecret,
        now: clock.now(),
      }),
  };
}

/**
 * Does what must be done once, under one key of Stripe's. Stripe answers a key for a day as it did at first, and that
 * goes for its own failures too (https://docs.stripe.com/api/idempotent_requests): then the next key is used. What the
 * lost try may have made is harmless: nobody has its client secret, and nothing is refunded twice.
 */
async function onceUnder<Answer>(key: string, work: (key: string) => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries === 1 ? key : `${key}-${tries}`);
    } catch (error) {
      if (tries === MAX_KEYS || !isKeptFailure(error)) throw error;
    }
  }
}
