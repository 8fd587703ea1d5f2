import { type Selectable, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Cents } from '#contracts/money.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Page } from '#platform/jobs/do-alone.ts';

/** A movement of money for a payment, at the card provider or by hand (decision 89). `amount_cents` is as the
 * provider has it, in the payment's currency. */
export type MovementRow = Selectable<Tables['money_movements']>;

/** A movement with the part of its amount that is counted towards refunds. */
export type SharedMovement = MovementRow & { shared_cents: Cents };

/** What is known of a movement when it is recorded. `refund_id`: the refund that asked for it, if one did;
 * `failure`: the provider's code, of a failed one. */
export type NewMovement = Pick<
  MovementRow,
  'kind' | 'provider_id' | 'refund_id' | 'amount_cents' | 'state'
> & {
  failure?: string | null;
};

/** Records movements of a payment that the transaction has locked. One that is known by its provider's id
 * only moves on: from pending to succeeded or failed, and from succeeded to failed, because reports are late,
 * repeated and out of order. One of nothing, as a lost dispute may be, is none. Returns those that are new or
 * have moved on. */
export async function recordMovements(
  tx: DatabaseTransaction,
  paymentId: string,
  movements: readonly NewMovement[],
  now: Date,
): Promise<MovementRow[]> {
  const moved = movements.filter(({ amount_cents }) => amount_cents > 0);
  if (moved.length === 0) return [];
  const rows = moved.map(({ failure, ...movement }) => ({
    ...movement,
    id: uuid(),
    payment_id: paymentId,
    failure: movement.state === 'failed' ? (failure ?? 'unknown') : null,
    created_at: now,
    settled_at: movement.state === 'pending' ? null : now,
  }));
  return tx
    .insertInto('money_movements')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('provider_id')
        .doUpdateSet(({ ref }) => ({
          state: ref('excluded.state'),
          failure: ref('excluded.failure'),
          settled_at: ref('excluded.settled_at'),
        }))
        .where(sql<boolean>`${placeOf('excluded')} > ${placeOf('money_movements')}`),
    )
    .returningAll()
    .execute();
}

const placeOf = (table: string) =>
  sql`array_position(array['pending', 'succeeded', 'failed'], ${sql.ref(`${table}.state`)})`;

/** Lists a payment's movements other than its charge, oldest first. */
export async function listMovements(db: Database, paymentId: string): Promise<SharedMovement[]> {
  return db
    .selectFrom('money_movements')
    .selectAll()
    .select(
      sql<Cents>`(select coalesce(sum(amount_cents), 0) from refund_shares where movement_id = money_movements.id)::bigint`.as(
        'shared_cents',
      ),
    )
    .where('payment_id', '=', paymentId)
    .where('kind', '<>', 'charge')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Finds the states of movements by their ids at the provider. */
export async function findMovementStates(
  db: Database,
  providerIds: string[],
): Promise<Map<string | null, MovementRow['state']>> {
  const rows = await db
    .selectFrom('money_movements')
    .select(['provider_id', 'state'])
    .where('provider_id', '=', anyOf<string>(providerIds, 'text'))
    .execute();
  return new Map(rows.map(({ provider_id, state }) => [provider_id, state]));
}

/** Sums what was charged for a payment and what of it was returned: refunds, lost disputes, and amounts given
 * by hand. */
export async function sumMovements(
  db: Database,
  paymentId: string,
): Promise<{ chargedCents: Cents; returnedCents: Cents }> {
  const total = (isCharge: boolean) =>
    sql<Cents>`coalesce(sum(amount_cents) filter (where (kind = 'charge') = ${isCharge}), 0)::bigint`;
  return db
    .selectFrom('money_movements')
    .select([total(true).as('chargedCents'), total(false).as('returnedCents')])
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'succeeded')
    .executeTakeFirstOrThrow();
}

/** The state of money that buyers are owed: `due` or `failed`, one row for each refund, and for each payment
 * that could not be served. */
export const owedRefunds = sql`
  select state, created_at from refunds where state <> 'done'
  union all
  select case when exists (
    select from money_movements where payment_id = payments.id and kind = 'refund' and state = 'failed'
  ) then 'failed' else 'due' end, coalesce(settled_at, created_at) from payments where state = 'refund_due'`;

