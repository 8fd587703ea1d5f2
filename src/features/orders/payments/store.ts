import type { Insertable, Selectable, Updateable } from 'kysely';
import type { AppContext } from '#features/app-context.ts';
import type { PaymentTimes } from '#features/orders/contract.ts';
import type { PaymentState } from '#features/orders/rules.ts';
import { lockOrder, type OrderRow } from '#features/orders/store.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';

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

/** Records the provider's intent of a payment. */
export async function recordIntent(db: Database, paymentId: string, intentId: string): Promise<void> {
  await db.updateTable('payments').set({ intent_id: intentId }).where('id', '=', paymentId).execute();
}

/** Ends a payment that the transaction has locked: it holds nothing any more. The move was checked before. */
export async function updatePayment(
  tx: DatabaseTransaction,
  paymentId: string,
  outcome: Pick<Updateable<Tables['payments']>, 'state' | 'settled_at' | 'refund_reason'>,
): Promise<void> {
  const ended = { ...outcome, held_quantity: 0 };
  await tx.updateTable('payments').set(ended).where('id', '=', paymentId).execute();
}

export type LockedOrder = { order: OrderRow; payments: PaymentRow[] };

/** Locks an order, then its payments by id. Everything that changes them starts here, and touches the tool's row only
 * afterwards: with one order of locks, no two of them can wait for each other. */
export async function lockOrderWithPayments(
  tx: DatabaseTransaction,
  orderId: string,
): Promise<LockedOrder | undefined> {
  const order = await lockOrder(tx, orderId);
  if (!order) return undefined;
  const ofOrder = tx.selectFrom('payments').selectAll().where('order_id', '=', orderId);
  return { order, payments: await ofOrder.orderBy('id').forUpdate().execute() };
}

type Payment = Pick<Selectable<Tables['payments']>, 'order_id' | 'state' | 'hold_expires_at' | 'settled_at'>;

const NONE: PaymentTimes = { heldUntil: null, refundedAt: null };

/** By an order's id: until when its units are held for a payment under way, and when money was last given back. */
export async function findPaymentTimes(
  db: Database,
  orders: readonly { id: string }[],
  now: Date,
): Promise<(orderId: string) => PaymentTimes> {
  if (orders.length === 0) return () => NONE;
  const orderIds = orders.map(({ id }) => id);
  const payments = await db
    .selectFrom('payments')
    .select(['order_id', 'state', 'hold_expires_at', 'settled_at'])
    .where('order_id', '=', anyOf<string>(orderIds, 'uuid'))
    .where('state', 'in', ['live', 'refunded'])
    .orderBy('id')
    .execute();
  const times = new Map<string, PaymentTimes>();
  for (const payment of payments) {
    times.set(payment.order_id, withPayment(times.get(payment.order_id) ?? NONE, payment, now));
  }
  return (orderId) => times.get(orderId) ?? NONE;
}

function withPayment(times: PaymentTimes, payment: Payment, now: Date): PaymentTimes {
  const { state, hold_expires_at, settled_at } = payment;
  if (state === 'refunded') return { ...times, refundedAt: settled_at?.toISOString() ?? null };
  return hold_expires_at > now ? { ...times, heldUntil: hold_expires_at.toISOString() } : times;
}

/** Queues the release of a payment's hold, now or at `runAt`; a later call moves a release that has not begun. */
export async function enqueueRelease(
  { jobs }: AppContext,
  db: Database,
  paymentId: string,
  runAt?: Date,
): Promise<void> {
  await jobs.enqueue(db, 'release-hold', { paymentId }, { key: `release-hold:${paymentId}`, runAt });
}

/** Queues the release of every hold on a tool's units, once the tool has left the shop. */
export async function releaseHoldsOfTool(context: AppContext, toolId: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    for (const paymentId of await findLivePaymentIdsOfTool(tx, toolId))
      await enqueueRelease(context, tx, paymentId);
  });
}
