import type { Clock } from '#platform/clock.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { noPageSources } from '#platform/page-sources.ts';
import { type CardPayments, CardPaymentsError, type Dispute } from '#platform/payments/card-payments.ts';
import { checkCard, type DeclineCode, DISPUTED_LAST4, SandboxError, type TypedCard } from './card-check.ts';
import {
  findIntent,
  insertIntent,
  isSameSecret,
  listSucceeded,
  lockIntent,
  type SandboxIntent,
  toPaymentIntent,
  updateIntent,
} from './sandbox-books.ts';
import { closeDispute, listDisputes, openDispute, retrieveDispute } from './sandbox-disputes.ts';
import { listRefundsOf, refundIntent, retrieveRefund } from './sandbox-refunds.ts';
import { announceSuccess, postWebhook, readWebhook } from './sandbox-webhooks.ts';

type IntentClaim = { intentId: string; clientSecret: string };

/** The state after confirming a card; declines are thrown. */
export type ConfirmedCard = { paymentIntentId: string; status: 'succeeded' | 'requires_action' };

/** The sandbox provider: the shop's interface, and what the browser and the job runner call. No money
 * moves. */
export interface SandboxCards extends CardPayments {
  readonly kind: 'sandbox';
  confirm(claim: IntentClaim & { card: TypedCard }): Promise<ConfirmedCard>;
  /** Reports the buyer's answer to the simulated bank. @throws SandboxError as `confirm` does */
  authenticate(claim: IntentClaim & { approve: boolean }): Promise<ConfirmedCard>;
  /** Opens a dispute of the buyer's bank about a payment, by default its whole amount. @throws
   * CardPaymentsError */
  openDispute(intentId: string, about?: { amountCents?: number; reason?: string }): Promise<Dispute>;
  /** Closes a dispute, for the shop or against it. @throws CardPaymentsError */
  closeDispute(disputeId: string, status: 'won' | 'lost'): Promise<Dispute>;
  /** Delivers one webhook: the handler of the job `deliver-sandbox-webhook`. @throws if it was not
   * accepted */
  deliverWebhook(payload: unknown): Promise<void>;
}

/** Opens the sandbox provider on its own tables. `webhookUrl` is the shop's webhook address. */
export function createSandboxCards(options: {
  db: Database;
  jobs: Jobs;
  clock: Clock;
  webhookKey: Buffer;
  webhookUrl: () => string;
}): SandboxCards {
  const { db, jobs, clock } = options;

  /** Changes an intent under lock; `change` may return a decline, which is thrown after the commit. */
  async function changeAsBuyer(
    claim: IntentClaim,
    change: (tx: DatabaseTransaction, intent: SandboxIntent) => Promise<ConfirmedCard | SandboxError>,
  ): Promise<ConfirmedCard> {
    const outcome = await db.transaction().execute(async (tx) => {
      const intent = await lockIntent(tx, claim.intentId);
      if (!intent || !isSameSecret(claim.clientSecret, intent.client_secret))
        throw new SandboxError('no_such_intent');
      if (intent.status === 'canceled') throw new SandboxError('cancelled');
      if (intent.status === 'succeeded') return succeeded(intent);
      return change(tx, intent);
    });
    if (outcome instanceof SandboxError) throw outcome;
    return outcome;
  }

  return {
    kind: 'sandbox',
    summary: 'sandbox (test mode: no money moves)',
    publishableKey: null,
    check: async () => 'takes test cards',
    pageSources: noPageSources,
    chargeStepCents: () => 1,

    async createIntent(request) {
      return toPaymentIntent(await insertIntent(db, request, clock.now()));
    },

    async retrieveIntent(intentId) {
      const intent = await findIntent(db, intentId);
      return intent && toPaymentIntent(intent);
    },

    async *listSucceeded(time) {
      yield await listSucceeded(db, time);
    },

    async cancelIntent(intentId) {
      return db.transaction().execute(async (tx) => {
        const intent = await lockIntent(tx, intentId);
        if (!intent) throw new CardPaymentsError(`There is no intent ${intentId}`);
        if (intent.status === 'succeeded' || intent.status === 'canceled') return toPaymentIntent(intent);
        return toPaymentIntent(await updateIntent(tx, intentId, { status: 'canceled' }));
      });
    },

    refund: (intentId, request) =>
      db.transaction().execute((tx) => refundIntent({ jobs, clock }, tx, intentId, request)),

    listRefundsOf: (intentId) =>
      db.transaction().execute((tx) => listRefundsOf({ jobs, clock }, tx, intentId)),

    // Without a dashboard, all of its refunds were requested by the shop.
    async *listRefunds() {},

    retrieveRefund: (refundId) =>
      db.transaction().execute((tx) => retrieveRefund({ jobs, clock }, tx, refundId)),

    retrieveDispute: (disputeId) => retrieveDispute(db, disputeId),

    async *listDisputes(time) {
      yield await listDisputes(db, time);
    },

    openDispute: (intentId, about = {}) =>
      db
        .transaction()
        .execute(async (tx) => openDispute({ jobs, clock }, tx, await lockIntent(tx, intentId), about)),

    closeDispute: (disputeId, status) =>
      db.transaction().execute((tx) => closeDispute({ jobs }, tx, disputeId, status)),

    verifyWebhook: (rawBody, headers) => readWebhook(options, rawBody, headers),

    async confirm({ card, ...claim }) {
      const { outcome, last4 } = checkCard(card, clock.now());
      return changeAsBuyer(claim, async (tx, { id }) => {
        await updateIntent(tx, id, { card_last4: last4, last_error: null });
        if (outcome === 'succeeds') return succeed({ jobs, clock }, tx, id);
        if (outcome !== 'asks_authentication') return decline(tx, id, outcome);
        await updateIntent(tx, id, { status: 'requires_action' });
        return { paymentIntentId: id, status: 'requires_action' };
      });
    },

    async authenticate({ approve, ...claim }) {
      return changeAsBuyer(claim, async (tx, intent) => {
        if (intent.status !== 'requires_action') throw new SandboxError('not_waiting');
        return approve
          ? succeed({ jobs, clock }, tx, intent.id)
          : decline(tx, intent.id, 'authentication_failed');
      });
    },

    deliverWebhook: (payload) => postWebhook(options, payload),
  };
}

function succeeded(intent: SandboxIntent): ConfirmedCard {
  return { paymentIntentId: intent.id, status: 'succeeded' };
}

async function succeed(
  parts: { jobs: Jobs; clock: Clock },
  tx: DatabaseTransaction,
  intentId: string,
): Promise<ConfirmedCard> {
  await announceSuccess(parts.jobs, tx, intentId);
  const intent = await updateIntent(tx, intentId, { status: 'succeeded', last_error: null });
  if (intent.card_last4 === DISPUTED_LAST4) await openDispute(parts, tx, intent, {});
  return succeeded(intent);
}

async function decline(tx: DatabaseTransaction, intentId: string, code: DeclineCode): Promise<SandboxError> {
  await updateIntent(tx, intentId, { status: 'requires_payment_method', last_error: code });
  return new SandboxError(code);
}
