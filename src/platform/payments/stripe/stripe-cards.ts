import type { Stripe } from 'stripe';
import type { Clock } from '#platform/clock.ts';
import { withTimeout } from '#platform/concurrency.ts';
import type { StripeSettings } from '#platform/config/card-payments-settings.ts';
import {
  type CardPayments,
  CardPaymentsError,
  ChargeRefusedError,
  type Dispute,
  KeyRightsError,
  type PaymentIntent,
} from '../card-payments.ts';
import { fromStripeAmount, stripeStepCents, toStripeAmount } from './stripe-amounts.ts';
import { listRefundsOf, refundOnce, toRefund } from './stripe-refunds.ts';
import { readStripeEvent } from './stripe-webhooks.ts';

/** Timeouts: of one try of a call, and of all tries with the pauses between them. */
type Patience = { tryMs: number; callMs: number; retries: number };

const patience: Patience = { tryMs: 8_000, callMs: 20_000, retries: 2 };

const MAX_KEYS = 3;
const PAGE_ROWS = 100;

type ListPage = { created: { gte: number }; limit: number; starting_after?: string };

/** The sources that Stripe documents for its script
 * (https://docs.stripe.com/security/guide#content-security-policy). */
const pageSources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
  // Its frames open Apple Pay and Google Pay.
  wallets: ['https://js.stripe.com', 'https://*.js.stripe.com'],
};

/** For tests: the address of a simulated Stripe, and its timeouts. Not configurable by a setting. */
export type PretendedStripe = { host: string; port: number; protocol: 'http' } & Partial<Patience>;

/** Opens Stripe. Loads its SDK, but makes no network call yet. */
export async function createStripeCards(
  settings: StripeSettings,
  { clock, pretended }: { clock: Clock; pretended?: PretendedStripe | undefined },
): Promise<CardPayments> {
  const { tryMs, callMs, retries, ...address } = { ...patience, ...pretended };
  const { default: StripeSdk } = await import('stripe');
  const stripe: Stripe = new StripeSdk(settings.secretKey, {
    timeout: tryMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...address,
  });

  async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      // The SDK limits each silence, not the whole: an answer that trickles in would be awaited indefinitely.
      return await withTimeout(call(), callMs, () => {
        throw new CardPaymentsError(`Stripe: no answer within ${callMs} ms`);
      });
    } catch (error) {
      throw toCardPaymentsError(error);
    }
  }

  /** Fetches one object; `undefined` if Stripe does not know it. */
  const askFor = <Found>(call: () => Promise<Found>): Promise<Found | undefined> =>
    ask(async () => {
      try {
        return await call();
      } catch (error) {
        if (stripeCode(error) === 'resource_missing') return undefined;
        throw error;
      }
    });

  /** Lists everything created since a time, page by page, newest first. */
  async function* pagesSince<Row extends { id: string }>(
    time: Date,
    list: (page: ListPage) => Promise<Stripe.ApiList<Row>>,
  ): AsyncIterable<Row[]> {
    const created = { gte: Math.floor(time.getTime() / 1000) };
    let after: string | undefined;
    do {
      const next = { created, limit: PAGE_ROWS, ...(after !== undefined && { starting_after: after }) };
      const page = await ask(() => list(next));
      yield page.data;
      after = page.has_more ? page.data.at(-1)?.id : undefined;
    } while (after !== undefined);
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
        await stripe.disputes.list({ limit: 1 });
        return 'Stripe takes the secret key; the webhook shows with the first payment';
      }),

    createIntent: ({ amountCents, currency, orderIds, orderNumbers, idempotencyKey }) =>
      ask(async () => {
        const request: Stripe.PaymentIntentCreateParams = {
          amount: toStripeAmount(amountCents, currency),
          currency,
          // Apple Pay and Google Pay hand over a card; Link is a method of its own.
          allowed_payment_method_types: ['card', 'link'],
          description: `${orderIds.length > 1 ? 'Orders' : 'Order'} ${orderNumbers.join(', ')}`,
          metadata: toMetadata(orderIds),
        };
        const made = await onceUnder(`intent-${idempotencyKey}`, (key) =>
          stripe.paymentIntents.create(request, { idempotencyKey: key }),
        );
        // A repeat returns the intent as created, not in its current state.
        const isRepeat = made.lastResponse.headers['idempotent-replayed'] === 'true';
        return isRepeat ? retrieve(made.id) : toPaymentIntent(made);
      }),

    retrieveIntent: (intentId) => askFor(() => retrieve(intentId)),

    async *listSucceeded(time) {
      for await (const intents of pagesSince(time, (page) => stripe.paymentIntents.list(page))) {
        const succeeded = intents.filter((one) => one.status === 'succeeded');
        yield succeeded.map(toPaymentIntent).filter(({ orderIds }) => orderIds.length > 0);
      }
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

    refund: (intentId, request) =>
      ask(() => onceUnder(`give-back-${request.key}`, (key) => refundOnce(stripe, intentId, request, key))),

    retrieveRefund: (refundId) => askFor(async () => toRefund(await stripe.refunds.retrieve(refundId))),

    listRefundsOf: (intentId) => ask(async () => (await listRefundsOf(stripe, intentId)).map(toRefund)),

    async *listRefunds(time) {
      for await (const refunds of pagesSince(time, (page) => stripe.refunds.list(page)))
        yield refunds.map(toRefund);
    },

    retrieveDispute: (disputeId) => askFor(async () => toDispute(await stripe.disputes.retrieve(disputeId))),

    async *listDisputes(time) {
      for await (const disputes of pagesSince(time, (page) => stripe.disputes.list(page)))
        yield disputes.map(toDispute);
    },

    verifyWebhook: (rawBody, headers) =>
      readStripeEvent(stripe, rawBody, headers['stripe-signature'], {
        secret: settings.webhookSecret,
        now: clock.now(),
      }),
  };
}

