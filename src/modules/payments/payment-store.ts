import type { Insertable, Selectable } from 'kysely';
import { anyOf } from '#platform/database/any-of.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { gatherOn } from '#platform/database/gather.ts';
import { executePrepared } from '#platform/database/prepared.ts';
import type { PaymentState, Tables } from '#platform/database/tables.ts';

/** A payment as it is stored. */
export type PaymentRow = Selectable<Tables['payments']>;

const rowColumns = [
  'id',
  'order_id',
  'intent_id',
  'amount_cents',
  'currency',
  'held_quantity',
  'hold_expires_at',
  'state',
  'refund_reason',
  'created_at',
  'settled_at',
] as const;

/** Stores a live payment that holds units. */
export async function insertPayment(
  tx: DatabaseTransaction,
  payment: Insertable<Tables['payments']>,
): Promise<PaymentRow> {
  return tx.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow();
}

/** Finds a payment by its id. */
export async function findPayment(db: Database, paymentId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirst();
}

/** Finds a payment by the provider's intent. */
export const findPaymentByIntent = gatherOn<string, PaymentRow | undefined>(async (db, intentIds) => {
  const query = db
    .selectFrom('payments')
    .select(rowColumns)
    .where('intent_id', '=', anyOf<string>(intentIds, 'text'));
  const { rows } = await executePrepared(db, query);
  const payments = new Map(rows.map((row) => [row.intent_id, row]));
  return intentIds.map((id) => payments.get(id));
});

/** Locks all payments of orders that the transaction has locked before, in the order of their ids. */
export async function lockPaymentsOfOrders(
  tx: DatabaseTransaction,
  orderIds: string[],
): Promise<PaymentRow[]> {
  const query = tx
    .selectFrom('payments')
    .select(rowColumns)
    .where('order_id', '=', anyOf<string>(orderIds, 'uuid'))
    .orderBy('id')
    .forUpdate();
  return (await executePrepared(tx, query)).rows;
}

/** The ids of the live payments for a tool. */
export async function findLivePaymentIdsOfTool(db: Database, toolId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('payments.id')
    .where('orders.tool_id', '=', toolId)
    .where('payments.state', '=', 'live')
    .execute();
  return rows.map((row) => row.id);
}

/** How many payments that hold units a user has under way. */
export async function countLivePaymentsOfUser(db: Database, userId: string): Promise<number> {
  const { live } = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('orders.user_id', '=', userId)
    .where('payments.state', '=', 'live')
    .executeTakeFirstOrThrow();
  return live;
}

/** Up to `limit` payments in a state with ids after `afterId`, in the order of their ids. */
export async function listPaymentsInState(
  db: Database,
  state: PaymentState,
  { afterId, limit }: { afterId: string | undefined; limit: number },
): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', state)
    .$if(afterId !== undefined, (query) => query.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Records the provider's intent of a payment. Answers the payment as it then stands. */
export async function recordIntent(db: Database, paymentId: string, intentId: string): Promise<PaymentRow> {
  return db
    .updateTable('payments')
    .set({ intent_id: intentId })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends a payment that the transaction has locked: it holds nothing any more. The move was checked before. */
export async function updatePayment(
  tx: DatabaseTransaction,
  paymentId: string,
  outcome: { state: PaymentState; settledAt: Date; refundReason?: string },
): Promise<void> {
  await paymentOutcomes(tx, [paymentId], outcome).execute();
}

/** The same of several payments, as a part of a statement. */
export function paymentOutcomes(
  tx: DatabaseTransaction,
  paymentIds: string[],
  outcome: { state: PaymentState; settledAt: Date; refundReason?: string },
) {
  return tx
    .updateTable('payments')
    .set({
      state: outcome.state,
      held_quantity: 0,
      settled_at: outcome.settledAt,
      ...(outcome.refundReason === undefined ? {} : { refund_reason: outcome.refundReason }),
    })
    .where('id', '=', anyOf<string>(paymentIds, 'uuid'));
}
