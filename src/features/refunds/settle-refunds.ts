import { v7 as uuid } from 'uuid';
import type { Cents } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { issueCreditNote } from '#features/invoices/issue-credit-note.ts';
import { recordUncounted } from '#features/orders/dispute-store.ts';
import {
  adoptEarlierMovements,
  deleteSharesOfFailed,
  insertShare,
  listMovements,
  type NewMovement,
  nameForEarlierVersion,
  recordMovements,
  type SharedMovement,
} from '#features/orders/movement-store.ts';
import { type LockedPayment, lockPayment, type Payment } from '#features/orders/payment-store.ts';
import {
  type GivenRefund,
  insertRefund,
  listRefundsOfPayment,
  updateRefund,
} from '#features/orders/refund-store.ts';
import { refundReasonTexts } from '#features/orders/texts/refunds.ts';
import { notifyStaff } from '#features/users/notices/notify-staff.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { Refund as ProviderRefund } from '#platform/payments/card-payments.ts';
import { announceRefund, refundEmails } from './emails.ts';
import { readRefundKey } from './rules.ts';
import { settleUnserved } from './settle-unserved.ts';
import { partsOf, shareMovements } from './share-out.ts';

/** An attempt at a refund that has ended at the provider, successful or not; `failure` is its code. */
export type EndedAttempt = { refundId: string; attempt: number; failure: string };

/** Records the provider's refunds of a payment and all that follows, in one transaction: however often, late
 * or out of order they are reported. `refused`: an attempt that made no refund there. */
export async function recordRefunds(
  context: AppContext,
  payment: Pick<Payment, 'id' | 'lines'>,
  reports: readonly ProviderRefund[],
  refused?: EndedAttempt,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const locked = await lockPayment(tx, payment);
    const movements = reports.map(toMovement);
    const ended = reports.flatMap(({ key, status, failure = 'partly_refunded' }): EndedAttempt[] => {
      const named = readRefundKey(key);
      return named && status !== 'pending' ? [{ refundId: named.id, attempt: named.attempt, failure }] : [];
    });
    await settleRefunds(context, tx, locked, movements, refused ? [...ended, refused] : ended);
  });
}

const toMovement = ({ id, key, amountCents, status, failure }: ProviderRefund): NewMovement => ({
  kind: 'refund',
  provider_id: id,
  refund_id: readRefundKey(key)?.id ?? null,
  amount_cents: amountCents,
  state: status,
  failure: failure ?? null,
});

/** Records movements of a payment that the transaction has locked, and settles its refunds by them (decision
 * 48): what has moved counts towards the refunds that are not wholly given; what is beyond them becomes a
 * refund of its own with a credit note, up to what was paid; what failed is owed again. */
export async function settleRefunds(
  context: AppContext,
  tx: DatabaseTransaction,
  locked: LockedPayment,
  movements: readonly NewMovement[],
  ended: readonly EndedAttempt[] = [],
): Promise<void> {
  const { payment } = locked;
  await adoptEarlierMovements(tx, payment);
  const before = await listRefundsOfPayment(tx, payment.id);
  const ofPayment = (refundId: string | null) => (before.some(({ id }) => id === refundId) ? refundId : null);
  const changed = await recordMovements(
    tx,
    payment.id,
    movements.map((movement) => ({ ...movement, refund_id: ofPayment(movement.refund_id) })),
    context.clock.now(),
  );
  if (payment.refund_reason !== null) await settleUnserved(context, tx, locked, changed);
  if (payment.state !== 'succeeded') return;

  const bounced = await deleteSharesOfFailed(tx, payment.id);
  const refunds = before.map((refund) => ({
    ...refund,
    given_cents: refund.given_cents - (bounced.get(refund.id)?.cents ?? 0),
  }));
  const moved = await listMovements(tx, payment.id);
  const { shares, beyond } = shareMovements(moved, refunds);
  for (const share of shares) await insertShare(tx, share);
  for (const refund of refunds) {
    const added = shares.filter(({ refund_id }) => refund_id === refund.id);
    const leftCents = added.reduce((left, share) => left - share.amount_cents, owedCents(refund));
    const last = moved.find(({ id }) => id === added.at(-1)?.movement_id);
    const attempt = ended.find((one) => one.refundId === refund.id && one.attempt === refund.attempt);
    if (leftCents === 0) await recordDone(context, tx, refund, last);
    else if (refund.state === 'done')
      await recordFailed(context, tx, refund, bounced.get(refund.id)?.failure ?? 'unknown');
    else if (refund.state === 'due' && attempt) await recordFailed(context, tx, refund, attempt.failure);
  }
  let excessCents = 0;
  for (const { movementId, cents } of beyond) {
    const movement = moved.find(({ id }) => id === movementId);
    if (movement) excessCents += cents - (await refundBeyond(context, tx, payment, movement, cents));
  }
  await nameForEarlierVersion(tx, payment.id);
  await recordUncounted(tx, payment, excessCents);
}

