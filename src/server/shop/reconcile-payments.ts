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
import { refundUnservedPayment } from '#features/payments/refund-unserved-payment.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import { expireQuote } from '#features/quotes/end-quote.ts';
import { reconcileDisputes } from '#features/refunds/disputes/settle-dispute.ts';
import { reconcileProviderRefunds, reconcileRefunds } from '#features/refunds/send-refund.ts';

const BATCH_ROWS = 100;

/** How far back the provider's charges are compared the first time. */
const FIRST_DAYS = 3;

/** How much longer than the hold an intent may have been open before it succeeded. */
const OPEN_MINUTES = 60;

/** Repairs what lost webhooks, lost jobs and crashes have left behind: in live payments, due refunds, and
 * charges that the shop does not count. Failures are logged and left to the next round. */
export async function reconcilePayments(context: AppContext): Promise<void> {
  await forEachPayment(context, 'live', (payment) => reconcileLive(context, payment));
  await forEachPayment(context, 'refund_due', async (payment) => {
    context.log.info({ paymentId: payment.id }, 'reconciliation makes a refund that is due');
    await refundUnservedPayment(context, payment.id);
  });
  await expireRunOut(context);
  await reconcileRefunds(context);
  await reconcileCharges(context);
}

/** Ends expired quotes; one with an order being paid waits for the payment. */
async function expireRunOut(context: AppContext): Promise<void> {
  for (const quoteId of await findRunOutIds(context.db, context.clock.now(), BATCH_ROWS)) {
    await expireQuote(context, quoteId).catch((error: unknown) => {
      context.log.error({ err: error, quoteId }, 'reconciliation could not end a quote');
    });
  }
}

/** Compares the provider's charges with the shop's payments since the last round: a charge that is neither
 * counted nor refunded is settled now. */
async function reconcileCharges(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const until = (await findComparedUntil(context.db)) ?? new Date(now.getTime() - FIRST_DAYS * 86_400_000);
  const since = new Date(until.getTime() - (context.config.holdMinutes + OPEN_MINUTES) * 60_000);
  for await (const charges of context.cardPayments.listSucceeded(since)) {
    const ids = charges.map(({ id }) => id);
    const payments = await findPaymentsByIntents(context.db, ids);
    for (const { id, orderIds } of charges) {
      const payment = payments.get(id);
      if (!payment) {
        context.log.error(
          { intentId: id, orderIds },
          'the provider has a charge that the shop knows nothing of',
        );
      } else if (payment.state === 'live' || payment.state === 'cancelled') {
        const { outcome } = await settlePayment(context, id);
        await recordMended(context, payment, outcome);
      }
    }
  }
  await reconcileProviderRefunds(context, since);
  await reconcileDisputes(context, since);
  await recordComparedUntil(context.db, now);
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
  let afterId: string | undefined;
  do {
    const payments = await listPaymentsInState(context.db, state, { afterId, limit: BATCH_ROWS });
    for (const payment of payments) {
      await work(payment).catch((error: unknown) => {
        context.log.error(
          { err: error, paymentId: payment.id },
          'reconciliation could not put a payment right',
        );
      });
    }
    afterId = payments.length === BATCH_ROWS ? payments.at(-1)?.id : undefined;
  } while (afterId !== undefined);
}
