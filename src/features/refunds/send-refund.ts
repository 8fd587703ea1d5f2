import type { AppContext } from '#features/app-context.ts';
import { takeFromLostDispute } from '#features/orders/dispute-store.ts';
import { findPayment, lockOrdersWithPayments } from '#features/orders/payment-store.ts';
import {
  type DueRefund,
  findRefund,
  listDueRefunds,
  type RefundRow,
  readLockedRefund,
  updateRefund,
} from '#features/orders/refund-store.ts';
import { refundUnservedPayment } from '#features/payments/refund-unserved-payment.ts';
import { type Refund as ProviderRefund, RefundRefusedError } from '#platform/payments/card-payments.ts';
import {
  type ReportedRefund,
  recordProviderRefund,
  settledId,
  writeDone,
  writeFailed,
} from './provider-refund.ts';
import { readRefundKey, refundKey } from './rules.ts';

const BATCH_ROWS = 100;

/** Requests a due refund from the provider: the key derives from the refund's id, so a retry does not refund
 * twice. @throws CardPaymentsError if the provider is unreachable; the refund stays due */
export async function sendRefund(context: AppContext, refundId: string): Promise<void> {
  const due = await findRefund(context.db, refundId);
  if (due?.state !== 'due') return;
  await settleRefund(context, due, due.attempt, await askProvider(context, due));
}

/** Handles the provider's report of a refund by fetching its current state: reports are late, repeated and
 * out of order. @throws CardPaymentsError if the provider is unreachable */
export async function settleProviderRefund(
  context: AppContext,
  providerRefundId: string,
): Promise<'unknown' | 'refund'> {
  const reported = await context.cardPayments.retrieveRefund(providerRefundId);
  return reported ? settleReported(context, reported) : 'unknown';
}

/** Checks the provider's refunds since a time for those that the shop did not request. */
export async function reconcileProviderRefunds(context: AppContext, since: Date): Promise<void> {
  for await (const refunds of context.cardPayments.listRefunds(since)) {
    for (const reported of refunds.filter(({ key }) => !readRefundKey(key)))
      await settleReported(context, reported);
  }
}

async function settleReported(context: AppContext, reported: ProviderRefund): Promise<'unknown' | 'refund'> {
  const named = readRefundKey(reported.key);
  if (!named) return recordProviderRefund(context, reported);
  const refund = await findRefund(context.db, named.id);
  if (refund) await settleRefund(context, refund, named.attempt, reported);
  // A payment that could not be served is refunded in full, with the payment's id as the key.
  else if (await findPayment(context.db, named.id)) await refundUnservedPayment(context, named.id);
  else return 'unknown';
  return 'refund';
}

/** Sends refunds that are still due after a lost job or a lost report. Failures are logged and left to the
 * next run. */
export async function reconcileRefunds(context: AppContext): Promise<void> {
  let afterId: string | undefined;
  do {
    const due = await listDueRefunds(context.db, { afterId, limit: BATCH_ROWS });
    for (const { id: refundId } of due) {
      await sendRefund(context, refundId).catch((error: unknown) => {
        context.log.error({ err: error, refundId }, 'reconciliation could not make a refund');
      });
    }
    afterId = due.length === BATCH_ROWS ? due.at(-1)?.id : undefined;
  } while (afterId !== undefined);
}

async function askProvider({ cardPayments, log }: AppContext, due: DueRefund): Promise<ReportedRefund> {
  const { id, intent_id, amount_cents: amountCents, currency } = due;
  // Cash and transfers are refunded by hand: staff are notified, and mark the refund once they have made it.
  if (intent_id === null) return { id: null, amountCents, status: 'failed', failure: 'by_hand' };
  try {
    return await cardPayments.refund(intent_id, { key: refundKey(due), amountCents, currency });
  } catch (error) {
    if (!(error instanceof RefundRefusedError)) throw error;
    log.warn({ err: error, refundId: id }, 'the card provider refuses a refund');
    return { id: null, amountCents, status: 'failed', failure: 'refused' };
  }
}

/** Records the provider's report of one attempt, unless a later one has been recorded. */
async function settleRefund(
  context: AppContext,
  { id, order_id: orderId }: RefundRow,
  attempt: number,
  reported: ReportedRefund,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockOrdersWithPayments(tx, [orderId]);
    const refund = await readLockedRefund(tx, id);
    if (refund.attempt !== attempt) return;
    if (reported.amountCents !== refund.amount_cents)
      throw new Error(
        `refund ${id} is of ${refund.amount_cents}, and the provider's of ${reported.amountCents}`,
      );
    if (reported.status === 'pending') {
      if (refund.state === 'due') await updateRefund(tx, id, { provider_refund_id: reported.id });
    } else if (reported.status === 'succeeded') await writeDone(context, tx, refund, reported.id);
    else {
      const lost = await takeFromLostDispute(tx, refund.payment_id, refund.amount_cents);
      if (lost !== undefined) await writeDone(context, tx, refund, settledId(lost, refund));
      else await writeFailed(context, tx, refund, reported);
    }
  });
}
