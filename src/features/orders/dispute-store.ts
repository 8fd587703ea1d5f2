import { type Insertable, type Selectable, sql } from 'kysely';
import { AppError } from '#contracts/app-error.ts';
import { type Cents, toPrice } from '#contracts/money.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Page } from '#platform/jobs/do-alone.ts';
import type { Dispute, DisputeState } from './desk-contract.ts';
import type { OrderRow } from './store.ts';
import { disputeErrorTexts as texts } from './texts/disputes.ts';

export type DisputeRow = Selectable<Tables['disputes']>;

/** Finds a dispute by the card provider's id. */
export async function findDispute(db: Database, disputeId: string): Promise<DisputeRow | undefined> {
  return db.selectFrom('disputes').selectAll().where('id', '=', disputeId).executeTakeFirst();
}

/** Finds the states of disputes by their ids. */
export async function findDisputeStates(db: Database, ids: string[]): Promise<Map<string, DisputeState>> {
  const rows = await db
    .selectFrom('disputes')
    .select(['id', 'state'])
    .where('id', '=', anyOf<string>(ids, 'text'))
    .execute();
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Lists up to `limit` ids of open disputes after `afterId`, in ascending order. */
export async function listOpenDisputes(db: Database, { afterId, limit }: Page): Promise<string[]> {
  const rows = await db
    .selectFrom('disputes')
    .select('id')
    .where('state', '=', 'open')
    .$if(afterId !== undefined, (query) => query.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Inserts or updates a dispute with its current state. The transaction has locked its payment. */
export async function saveDispute(
  tx: DatabaseTransaction,
  row: Insertable<Tables['disputes']>,
): Promise<void> {
  const { id: _id, payment_id: _paymentId, opened_at: _openedAt, ...facts } = row;
  await tx
    .insertInto('disputes')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
    .execute();
}

const selectOfOrders = (db: Database, orderIds: string[]) =>
  db
    .selectFrom('payment_orders')
    .innerJoin('disputes', 'disputes.payment_id', 'payment_orders.payment_id')
    .selectAll('disputes')
    .select('payment_orders.order_id')
    .where('payment_orders.order_id', '=', anyOf<string>(orderIds, 'uuid'))
    .where('payment_orders.state', '=', 'succeeded')
    .orderBy('opened_at')
    .orderBy('disputes.id');

/** Finds the disputes of the payments that paid for the orders, oldest first; returns a lookup by order
 * id. */
export async function findDisputes(
  db: Database,
  orders: readonly { id: string }[],
): Promise<(orderId: string) => DisputeRow[]> {
  if (orders.length === 0) return () => [];
  const rows = await selectOfOrders(
    db,
    orders.map(({ id }) => id),
  ).execute();
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id);
  return (orderId) => byOrder.get(orderId) ?? [];
}

/** Records the part of a locked payment's lost disputes that exceeds what was paid: `excessCents` is what was
 * returned beyond that, which the newest dispute accounts for first. */
export async function recordUncounted(
  tx: DatabaseTransaction,
  { id, currency }: { id: string; currency: string },
  excessCents: Cents,
): Promise<void> {
  await sql`
    update disputes set uncounted_cents = uncounted
    from (
      select id, least(amount_cents, greatest(0, ${excessCents}::bigint
        - coalesce(sum(amount_cents) over (order by opened_at desc, id desc
            rows between unbounded preceding and 1 preceding), 0))) as uncounted
      from disputes where payment_id = ${id} and state = 'lost' and currency = ${currency}
    ) lost
    where disputes.id = lost.id and uncounted_cents <> uncounted`.execute(tx);
}

/** Serializes a dispute for the wire. */
export function serializeDispute(row: DisputeRow): Dispute {
  return {
    _id: row.id,
    amount: toPrice(row.amount_cents, row.currency),
    uncounted: toPrice(row.uncounted_cents, row.currency),
    currency: row.currency,
    reason: row.reason,
    state: row.state,
    isRefundable: row.is_refundable,
    respondBy: row.respond_by?.toISOString() ?? null,
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
  };
}

/** Checks that no payment of the orders, which the transaction has locked, is disputed or was lost in a
 * dispute (decision 89), unless `despiteDispute` is set. Returns whether one is. @throws AppError
 * order_disputed */
export async function assertShippable(
  tx: DatabaseTransaction,
  orders: readonly Pick<OrderRow, 'id' | 'number'>[],
  despiteDispute: boolean | undefined,
): Promise<boolean> {
  const disputesOf = await findDisputes(tx, orders);
  const held = orders.find(({ id }) => disputesOf(id).some(({ state }) => state !== 'won'));
  if (!held || despiteDispute) return held !== undefined;
  const isOpen = disputesOf(held.id).some(({ state }) => state === 'open');
  throw new AppError('order_disputed', (isOpen ? texts.open : texts.lost)(held.number));
}

/** Checks that no open dispute exists for the payment of an order that the transaction has locked: a refund
 * would pay twice, unless the card provider says that it would settle the dispute. @throws AppError
 * order_disputed */
export async function assertRefundable(
  tx: DatabaseTransaction,
  order: Pick<OrderRow, 'id'>,
  message: string = texts.noRefund,
): Promise<void> {
  const disputes = (await findDisputes(tx, [order]))(order.id);
  const isOpen = disputes.some(({ state, is_refundable }) => state === 'open' && !is_refundable);
  if (isOpen) throw new AppError('order_disputed', message);
}