/** Counts a part of a movement towards a refund. */
export async function insertShare(
  tx: DatabaseTransaction,
  share: { movement_id: string; refund_id: string; amount_cents: Cents },
): Promise<void> {
  await tx
    .insertInto('refund_shares')
    .values(share)
    .onConflict((conflict) =>
      conflict
        .columns(['movement_id', 'refund_id'])
        .doUpdateSet({ amount_cents: sql<number>`refund_shares.amount_cents + excluded.amount_cents` }),
    )
    .execute();
}

/** Takes back the shares of a payment's movements that have failed. Returns by refund what is missing of it
 * now, and why. */
export async function deleteSharesOfFailed(
  tx: DatabaseTransaction,
  paymentId: string,
): Promise<Map<string, { cents: Cents; failure: string }>> {
  const rows = await tx
    .deleteFrom('refund_shares')
    .using('money_movements')
    .whereRef('money_movements.id', '=', 'refund_shares.movement_id')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'failed')
    .returning([
      'refund_shares.refund_id',
      'refund_shares.amount_cents',
      sql<string>`money_movements.failure`.as('failure'),
    ])
    .execute();
  const byRefund = new Map<string, { cents: Cents; failure: string }>();
  for (const { refund_id, amount_cents, failure } of rows)
    byRefund.set(refund_id, { cents: (byRefund.get(refund_id)?.cents ?? 0) + amount_cents, failure });
  return byRefund;
}

/** Writes the provider's ids into a payment's refunds as the version before 0118 looks for them, so that one
 * which still runs counts no movement again: each on the first refund that it counts towards. */
export async function nameForEarlierVersion(tx: DatabaseTransaction, paymentId: string): Promise<void> {
  await sql`
    update refunds set provider_refund_id = named.name
    from (
      select distinct on (movement_id) share.refund_id, coalesce(provider_id, 'hand_' || share.refund_id) as name
      from refund_shares share join money_movements on money_movements.id = movement_id
      where payment_id = ${paymentId} order by movement_id, share.refund_id
    ) named
    where refunds.id = named.refund_id and provider_refund_id is null
      and not exists (select from refunds other where other.provider_refund_id = named.name)`.execute(tx);
}

/** Lists up to `limit` ids of payments with a pending movement after `afterId`, in ascending order. */
export async function listPendingPaymentIds(db: Database, { afterId, limit }: Page): Promise<string[]> {
  const rows = await db
    .selectFrom('money_movements')
    .select('payment_id')
    .distinct()
    .where('state', '=', 'pending')
    .$if(afterId !== undefined, (query) => query.where('payment_id', '>', afterId ?? ''))
    .orderBy('payment_id')
    .limit(limit)
    .execute();
  return rows.map(({ payment_id }) => payment_id);
}

/** Records the movements of a locked payment that a version without the ledger wrote as refunds alone: one
 * for each of the provider's ids, with the refunds that it made. Those ids stood with `#` and a part behind
 * them where one movement made several refunds. Such a version may also have settled a refund, or given all
 * of one, whose movements were recorded before. Does nothing where all are known. */
