import type { Insertable, Selectable } from 'kysely';
import type { PaymentState } from '#features/orders/rules.ts';
import type { RefundReason } from '#features/orders/texts/errors.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';

/** A payment as it is stored. */
export type PaymentRow = Selectable<Tables['payments']>;

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
export async function findPaymentByIntent(db: Database, intentId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst();
}

/** Which payments some of the provider's intents belong to, by the intents' ids. */
export async function findPaymentsByIntents(
  db: Database,
  intentIds: string[],
): Promise<Map<string | null, PaymentRow>> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('intent_id', '=', anyOf<string>(intentIds, 'text'))
    .execute();
  return new Map(rows.map((row) => [row.intent_id, row]));
}

/** Up to when the provider's charges have been compared with the payments; `undefined` before the first time. */
export async function findComparedUntil(db: Database): Promise<Date | undefined> {
  return (await db.selectFrom('compared_charges').select('until').executeTakeFirst())?.until;
}

/** Writes down up to when the provider's charges have been compared. */
export async function recordComparedUntil(db: Database, until: Date): Promise<void> {
  await db
    .insertInto('compared_charges')
    .values({ until })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ until }))
    .execute();
}

/** Locks all payments of an order that the transaction has locked before, in the order of their ids. */
export async function lockPaymentsOfOrder(tx: DatabaseTransaction, orderId: string): Promise<PaymentRow[]> {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .forUpdate()
    .execute();
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
  outcome: { state: PaymentState; settledAt: Date; refundReason?: RefundReason },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      state: outcome.state,
      held_quantity: 0,
      settled_at: outcome.settledAt,
      ...(outcome.refundReason === undefined ? {} : { refund_reason: outcome.refundReason }),
    })
    .where('id', '=', paymentId)
    .execute();
}
