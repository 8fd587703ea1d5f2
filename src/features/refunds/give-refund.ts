import type { AppContext } from '#features/app-context.ts';
import { findMovementStates, listMovements, listPendingPaymentIds } from '#features/orders/movement-store.ts';
import {
  findPayment,
  findPaymentByIntent,
  findPaymentsByIntents,
  lockOrdersWithPayments,
  type Payment,
} from '#features/orders/payment-store.ts';
import {
  findRefund,
  listDueRefundIds,
  listPaymentIdsOfFailed,
  listRefundsOfPayment,
  type RefundOfPayment,
  readLockedRefund,
  updateRefund,
} from '#features/orders/refund-store.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import { forEachAlone, inPages, type Page } from '#platform/jobs/do-alone.ts';
import { RefundRefusedError } from '#platform/payments/card-payments.ts';
import { refundKey } from './rules.ts';
import { type EndedAttempt, owedCents, recordRefunds } from './settle-refunds.ts';
import { shareMovements } from './share-out.ts';

const JOB = 'reconcile-payments';

/** Requests what is due of a refund from the provider, after a look at what was refunded there meanwhile: if
 * nothing is due any more, nothing is sent. The key derives from the refund's id and attempt, so a repeat
 * does not refund twice. @throws CardPaymentsError if the provider is unreachable; the refund stays due */
export async function giveRefund(context: AppContext, refundId: string): Promise<void> {
  const due = await findRefund(context.db, refundId);
  const payment = due?.state === 'due' && (await findPayment(context.db, due.payment_id));
  if (!due || !payment) return;
  const refused = (failure: string): EndedAttempt => ({ refundId, attempt: due.attempt, failure });
  // Cash and transfers are refunded by hand: staff are notified, and mark the refund once they have made it.
  if (payment.intent_id === null) return recordRefunds(context, payment, [], refused('by_hand'));
  await syncRefunds(context, payment);
  const amountCents = await beginAttempt(context, due);
  if (amountCents === undefined) return;
  if (amountCents === 'more_than_due') return recordRefunds(context, payment, [], refused('partly_refunded'));
  try {
    const request = { key: refundKey(due), amountCents, currency: payment.currency };
    await recordRefunds(context, payment, [await context.cardPayments.refund(payment.intent_id, request)]);
  } catch (error) {
    if (!(error instanceof RefundRefusedError)) throw error;
    context.log.warn({ err: error, refundId }, 'the card provider refuses a refund');
    // It may be refused because the money has been refunded otherwise.
    const reports = await context.cardPayments.listRefundsOf(payment.intent_id);
    await recordRefunds(context, payment, reports, refused('refused'));
  }
}

/** Fixes the amount that this attempt asks for, so that its repeats ask for the same. Returns `undefined` if
 * nothing is due but what pending refunds will give, and `more_than_due` if an earlier try asked for more
 * than is due now and has not reached the provider. */
function beginAttempt(
  context: AppContext,
  { id, order_id: orderId, payment_id: paymentId, attempt }: RefundOfPayment,
): Promise<number | 'more_than_due' | undefined> {
  return context.db.transaction().execute(async (tx) => {
    await lockOrdersWithPayments(tx, [orderId]);
    const refund = await readLockedRefund(tx, id);
    if (refund.state !== 'due' || refund.attempt !== attempt) return undefined;
    const movements = await listMovements(tx, paymentId);
    const { shares } = shareMovements(
      movements.map((movement) =>
        movement.state === 'pending' ? { ...movement, state: 'succeeded' } : movement,
      ),
      await listRefundsOfPayment(tx, paymentId),
    );
    const pending = shares.filter(({ refund_id }) => refund_id === id);
    const amountCents = pending.reduce((left, share) => left - share.amount_cents, owedCents(refund));
    if (amountCents === 0) return undefined;
    if (refund.asked_cents !== null)
      return refund.asked_cents > amountCents ? 'more_than_due' : refund.asked_cents;
    await updateRefund(tx, id, { asked_cents: amountCents });
    return amountCents;
  });
}

