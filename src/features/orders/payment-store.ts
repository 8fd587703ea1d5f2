import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { idSchema } from '#contracts/identifiers.ts';
import type { Cents } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Page } from '#platform/jobs/do-alone.ts';
import type { PaymentTimes } from './contract.ts';
import { lockOpenQuotes, type QuoteWithLines } from './quote-store.ts';
import { findLastRefunds } from './refund-store.ts';
import type { PaymentState } from './rules.ts';
import { lockOrders, type OrderRow } from './store.ts';

export type PaymentRow = Selectable<Tables['payments']>;

/** What a payment charges and holds for one of its orders. */
export type PaymentLine = Selectable<Tables['payment_orders']>;

/** A payment with a line for each of its orders, in the order requested. */
export type Payment = PaymentRow & { lines: PaymentLine[] };

/** Stores a live payment that holds units, with its lines. */
export async function insertPayment(
  tx: DatabaseTransaction,
  payment: Insertable<Tables['payments']>,
  lines: Omit<PaymentLine, 'payment_id' | 'position' | 'state' | 'refunded_cents' | 'live_order_id'>[],
): Promise<Payment> {
  const row = await tx.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow();
  const added = await tx
    .insertInto('payment_orders')
    .values(lines.map((line, position) => ({ ...line, payment_id: row.id, position, state: row.state })))
    .returningAll()
    .execute();
  return { ...row, lines: added };
}

/** Finds a payment by its id. */
export async function findPayment(db: Database, paymentId: string): Promise<Payment | undefined> {
  return withLinesOfOne(db, await selectPayments(db).where('id', '=', paymentId).execute());
}

/** Finds a payment by the provider's intent. */
export async function findPaymentByIntent(db: Database, intentId: string): Promise<Payment | undefined> {
  return withLinesOfOne(db, await selectPayments(db).where('intent_id', '=', intentId).execute());
}

/** Finds a payment by the transaction id of its orders: the intent's id, or the id of a payment by hand. */
export async function findPaymentOfTransaction(
  db: Database,
  transactionId: string,
): Promise<Payment | undefined> {
  const [, method, id] = /^(cash|transfer)_([0-9a-f-]{36})$/.exec(transactionId) ?? [];
  if (id === undefined) return findPaymentByIntent(db, transactionId);
  const payment = idSchema.safeParse(id).success ? await findPayment(db, id) : undefined;
  return payment?.method === method ? payment : undefined;
}

/** Finds the payments that the provider's intents belong to, by the intents' ids. */
export async function findPaymentsByIntents(
  db: Database,
  intentIds: string[],
): Promise<Map<string | null, Payment>> {
  const rows = await selectPayments(db).where('intent_id', '=', anyOf<string>(intentIds, 'text')).execute();
  return new Map((await withLines(db, rows)).map((payment) => [payment.intent_id, payment]));
}

const selectPayments = (db: Database) => db.selectFrom('payments').selectAll();

const withLinesOfOne = async (db: Database, rows: PaymentRow[]) => (await withLines(db, rows))[0];

/** Reads the lines of payments in a separate statement, which sees their state after the payments are
 * locked. */
async function withLines(db: Database, rows: PaymentRow[]): Promise<Payment[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await db
    .selectFrom('payment_orders')
    .selectAll()
    .where('payment_id', '=', anyOf<string>(ids, 'uuid'))
    .orderBy('position')
    .execute();
  const byPayment = Map.groupBy(lines, (line) => line.payment_id);
  return rows.map((row) => ({ ...row, lines: byPayment.get(row.id) ?? [] }));
}

/** Until when the provider's charges have been compared with the payments; `undefined` before the first
 * comparison. */
export async function findComparedUntil(db: Database): Promise<Date | undefined> {
  return (await db.selectFrom('compared_charges').select('until').executeTakeFirst())?.until;
}

/** Records until when the provider's charges have been compared. */
export async function recordComparedUntil(db: Database, until: Date): Promise<void> {
  await db
    .insertInto('compared_charges')
    .values({ until })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ until }))
    .execute();
}

/** Lists the ids of the live payments for some tools, except invoiced ones: what is on an invoice stays
 * reserved for its buyer. */
export async function findLivePaymentIdsOfTools(db: Database, toolIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_orders')
    .innerJoin('orders', 'orders.id', 'payment_orders.order_id')
    .innerJoin('payments', 'payments.id', 'payment_orders.payment_id')
    .select('payment_id')
    .distinct()
    .where('orders.tool_id', '=', anyOf<string>(toolIds, 'uuid'))
    .where('payment_orders.state', '=', 'live')
    .where('payments.due_on', 'is', null)
    .execute();
  return rows.map((row) => row.payment_id);
}

