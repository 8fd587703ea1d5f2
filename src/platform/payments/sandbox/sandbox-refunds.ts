import { sql } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { CardPaymentsError, type Refund, RefundRefusedError } from '#platform/payments/card-payments.ts';
import { lateRefunds } from './card-check.ts';
import { lockIntent, makeId, type SandboxIntent, type SandboxRefund } from './sandbox-books.ts';
import { isDisputed } from './sandbox-disputes.ts';
import { announceRefund } from './sandbox-webhooks.ts';

/** How long a refund to one of the late test cards is pending. */
export const LATE_REFUND_MS = 60_000;

type Parts = { jobs: Jobs; clock: Clock };

/** Refunds an amount of an intent, or all that is left; a repeat of a key returns its refund's current state.
 * @throws RefundRefusedError for more than is left, CardPaymentsError if the key was used for something
 * else */
export async function refundIntent(
  parts: Parts,
  tx: DatabaseTransaction,
  intentId: string,
  { key, amountCents }: { key: string; amountCents?: number },
): Promise<Refund> {
  const intent = await lockIntent(tx, intentId);
  const before = await findRefund(tx, 'idempotency_key', key);
  if (before) {
    const isSame = before.intent_id === intentId && (amountCents ?? before.amount) === before.amount;
    if (!isSame) throw new CardPaymentsError('The idempotency key was used for another refund');
    return toRefund(await decide(parts, tx, before));
  }
  // Stripe's words; its code is `charge_disputed`.
  if (await isDisputed(tx, intentId))
    throw new RefundRefusedError(`Intent ${intentId} has been charged back; cannot issue a refund.`);
  const amount = checkAmount(intentId, intent, amountCents);
  const isLate = lateRefunds[intent?.card_last4 ?? ''] !== undefined;
  const refund = await tx
    .insertInto('sandbox_cards.refunds')
    .values({
      id: makeId('re'),
      intent_id: intentId,
      idempotency_key: key,
      amount,
      status: isLate ? 'pending' : 'succeeded',
      created_at: parts.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await moveRefunded(tx, intentId, amount);
  const runAt = isLate ? new Date(parts.clock.now().getTime() + LATE_REFUND_MS) : undefined;
  await announceRefund(parts.jobs, tx, refund, runAt);
  return toRefund(refund);
}

/** Returns a refund in its current state; `undefined` if the id is unknown. */
export async function retrieveRefund(
  parts: Parts,
  tx: DatabaseTransaction,
  refundId: string,
): Promise<Refund | undefined> {
  const refund = await findRefund(tx, 'id', refundId);
  if (!refund) return undefined;
  await lockIntent(tx, refund.intent_id);
  return toRefund(await decide(parts, tx, (await findRefund(tx, 'id', refundId)) ?? refund));
}

/** Lists the refunds of an intent in their current states. */
export async function listRefundsOf(
  parts: Parts,
  tx: DatabaseTransaction,
  intentId: string,
): Promise<Refund[]> {
  await lockIntent(tx, intentId);
  const refunds = await tx
    .selectFrom('sandbox_cards.refunds')
    .selectAll()
    .where('intent_id', '=', intentId)
    .orderBy('created_at')
    .execute();
  const decided: Refund[] = [];
  for (const refund of refunds) decided.push(toRefund(await decide(parts, tx, refund)));
  return decided;
}

/** Returns the amount to refund, within what is left. */
function checkAmount(intentId: string, intent: SandboxIntent | undefined, asked: number | undefined): number {
  if (intent?.status !== 'succeeded') {
    throw new RefundRefusedError(`Intent ${intentId} has not succeeded: there is nothing to give back`);
  }
  const left = intent.amount - intent.refunded_amount;
  if (left === 0) throw new RefundRefusedError(`Intent ${intentId} was refunded before`);
  const amount = asked ?? left;
  if (amount > 0 && amount <= left) return amount;
  throw new RefundRefusedError(`Only ${left} of intent ${intentId} is left to give back, not ${amount}`);
}

function findRefund(tx: DatabaseTransaction, column: 'id' | 'idempotency_key', value: string) {
  return tx.selectFrom('sandbox_cards.refunds').selectAll().where(column, '=', value).executeTakeFirst();
}

async function moveRefunded(tx: DatabaseTransaction, intentId: string, amount: number): Promise<void> {
  await tx
    .updateTable('sandbox_cards.intents')
    .set({
      refunded_amount: sql<number>`refunded_amount + ${amount}`,
      refunded: sql<boolean>`refunded_amount + ${amount} = amount`,
    })
    .where('id', '=', intentId)
    .execute();
}

/** Completes a refund that has been pending long enough, under its intent's lock: a failed one counts as
 * never refunded. */
async function decide(
  { clock }: Parts,
  tx: DatabaseTransaction,
  refund: SandboxRefund,
): Promise<SandboxRefund> {
  if (refund.status !== 'pending' || clock.now().getTime() < refund.created_at.getTime() + LATE_REFUND_MS)
    return refund;
  const intent = await lockIntent(tx, refund.intent_id);
  const status = lateRefunds[intent?.card_last4 ?? ''] ?? 'succeeded';
  if (status === 'failed') await moveRefunded(tx, refund.intent_id, -refund.amount);
  await tx.updateTable('sandbox_cards.refunds').set({ status }).where('id', '=', refund.id).execute();
  return { ...refund, status };
}

function toRefund(refund: SandboxRefund): Refund {
  const { id, intent_id: intentId, idempotency_key: key, amount: amountCents, status } = refund;
  const reported = { id, intentId, key, amountCents, status };
  // Stripe's code for a card that accepts no refund (https://docs.stripe.com/refunds#failed-refunds).
  return status === 'failed' ? { ...reported, failure: 'expired_or_canceled_card' } : reported;
}