// Runs an operation that must happen once. For a day, Stripe repeats its first answer to a key, also its own
// failures: then the next key is used (https://docs.stripe.com/api/idempotent_requests). The client secret of
// a lost try reaches no one; no refund is made twice.
async function onceUnder<Answer>(key: string, work: (key: string) => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries === 1 ? key : `${key}-${tries}`);
    } catch (error) {
      if (tries === MAX_KEYS || !isKeptFailure(error)) throw error;
    }
  }
}

function toPaymentIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  const { id, client_secret: clientSecret, currency, metadata, status } = intent;
  if (clientSecret === null) throw new CardPaymentsError(`Stripe: ${id} came without its client secret`);
  return {
    id,
    clientSecret,
    amountCents: fromStripeAmount(intent.amount, currency),
    currency,
    orderIds: fromMetadata(metadata),
    // `processing` is open, although it cannot be cancelled: the bank still decides.
    status: status === 'succeeded' ? 'succeeded' : status === 'canceled' ? 'cancelled' : 'open',
  };
}

type StripeFailure = Error & {
  type?: string;
  code?: string;
  param?: string;
  requestId?: string;
  statusCode?: number;
  headers?: Record<string, string>;
};

/** An amount outside Stripe's limits (https://docs.stripe.com/error-codes). */
const refusedAmounts = ['amount_too_small', 'amount_too_large'];

function stripeCode(error: unknown): string | undefined {
  return error instanceof Error ? (error as StripeFailure).code : undefined;
}

/** Whether Stripe repeated its answer to an earlier try in which it had failed itself. */
function isKeptFailure(error: unknown): boolean {
  const { statusCode = 0, headers } = error as StripeFailure;
  return statusCode >= 500 && headers?.['idempotent-replayed'] === 'true';
}

/** Nothing else of the SDK's error is passed on: it may contain an intent with its client secret, and quote a
 * key. */
function toCardPaymentsError(error: unknown): CardPaymentsError {
  if (error instanceof CardPaymentsError) return error;
  if (!(error instanceof Error)) return new CardPaymentsError('Stripe: an unknown failure');
  const { message, type, code, param, requestId } = error as StripeFailure;
  const isRefused =
    type === 'StripeInvalidRequestError' && (refusedAmounts.includes(code ?? '') || param === 'currency');
  if (isRefused) return new ChargeRefusedError(withoutKeys(message));
  const marks = [type, code, param, requestId].filter((mark) => mark !== undefined);
  const words = `Stripe: ${withoutKeys(message)} (${marks.join(', ')})`;
  return type === 'StripePermissionError' ? new KeyRightsError(words) : new CardPaymentsError(words);
}

/** Stripe quotes an unknown key with most of it starred out. */
function withoutKeys(message: string): string {
  return message.replace(/\b([srp]k|whsec)_[\w*]+/g, '$1_…');
}

/** Final states of disputes that cost the shop nothing, including a closed inquiry, and one prevented by a
 * refund (https://docs.stripe.com/disputes/how-disputes-work). */
const wonStatuses: Stripe.Dispute.Status[] = ['won', 'warning_closed', 'prevented'];

/** Converts Stripe's dispute; one that still awaits a response or decision is open. */
function toDispute(dispute: Stripe.Dispute): Dispute {
  const { id, payment_intent, amount, currency, reason, status, created } = dispute;
  const { due_by: dueBy } = dispute.evidence_details;
  return {
    id,
    intentId: typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? ''),
    amountCents: fromStripeAmount(amount, currency),
    currency,
    reason,
    status: wonStatuses.includes(status) ? 'won' : status === 'lost' ? 'lost' : 'open',
    isRefundable: dispute.is_charge_refundable,
    // 0 if the bank accepts no response.
    respondBy: dueBy ? new Date(dueBy * 1000) : null,
    openedAt: new Date(created * 1000),
  };
}

/** The metadata name of the order id, which marks an intent as the shop's among the account's other
 * charges. */
const ORDER = 'toolyard_order_id';
const ORDERS = 'toolyard_order_ids';

/** Stripe stores 500 characters per value (https://docs.stripe.com/metadata#data): room for thirteen ids with
 * commas. */
const IDS_A_VALUE = 13;

/** The metadata of an intent: the ids of its orders, in as many values as needed. */
function toMetadata(orderIds: string[]): Record<string, string> {
  const [first = '', ...more] = orderIds;
  if (more.length === 0) return { [ORDER]: first };
  const values: Record<string, string> = {};
  for (let from = 0; from < orderIds.length; from += IDS_A_VALUE) {
    values[nameOf(from / IDS_A_VALUE)] = orderIds.slice(from, from + IDS_A_VALUE).join();
  }
  return values;
}

/** The orders of an intent; empty if it is not the shop's. */
function fromMetadata(metadata: Record<string, string>): string[] {
  if (metadata[ORDER] !== undefined) return [metadata[ORDER]];
  const ids: string[] = [];
  for (let nth = 0; ; nth++) {
    const value = metadata[nameOf(nth)];
    if (value === undefined) return ids;
    ids.push(...value.split(','));
  }
}

const nameOf = (nth: number) => (nth === 0 ? ORDERS : `${ORDERS}_${nth + 1}`);