/** What of a refund has not been given. */
export const owedCents = ({ amount_cents, given_cents }: GivenRefund): Cents => amount_cents - given_cents;

/** Records refunds for what moved at the provider beyond those decided: of the orders' goods first, in order,
 * then of the delivery, with a credit note for each order. Returns the amount: less than `cents` where less
 * than that was left of the payment. */
async function refundBeyond(
  context: AppContext,
  tx: DatabaseTransaction,
  payment: Payment,
  movement: SharedMovement,
  cents: Cents,
): Promise<Cents> {
  const now = context.clock.now();
  const reason = refundReasonTexts[movement.kind === 'dispute' ? 'disputeLost' : 'atProvider'];
  const parts = partsOf(await lockPayment(tx, payment), cents);
  for (const { order, ...amounts } of parts) {
    const refund = await insertRefund(tx, {
      id: uuid(),
      payment_id: payment.id,
      order_id: order.id,
      ...amounts,
      reason,
      state: 'done',
      created_at: now,
      settled_at: now,
    });
    const amountCents = refund.amount_cents;
    await insertShare(tx, { movement_id: movement.id, refund_id: refund.id, amount_cents: amountCents });
    await recordAudit(context, tx, {
      action: 'order_refunded',
      orderId: order.id,
      toolId: order.tool_id,
      details: { refundId: refund.id, amountCents, atProvider: true },
    });
    await issueCreditNote(context, tx, { order, refund });
    await announceRefund(context, tx, { orderId: order.id, refundId: refund.id });
  }
  const countedCents = parts.reduce((sum, part) => sum + part.amount_cents, 0);
  if (countedCents < cents)
    context.log.error(
      { paymentId: payment.id, providerId: movement.provider_id, cents, countedCents },
      'more was returned than was paid',
    );
  return countedCents;
}

/** Records that all of a refund has been given, and notifies the buyer; does nothing if it was done. */
async function recordDone(
  context: AppContext,
  tx: DatabaseTransaction,
  { id, order_id: orderId, amount_cents: amountCents, state }: GivenRefund,
  movement: SharedMovement | undefined,
): Promise<void> {
  if (state === 'done') return;
  await updateRefund(tx, id, { state: 'done', settled_at: context.clock.now(), failure: null });
  await recordAudit(context, tx, {
    action: movement?.kind === 'by_hand' ? 'refund_marked' : 'refund_done',
    orderId,
    details: { refundId: id, amountCents },
  });
  await announceRefund(context, tx, { orderId, refundId: id });
  context.log.info({ orderId, refundId: id }, 'a refund was made');
}

/** Records that a refund failed, in whole or in part, and notifies staff. */
async function recordFailed(
  context: AppContext,
  tx: DatabaseTransaction,
  { id, order_id: orderId, amount_cents: amountCents }: GivenRefund,
  failure: string,
): Promise<void> {
  await updateRefund(tx, id, { state: 'failed', settled_at: context.clock.now(), failure });
  await recordAudit(context, tx, {
    action: 'refund_failed',
    orderId,
    details: { refundId: id, amountCents, failure },
  });
  await notifyStaff(context, tx, refundEmails.failed, { orderId, refundId: id });
  context.log.warn({ orderId, refundId: id, failure }, 'a refund failed');
}
