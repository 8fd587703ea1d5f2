import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import { CardPaymentsError, type PaymentIntent } from '#platform/payments/card-payments.ts';

export type SandboxIntent = Selectable<Tables['sandbox_cards.intents']>;

export type SandboxRefund = Selectable<Tables['sandbox_cards.refunds']>;

export type SandboxDispute = Selectable<Tables['sandbox_cards.disputes']>;

/** Returns a new sandbox id, such as `pi_sandbox_…`: 24 random characters. */
export function makeId(prefix: string): string {
  return `${prefix}_sandbox_${randomBytes(18).toString('base64url')}`;
}

/** Inserts an intent, or returns the key's earlier one. @throws CardPaymentsError if the key was used for
 * something else */
export async function insertIntent(
  db: Database,
  request: { amountCents: number; currency: string; orderIds: string[]; idempotencyKey: string },
  now: Date,
): Promise<SandboxIntent> {
  const id = makeId('pi');
  await db
    .insertInto('sandbox_cards.intents')
    .values({
      id,
      client_secret: `${id}_secret_${randomBytes(24).toString('base64url')}`,
      idempotency_key: request.idempotencyKey,
      amount: request.amountCents,
      currency: request.currency,
      order_ids: request.orderIds,
      status: 'requires_payment_method',
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .execute();
  const intent = await db
    .selectFrom('sandbox_cards.intents')
    .selectAll()
    .where('idempotency_key', '=', request.idempotencyKey)
    .executeTakeFirstOrThrow();
  const isSame =
    intent.amount === request.amountCents &&
    intent.currency === request.currency &&
    intent.order_ids.join() === request.orderIds.join();
  if (!isSame) throw new CardPaymentsError('The idempotency key was used for another payment');
  return intent;
}

const intentOf = (db: Database, intentId: string) =>
  db.selectFrom('sandbox_cards.intents').selectAll().where('id', '=', intentId);

/** Finds an intent by its id. */
export const findIntent = (db: Database, intentId: string) => intentOf(db, intentId).executeTakeFirst();

/** Finds an intent and locks it until the transaction ends. */
export const lockIntent = (tx: DatabaseTransaction, intentId: string) =>
  intentOf(tx, intentId).forUpdate().executeTakeFirst();

/** Lists the succeeded intents created since `time`. */
export async function listSucceeded(db: Database, time: Date): Promise<PaymentIntent[]> {
  const rows = await db
    .selectFrom('sandbox_cards.intents')
    .selectAll()
    .where('created_at', '>=', time)
    .where('status', '=', 'succeeded')
    .execute();
  return rows.map(toPaymentIntent);
}

/** Changes an intent that the transaction has locked. */
export async function updateIntent(
  tx: DatabaseTransaction,
  intentId: string,
  change: Partial<Pick<SandboxIntent, 'status' | 'card_last4' | 'last_error'>>,
): Promise<SandboxIntent> {
  return tx
    .updateTable('sandbox_cards.intents')
    .set(change)
    .where('id', '=', intentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Compares two secrets in constant time. */
export function isSameSecret(given: string, kept: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(kept));
}

const statuses = {
  requires_payment_method: 'open',
  requires_action: 'open',
  succeeded: 'succeeded',
  canceled: 'cancelled',
} as const;

/** Converts the sandbox's row to a payment intent. */
export function toPaymentIntent(row: SandboxIntent): PaymentIntent {
  return {
    id: row.id,
    clientSecret: row.client_secret,
    amountCents: row.amount,
    currency: row.currency,
    orderIds: row.order_ids,
    status: statuses[row.status],
  };
}