/** Refunds all that is left of a payment that succeeded but could not be served, after a look at what was
 * refunded at the provider meanwhile. Its id is the idempotency key, so that a retry does not refund twice.
 * Once a refund of it has failed, nothing is sent again: staff refund it in the provider's dashboard. @throws
 * CardPaymentsError if the provider refuses or is unreachable; the refund stays due */
export async function refundUnservedPayment(context: AppContext, paymentId: string): Promise<void> {
  const due = await findPayment(context.db, paymentId);
  if (due?.state !== 'refund_due' || due.intent_id === null) return;
  await syncRefunds(context, due);
  if (!(await isToBeSent(context, due))) return;
  const request = { key: due.id, currency: due.currency };
  await recordRefunds(context, due, [await context.cardPayments.refund(due.intent_id, request)]);
}

/** Whether a payment that could not be served is due, and no refund of it is pending or has failed. */
async function isToBeSent({ db }: AppContext, { id }: Payment): Promise<boolean> {
  if ((await findPayment(db, id))?.state !== 'refund_due') return false;
  return (await listMovements(db, id)).every(({ state }) => state === 'succeeded');
}

/** Records a payment's current refunds at the provider, whoever made them. @throws CardPaymentsError */
export async function syncRefunds(context: AppContext, payment: Payment): Promise<void> {
  if (payment.intent_id === null) return;
  await recordRefunds(context, payment, await context.cardPayments.listRefundsOf(payment.intent_id));
}

/** Handles the provider's report of a refund by fetching the current state of all refunds of its payment:
 * reports are late, repeated and out of order. @throws CardPaymentsError if the provider is unreachable */
export async function settleProviderRefund(
  context: AppContext,
  providerRefundId: string,
): Promise<'unknown' | 'refund'> {
  const reported = await context.cardPayments.retrieveRefund(providerRefundId);
  const payment = reported && (await findPaymentByIntent(context.db, reported.intentId));
  if (!payment) return 'unknown';
  await syncCounted(context, payment);
  return 'refund';
}

/** Records a payment's refunds; settles the payment first if its success is not recorded yet. */
async function syncCounted(context: AppContext, payment: Payment): Promise<void> {
  const { id, intent_id, state } = payment;
  if (intent_id !== null && (state === 'live' || state === 'cancelled'))
    await settlePayment(context, intent_id);
  if (state === 'refund_due') await refundUnservedPayment(context, id);
  else await syncRefunds(context, payment);
}

/** Compares the provider's refunds since a time with the shop's, and asks again for those that are pending,
 * however old. */
export async function reconcileProviderRefunds(context: AppContext, since: Date): Promise<void> {
  for await (const refunds of context.cardPayments.listRefunds(since)) {
    const known = await findMovementStates(
      context.db,
      refunds.map(({ id }) => id),
    );
    const intentIds = refunds.filter(({ id, status }) => known.get(id) !== status).map((one) => one.intentId);
    const payments = await findPaymentsByIntents(context.db, [...new Set(intentIds)]);
    await forEachAlone(context, JOB, payments.values(), {
      about: ({ id: paymentId }) => ({ paymentId }),
      work: (payment) => syncCounted(context, payment),
    });
  }
  await syncEach(context, (page) => listPendingPaymentIds(context.db, page));
}

/** Asks the provider about every payment with a failed refund: it may have been made in its dashboard. */
export async function reconcileFailedRefunds(context: AppContext): Promise<void> {
  await syncEach(context, (page) => listPaymentIdsOfFailed(context.db, page));
}

/** Sends refunds that are still due after a lost job or a lost report. */
export async function reconcileRefunds(context: AppContext): Promise<void> {
  await forEachAlone(
    context,
    JOB,
    inPages((page) => listDueRefundIds(context.db, page), String),
    {
      about: (refundId) => ({ refundId }),
      work: (refundId) => giveRefund(context, refundId),
    },
  );
}

async function syncEach(context: AppContext, read: (page: Page) => Promise<string[]>): Promise<void> {
  await forEachAlone(context, JOB, inPages(read, String), {
    about: (paymentId) => ({ paymentId }),
    work: async (paymentId) => {
      const payment = await findPayment(context.db, paymentId);
      if (payment) await syncCounted(context, payment);
    },
  });
}
