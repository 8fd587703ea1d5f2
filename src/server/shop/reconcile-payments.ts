import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import {
  findComparedUntil,
  findPaymentsByIntents,
  listPaymentsInState,
  type Payment,
  recordComparedUntil,
} from '#features/orders/payment-store.ts';
import { findRunOutIds } from '#features/orders/quote-store.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import { expireQuote } from '#features/quotes/end-quote.ts';
import { reconcileDisputes } from '#features/refunds/disputes/settle-dispute.ts';
import {
  reconcileFailedRefunds,
  reconcileProviderRefunds,
  reconcileRefunds,
  refundUnservedPayment,
} from '#features/refunds/give-refund.ts';
import { forEachAlone, inPages } from '#platform/jobs/do-alone.ts';
import type { PaymentIntent } from '#platform/payments/card-payments.ts';

const BATCH_ROWS = 100;

/** How far back the provider's books are compared on the first round of a day: a refund can fail for a month
 * after it succeeded (https://docs.stripe.com/refunds#failed-refunds). */
const DAILY_LOOK_DAYS = 35;

/** How much longer than the hold an intent may have been open before it succeeded. */
const OPEN_MINUTES = 60;

const JOB = 'reconcile-payments';

/** Repairs what lost webhooks, lost jobs and crashes have left behind: in live payments, due refunds, and
 * charges that the shop does not count. Each part, and each item of it, is done by itself: one that fails is
 * left to the next round. */
export async function reconcilePayments(context: AppContext): Promise<void> {
  await eachPart(context, {
    live: () => forEachPayment(context, 'live', (payment) => reconcileLive(context, payment)),
    refund_due: () =>
      forEachPayment(context, 'refund_due', async (payment) => {
        context.log.info({ paymentId: payment.id }, 'reconciliation makes a refund that is due');
        await refundUnservedPayment(context, payment.id);
      }),
    quotes: () => expireRunOut(context),
    refunds: () => reconcileRefunds(context),
    provider: () => reconcileProvider(context),
  });
}

/** Runs each part independently; returns how many failed. */
async function eachPart(context: AppContext, parts: Record<string, () => Promise<void>>): Promise<number> {
  const failed = await forEachAlone(context, JOB, Object.entries(parts), {
    about: ([part]) => ({ part }),
    work: ([, run]) => run(),
  });
  return failed.length;
}

/** Ends expired quotes; one with an order being paid waits for the payment. */
async function expireRunOut(context: AppContext): Promise<void> {
  await forEachAlone(context, JOB, await findRunOutIds(context.db, context.clock.now(), BATCH_ROWS), {
    about: (quoteId) => ({ quoteId }),
    work: (quoteId) => expireQuote(context, quoteId),
  });
}

/** Compares the provider's charges, refunds and disputes with the shop's since the last round that could read
 * all of them, and once a day those of weeks: so an item that failed is tried again by the rounds of the next
 * hour, and then daily. */
async function reconcileProvider(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const until = await findComparedUntil(context.db);
  const isFirstOfDay = dayOf(until) !== dayOf(now);
  const overlapMs = (context.config.holdMinutes + OPEN_MINUTES) * 60_000;
  const monthAgo = now.getTime() - DAILY_LOOK_DAYS * 86_400_000;
  const since = new Date(Math.min((until ?? now).getTime() - overlapMs, isFirstOfDay ? monthAgo : Infinity));
  const failedParts = await eachPart(context, {
    charges: () => reconcileCharges(context, since),
    provider_refunds: () => reconcileProviderRefunds(context, since),
    ...(isFirstOfDay && { failed_refunds: () => reconcileFailedRefunds(context) }),
    disputes: () => reconcileDisputes(context, since),
  });
  // Otherwise the next round looks as far back again.
  if (failedParts === 0) await recordComparedUntil(context.db, now);
}

const dayOf = (time: Date | undefined) => time?.toISOString().slice(0, 10);

/** Settles each charge since a time that is neither counted nor refunded. */
async function reconcileCharges(context: AppContext, since: Date): Promise<void> {
  for await (const charges of context.cardPayments.listSucceeded(since)) {
    const ids = charges.map(({ id }) => id);
    const payments = await findPaymentsByIntents(context.db, ids);
    await forEachAlone(context, JOB, charges, {
      about: ({ id: intentId }) => ({ intentId }),
      work: (charge) => reconcileCharge(context, charge, payments.get(charge.id)),
    });
  }
}

async function reconcileCharge(
  context: AppContext,
  { id: intentId, orderIds }: PaymentIntent,
  payment: Payment | undefined,
): Promise<void> {
  if (!payment) {
    context.log.error({ intentId, orderIds }, 'the provider has a charge that the shop knows nothing of');
  } else if (payment.state === 'live' || payment.state === 'cancelled') {
    const { outcome } = await settlePayment(context, intentId);
    await recordMended(context, payment, outcome);
  }
}

/** Records a payment's state at the provider that the shop had not been notified of. */
async function recordMended(context: AppContext, { id, lines }: Payment, outcome: string): Promise<void> {
  context.log.info({ paymentId: id, outcome }, 'reconciliation heard of an ended payment');
  for (const { order_id: orderId } of lines) {
    await recordAudit(context, context.db, {
      action: 'reconciled',
      orderId,
      details: { paymentId: id, outcome },
    });
  }
}

async function reconcileLive(context: AppContext, payment: Payment): Promise<void> {
  const { id, intent_id, hold_expires_at } = payment;
  // It waits for a bank transfer, which the provider does not know.
  if (hold_expires_at === null) return;
  if (hold_expires_at <= context.clock.now()) {
    context.log.info({ paymentId: id }, 'reconciliation ends a payment that has run out');
    await releaseHold(context, id);
    return;
  }
  if (intent_id === null) return;
  const { outcome } = await settlePayment(context, intent_id);
  if (outcome === 'open') return;
  await recordMended(context, payment, outcome);
  if (outcome === 'cancelled') await releaseHold(context, id);
}

async function forEachPayment(
  context: AppContext,
  state: 'live' | 'refund_due',
  work: (payment: Payment) => Promise<void>,
): Promise<void> {
  const payments = inPages(
    (page) => listPaymentsInState(context.db, state, page),
    ({ id }) => id,
  );
  await forEachAlone(context, JOB, payments, { about: ({ id: paymentId }) => ({ paymentId }), work });
}