/** Counts a user's payments in progress that hold units, each for any number of orders, except those invoiced
 * by staff. */
export async function countLivePaymentsOfUser(db: Database, userId: string): Promise<number> {
  const { live } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('user_id', '=', userId)
    .where('state', '=', 'live')
    .where('due_on', 'is', null)
    .executeTakeFirstOrThrow();
  return live;
}

/** Sums how long a user's card payments that ended unpaid held units, in ms, of those started since `since`
 * or since the user's last successful payment. */
export async function sumUnpaidHoldMs(db: Database, userId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select coalesce(sum(extract(epoch from least(settled_at, hold_expires_at) - created_at) * 1000), 0)::bigint as ms
    from payments
    where user_id = ${userId} and method = 'card' and state = 'cancelled' and created_at >= greatest(${since}::timestamptz, (
      select max(settled_at) from payments where user_id = ${userId} and state = 'succeeded'))`.execute(db);
  return rows[0]?.ms ?? 0;
}

/** For each payment: counts the same user's card payments that ended unpaid, started since `since` or since
 * the user's last successful payment. */
export async function countUnpaidPayments(
  db: Database,
  paymentIds: string[],
  since: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select asked.id, count(*)::int as count
    from payments asked join payments ended on ended.user_id = asked.user_id
    where asked.id = any (${paymentIds}::uuid[]) and ended.method = 'card' and ended.state = 'cancelled'
      and ended.created_at >= greatest(${since}::timestamptz, (
        select max(settled_at) from payments where user_id = asked.user_id and state = 'succeeded'))
    group by asked.id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Lists up to `limit` payments in a state with ids after `afterId`, by id. */
export async function listPaymentsInState(
  db: Database,
  state: PaymentState,
  { afterId, limit }: Page,
): Promise<Payment[]> {
  const rows = await selectPayments(db)
    .where('state', '=', state)
    .$if(afterId !== undefined, (query) => query.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
  return withLines(db, rows);
}

/** Records the provider's intent of a payment. */
export async function recordIntent(db: Database, paymentId: string, intentId: string): Promise<void> {
  await db.updateTable('payments').set({ intent_id: intentId }).where('id', '=', paymentId).execute();
}

/** Updates the delivery and billing addresses of a payment, and who is billed. The transaction has locked
 * it. */
export async function updateAddresses(
  tx: DatabaseTransaction,
  paymentId: string,
  addresses: Pick<
    Updateable<Tables['payments']>,
    | 'deliver_to'
    | 'deliver_to_parts'
    | 'deliver_to_country'
    | 'bill_to'
    | 'bill_to_parts'
    | 'bill_name'
    | 'vat_number'
  >,
): Promise<void> {
  await tx.updateTable('payments').set(addresses).where('id', '=', paymentId).execute();
}

/** Ends a payment that the transaction has locked, with the move already checked, and clears its held units.
 * One statement sets both, because a live line holds the ordered quantity and an ended one holds nothing. */
export async function updatePayment(
  tx: DatabaseTransaction,
  paymentId: string,
  outcome: Pick<PaymentRow, 'state'> & Pick<Updateable<Tables['payments']>, 'settled_at' | 'refund_reason'>,
): Promise<void> {
  const ended = { state: outcome.state, held_quantity: 0 };
  await tx
    .with('lines', (query) =>
      query.updateTable('payment_orders').set(ended).where('payment_id', '=', paymentId),
    )
    .updateTable('payments')
    .set(outcome)
    .where('id', '=', paymentId)
    .execute();
}

export type LockedOrders = { orders: OrderRow[]; payments: Payment[]; quotes: QuoteWithLines[] };

/** Locks orders by id, then all payments of any of them by id, then their open quotes by id. Every change of
 * these starts here, with all orders of the payments and quotes that it will change, and touches the buyer's
 * row and the tools' only afterwards: this lock order prevents deadlocks. Orders that don't exist are left
 * out. */
export async function lockOrdersWithPayments(
  tx: DatabaseTransaction,
  orderIds: string[],
): Promise<LockedOrders> {
  const orders = await lockOrders(tx, orderIds);
  const ids = orders.map(({ id }) => id);
  const rows = await selectPayments(tx)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('payment_orders').select('payment_id').where('order_id', '=', anyOf<string>(ids, 'uuid')),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return { orders, payments: await withLines(tx, rows), quotes: await lockOpenQuotes(tx, ids) };
}

export type LockedPayment = {
  payment: Payment;
  /** The payment's lines, each with its order, in the order requested. */
  lines: { line: PaymentLine; order: OrderRow }[];
  /** Other payments of any of these orders. */
  rivals: Payment[];
  /** Open quotes with any of these orders. */
  quotes: QuoteWithLines[];
};

/** Locks a payment with its orders and their other payments, in the same lock order. */
export async function lockPayment(
  tx: DatabaseTransaction,
  { id, lines }: Pick<Payment, 'id' | 'lines'>,
): Promise<LockedPayment> {
  const orderIds = lines.map(({ order_id }) => order_id);
  const { orders, payments, quotes } = await lockOrdersWithPayments(tx, orderIds);
  const payment = payments.find((row) => row.id === id);
  const byId = new Map(orders.map((order) => [order.id, order]));
  const ordersOfLines = (payment?.lines ?? []).flatMap((line) => {
    const order = byId.get(line.order_id);
    return order ? [{ line, order }] : [];
  });
  if (!payment || ordersOfLines.length !== lines.length) throw new Error(`payment ${id} has lost its orders`);
  return { payment, lines: ordersOfLines, rivals: payments.filter((row) => row.id !== id), quotes };
}

type TimesOfPayment = Pick<PaymentRow, 'state' | 'hold_expires_at' | 'settled_at' | 'due_on'>;

const NONE: PaymentTimes = { heldUntil: null, refundedAt: null, invoiceOverdue: false };

/** Finds per order: until when a payment in progress holds its units, whether its open invoice is overdue,
 * and the time of its last refund. Returns a lookup by order id. */
export async function findPaymentTimes(
  db: Database,
  orders: readonly { id: string }[],
  at: { now: Date; today: string },
): Promise<(orderId: string) => PaymentTimes> {
  if (orders.length === 0) return () => NONE;
  const orderIds = orders.map(({ id }) => id);
  const payments = await db
    .selectFrom('payment_orders')
    .innerJoin('payments', 'payments.id', 'payment_orders.payment_id')
    .select(['order_id', 'payments.state', 'hold_expires_at', 'settled_at', 'due_on'])
    .where('order_id', '=', anyOf<string>(orderIds, 'uuid'))
    .where('payment_orders.state', 'in', ['live', 'refunded'])
    .orderBy('payments.id')
    .execute();
  const times = new Map<string, PaymentTimes>();
  for (const payment of payments) {
    times.set(payment.order_id, withPayment(times.get(payment.order_id) ?? NONE, payment, at));
  }
  for (const [orderId, at] of await findLastRefunds(db, orders))
    times.set(orderId, { ...(times.get(orderId) ?? NONE), refundedAt: at.toISOString() });
  return (orderId) => times.get(orderId) ?? NONE;
}

function withPayment(
  times: PaymentTimes,
  payment: TimesOfPayment,
  { now, today }: { now: Date; today: string },
): PaymentTimes {
  const { state, hold_expires_at, settled_at, due_on } = payment;
  if (state === 'refunded') return { ...times, refundedAt: settled_at?.toISOString() ?? null };
  if (hold_expires_at === null) return { ...times, invoiceOverdue: due_on !== null && due_on < today };
  return hold_expires_at > now ? { ...times, heldUntil: hold_expires_at.toISOString() } : times;
}

/** Finds the payment that an order is invoiced with: the one that paid for it, or the one that its open
 * invoice waits for. */
export async function findInvoicedPaymentId(db: Database, orderId: string): Promise<string | undefined> {
  const line = await db
    .selectFrom('payment_orders')
    .innerJoin('payments', 'payments.id', 'payment_orders.payment_id')
    .select('payment_id')
    .where('order_id', '=', orderId)
    .where((is) =>
      is.or([
        is('payments.state', '=', 'succeeded'),
        is.and([is('payments.state', '=', 'live'), is('due_on', 'is not', null)]),
      ]),
    )
    .executeTakeFirst();
  return line?.payment_id;
}

/** Queues the release of a payment's hold, now or at `runAt`; a later call reschedules a release that has not
 * started. */
export async function enqueueRelease(
  { jobs }: AppContext,
  db: Database,
  paymentId: string,
  runAt?: Date,
): Promise<void> {
  await jobs.enqueue(db, 'release-hold', { paymentId }, { key: `release-hold:${paymentId}`, runAt });
}

/** Queues the release of every hold on units of tools that were removed from the shop. */
export async function releaseHoldsOfTools(context: AppContext, toolIds: string[]): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    for (const paymentId of await findLivePaymentIdsOfTools(tx, toolIds))
      await enqueueRelease(context, tx, paymentId);
  });
}

/** Returns an order's share of a payment's amount: all of it if it is the only order. */
export function shareOfLine({ amount_cents, lines }: Payment, { net_cents, tax_cents }: PaymentLine): Cents {
  return lines.length === 1 ? amount_cents : net_cents + tax_cents;
}
