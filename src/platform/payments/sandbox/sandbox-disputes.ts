import type { Clock } from '#platform/clock.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { CardPaymentsError, type Dispute } from '#platform/payments/card-payments.ts';
import { makeId, type SandboxDispute, type SandboxIntent } from './sandbox-books.ts';
import { announceDispute } from './sandbox-webhooks.ts';

/** How long a dispute can be answered, as in most card networks. */
const RESPOND_DAYS = 7;

type Parts = { jobs: Jobs; clock: Clock };

/** Opens a dispute about a succeeded intent, by default its whole amount, regardless of earlier refunds: a
 * bank does not check. @throws CardPaymentsError if the intent has not succeeded */
export async function openDispute(
  { jobs, clock }: Parts,
  tx: DatabaseTransaction,
  intent: SandboxIntent | undefined,
  { amountCents, reason = 'fraudulent' }: { amountCents?: number | undefined; reason?: string | undefined },
): Promise<Dispute> {
  if (intent?.status !== 'succeeded') throw new CardPaymentsError('Only what was charged can be disputed');
  const now = clock.now();
  const dispute = await tx
    .insertInto('sandbox_cards.disputes')
    .values({
      id: makeId('du'),
      intent_id: intent.id,
      amount: amountCents ?? intent.amount,
      currency: intent.currency,
      reason,
      respond_by: new Date(now.getTime() + RESPOND_DAYS * 86_400_000),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await announceDispute(jobs, tx, dispute, 'charge.dispute.created');
  return toDispute(dispute);
}

/** Decides a dispute as the buyer's bank. @throws CardPaymentsError if the id is unknown */
export async function closeDispute(
  { jobs }: Pick<Parts, 'jobs'>,
  tx: DatabaseTransaction,
  disputeId: string,
  status: 'won' | 'lost',
): Promise<Dispute> {
  const dispute = await tx
    .updateTable('sandbox_cards.disputes')
    .set({ status })
    .where('id', '=', disputeId)
    .returningAll()
    .executeTakeFirst();
  if (!dispute) throw new CardPaymentsError(`There is no dispute ${disputeId}`);
  await announceDispute(jobs, tx, dispute, 'charge.dispute.closed');
  return toDispute(dispute);
}

/** Finds a dispute; `undefined` if the id is unknown. */
export async function retrieveDispute(db: Database, disputeId: string): Promise<Dispute | undefined> {
  const dispute = await selectDisputes(db).where('id', '=', disputeId).executeTakeFirst();
  return dispute && toDispute(dispute);
}

/** Lists the disputes opened since `time`. */
export async function listDisputes(db: Database, time: Date): Promise<Dispute[]> {
  const rows = await selectDisputes(db).where('created_at', '>=', time).execute();
  return rows.map(toDispute);
}

/** Whether an intent cannot be refunded because it is disputed or lost. */
export async function isDisputed(db: Database, intentId: string): Promise<boolean> {
  const dispute = await selectDisputes(db)
    .where('intent_id', '=', intentId)
    .where('status', '!=', 'won')
    .limit(1)
    .executeTakeFirst();
  return dispute !== undefined;
}

const selectDisputes = (db: Database) => db.selectFrom('sandbox_cards.disputes').selectAll();

function toDispute(row: SandboxDispute): Dispute {
  return {
    id: row.id,
    intentId: row.intent_id,
    amountCents: row.amount,
    currency: row.currency,
    reason: row.reason,
    status: row.status,
    isRefundable: false,
    respondBy: row.respond_by,
    openedAt: row.created_at,
  };
}