export async function adoptEarlierMovements(
  tx: DatabaseTransaction,
  payment: Pick<Selectable<Tables['payments']>, 'id' | 'settled_at' | 'created_at' | 'currency'>,
): Promise<void> {
  await insertMissingCharges(tx, { paymentId: payment.id, limit: 1 });
  await sql`
    with earlier as materialized (
      select refunds.id as refund_id, refunds.amount_cents, refunds.state, failure, refunds.created_at, refunds.settled_at,
        case when provider_refund_id like 'hand\\_%' then null else split_part(provider_refund_id, '#', 1) end as base
      from refunds where payment_id = ${payment.id} and provider_refund_id is not null
    ), unknown as (
      select base, case when base is null then refund_id end as by_hand,
        sum(amount_cents)::bigint as cents, min(created_at) as created_at, max(settled_at) as settled_at,
        case when bool_or(state = 'failed') then 'failed' when bool_or(state = 'due') then 'pending' else 'succeeded' end as state,
        max(failure) as failure
      from earlier
      where not exists (select from money_movements known where known.provider_id = earlier.base
        or (earlier.base is null and known.kind = 'by_hand' and known.refund_id = earlier.refund_id))
      group by 1, 2
    )
    insert into money_movements (id, payment_id, kind, provider_id, refund_id, amount_cents, state, failure, created_at, settled_at)
    select gen_random_uuid(), ${payment.id},
      case when base is null then 'by_hand' when disputes.id is not null then 'dispute' else 'refund' end,
      base, by_hand, greatest(cents, case when disputes.currency = ${payment.currency} then disputes.amount_cents end),
      unknown.state, case when unknown.state = 'failed' then coalesce(failure, 'unknown') end, created_at,
      case when unknown.state <> 'pending' then coalesce(settled_at, created_at) end
    from unknown left join disputes on disputes.id = base`.execute(tx);
  await sql`
    update money_movements set state = 'succeeded', settled_at = refunds.settled_at
    from refunds
    where refunds.payment_id = ${payment.id} and refunds.state = 'done'
      and money_movements.state = 'pending' and provider_id = split_part(provider_refund_id, '#', 1)`.execute(
    tx,
  );
  await sql`
    with earlier as (
      select movement.id as movement_id, refunds.id as refund_id,
        refunds.amount_cents - (select coalesce(sum(amount_cents), 0) from refund_shares where refund_id = refunds.id) as open,
        movement.amount_cents - (select coalesce(sum(amount_cents), 0) from refund_shares where movement_id = movement.id) as rest
      from refunds join money_movements movement on movement.payment_id = refunds.payment_id and movement.kind <> 'charge' and (
        movement.provider_id = split_part(provider_refund_id, '#', 1)
          or (movement.kind = 'by_hand' and movement.refund_id = refunds.id and provider_refund_id like 'hand\\_%'))
      where refunds.payment_id = ${payment.id} and refunds.state = 'done' and movement.state = 'succeeded'
    ), shares as (
      select movement_id, refund_id,
        least(open, rest + open - sum(open) over (partition by movement_id order by refund_id)) as cents
      from earlier
    )
    insert into refund_shares (movement_id, refund_id, amount_cents)
    select movement_id, refund_id, cents from shares where cents > 0
    on conflict (movement_id, refund_id) do update set amount_cents = refund_shares.amount_cents + excluded.amount_cents`.execute(
    tx,
  );
}

/** Records up to `limit` charges that a version without the ledger took, of all payments or of one. Returns
 * how many were missing. It waits for no payment that is locked, which would wait for this in turn: such a
 * one is left to its own transaction, or to the next call. */
export async function insertMissingCharges(
  db: Database,
  { paymentId, limit }: { paymentId?: string; limit: number },
): Promise<number> {
  const ofPayment = paymentId === undefined ? sql`true` : sql`payments.id = ${paymentId}`;
  const { numAffectedRows } = await sql`
    insert into money_movements (id, payment_id, kind, provider_id, amount_cents, state, created_at, settled_at)
    select gen_random_uuid(), payments.id, 'charge', coalesce(intent_id, method || '_' || payments.id), amount_cents, 'succeeded',
      coalesce(payments.settled_at, payments.created_at), coalesce(payments.settled_at, payments.created_at)
    from payments
    where ${ofPayment} and state in ('succeeded', 'refund_due', 'refunded')
      and not exists (select from money_movements where payment_id = payments.id and kind = 'charge')
    limit ${limit}
    for key share of payments skip locked
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Lists up to `limit` payments with refunds whose movements are not recorded yet, by id. */
export async function listPaymentsWithEarlierRefunds(
  db: Database,
  { afterId, limit }: Page,
): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    select distinct payment_id from refunds
    where provider_refund_id is not null and payment_id > ${afterId ?? '00000000-0000-0000-0000-000000000000'}
      and not exists (select from money_movements known where
        known.provider_id = split_part(provider_refund_id, '#', 1)
          or (known.kind = 'by_hand' and known.refund_id = refunds.id and provider_refund_id like 'hand\\_%'))
    order by payment_id limit ${limit}`.execute(db);
  return rows.map(({ payment_id }) => payment_id);
}
