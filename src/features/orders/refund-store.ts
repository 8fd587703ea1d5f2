import { type Insertable, type Selectable, sql } from 'kysely';
import { type Cents, toPrice } from '#contracts/money.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Page } from '#platform/jobs/do-alone.ts';

export type RefundRow = Selectable<Tables['refunds']>;

/** What movements have given of a refund: all of it once it is done. */
export const givenCents = sql<Cents>`case when refunds.state = 'done' then refunds.amount_cents else (
  select coalesce(sum(amount_cents), 0) from refund_shares where refund_id = refunds.id)::bigint end`;

/** A refund with what has been given of it. */
export type GivenRefund = RefundRow & { given_cents: Cents };

/** A refund with the intent and currency of its payment, and whether staff gave it by hand. */
export type RefundOfPayment = GivenRefund & {
  intent_id: string | null;
  currency: string;
  is_by_hand: boolean;
};

/** Stores a refund: a decision to give money back, of which nothing has been given. Updates the totals that
 * it counts towards: what is refunded of the payment, its delivery and its line, and what is retained as the
 * price of delivery. Their check constraints prevent refunding more than was paid and sold. */
export async function insertRefund(
  tx: DatabaseTransaction,
  refund: Insertable<Tables['refunds']>,
): Promise<GivenRefund> {
  const { payment_id, order_id, amount_cents, delivery_cents = 0, kept_delivery_cents = 0 } = refund;
  const goods = amount_cents - delivery_cents + kept_delivery_cents;
  await tx
    .updateTable('payments')
    .set({
      refunded_cents: sql<number>`refunded_cents + ${amount_cents}`,
      refunded_delivery_cents: sql<number>`refunded_delivery_cents + ${delivery_cents}`,
      ...(kept_delivery_cents > 0 && {
        kept_delivery_cents: sql<number>`kept_delivery_cents + ${kept_delivery_cents}`,
      }),
    })
    .where('id', '=', payment_id)
    .execute();
  await tx
    .updateTable('payment_orders')
    .set({ refunded_cents: sql<number>`refunded_cents + ${goods}` })
    .where('payment_id', '=', payment_id)
    .where('order_id', '=', order_id)
    .execute();
  const row = await tx.insertInto('refunds').values(refund).returningAll().executeTakeFirstOrThrow();
  return { ...row, given_cents: 0 };
}

/** Sums what earlier refunds returned of the order's goods and of the payment's delivery, and what they
 * retained as the price of delivery. */
export async function findRefundedBefore(
  db: Database,
  { id, payment_id, order_id }: RefundRow,
): Promise<{ goodsCents: number; deliveryCents: number; keptCents: number }> {
  const rows = await db
    .selectFrom('refunds')
    .select(['order_id', 'amount_cents', 'delivery_cents', 'kept_delivery_cents'])
    .where('payment_id', '=', payment_id)
    .where('id', '!=', id)
    .execute();
  const sum = { goodsCents: 0, deliveryCents: 0, keptCents: 0 };
  for (const row of rows) {
    if (row.order_id === order_id)
      sum.goodsCents += row.amount_cents - row.delivery_cents + row.kept_delivery_cents;
    sum.deliveryCents += row.delivery_cents;
    sum.keptCents += row.kept_delivery_cents;
  }
  return sum;
}

/** Adds an order's refunded units, those of them that were not sent, and those returned to stock. */
export async function countUnits(
  tx: DatabaseTransaction,
  orderId: string,
  { refunded, withdrawn, returned }: { refunded: number; withdrawn: number; returned: number },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      refunded_quantity: sql<number>`refunded_quantity + ${refunded}`,
      withdrawn_quantity: sql<number>`withdrawn_quantity + ${withdrawn}`,
      returned_quantity: sql<number>`returned_quantity + ${returned}`,
    })
    .where('id', '=', orderId)
    .execute();
}

const selectRefunds = (db: Database) =>
  db.selectFrom('refunds').selectAll('refunds').select(givenCents.as('given_cents'));

/** Finds a refund by its id. */
export async function findRefund(db: Database, refundId: string): Promise<RefundOfPayment | undefined> {
  return selectRefunds(db)
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['payments.intent_id', 'payments.currency'])
    .select(
      sql<boolean>`exists (select from refund_shares join money_movements on money_movements.id = movement_id
        where refund_shares.refund_id = refunds.id and kind = 'by_hand')`.as('is_by_hand'),
    )
    .where('refunds.id', '=', refundId)
    .executeTakeFirst();
}

/** Reads a refund whose order the transaction has locked: it can't change until the transaction ends. */
export async function readLockedRefund(tx: DatabaseTransaction, refundId: string): Promise<GivenRefund> {
  return selectRefunds(tx).where('id', '=', refundId).forUpdate().executeTakeFirstOrThrow();
}

/** Updates a refund that the transaction has locked. */
export async function updateRefund(
  tx: DatabaseTransaction,
  refundId: string,
  facts: Partial<
    Pick<RefundRow, 'state' | 'settled_at' | 'provider_refund_id' | 'failure' | 'attempt' | 'asked_cents'>
  >,
): Promise<RefundRow> {
  return tx
    .updateTable('refunds')
    .set(facts)
    .where('id', '=', refundId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Lists the refunds of orders, oldest first. */
export async function listRefundsOfOrders(db: Database, orderIds: string[]): Promise<GivenRefund[]> {
  return selectRefunds(db).where('order_id', '=', anyOf<string>(orderIds, 'uuid')).orderBy('id').execute();
}

/** Lists the refunds of a payment, oldest first. */
export async function listRefundsOfPayment(db: Database, paymentId: string): Promise<GivenRefund[]> {
  return selectRefunds(db).where('payment_id', '=', paymentId).orderBy('id').execute();
}

/** Lists up to `limit` ids of due refunds after `afterId`, in ascending order. */
export async function listDueRefundIds(db: Database, { afterId, limit }: Page): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('state', '=', 'due')
    .$if(afterId !== undefined, (query) => query.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists up to `limit` ids of payments with a failed refund after `afterId`, in ascending order. */
export async function listPaymentIdsOfFailed(db: Database, { afterId, limit }: Page): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('payment_id')
    .distinct()
    .where('state', '=', 'failed')
    .$if(afterId !== undefined, (query) => query.where('payment_id', '>', afterId ?? ''))
    .orderBy('payment_id')
    .limit(limit)
    .execute();
  return rows.map(({ payment_id }) => payment_id);
}

/** Finds the time of the last refund for each order. */
export async function findLastRefunds(
  db: Database,
  orders: readonly { id: string }[],
): Promise<Map<string, Date>> {
  if (orders.length === 0) return new Map();
  const rows = await db
    .selectFrom('refunds')
    .select(({ fn }) => ['order_id', fn.max<Date>('settled_at').as('at')])
    .where(
      'order_id',
      '=',
      anyOf<string>(
        orders.map(({ id }) => id),
        'uuid',
      ),
    )
    .where('state', '=', 'done')
    .where('amount_cents', '>', 0)
    .groupBy('order_id')
    .execute();
  return new Map(rows.map(({ order_id, at }) => [order_id, at]));
}

/** Counts goods that the shop took back without retaining free delivery as still bought, so that later
 * refunds don't retain it for them. */
export async function spareGoods(
  tx: DatabaseTransaction,
  { id, waived_from_cents }: { id: string; waived_from_cents: number | null },
  cents: number,
): Promise<void> {
  if (waived_from_cents === null || cents === 0) return;
  await tx
    .updateTable('payments')
    .set({ spared_goods_cents: sql<number>`spared_goods_cents + ${cents}` })
    .where('id', '=', id)
    .execute();
}

/** Serializes a refund for the wire, its amount in decimal `currency`. */
export function serializeRefund(refund: GivenRefund, currency: string) {
  return {
    _id: refund.id,
    orderId: refund.order_id,
    amount: toPrice(refund.amount_cents, currency),
    given: toPrice(refund.given_cents, currency),
    delivery: toPrice(refund.delivery_cents, currency),
    keptDelivery: toPrice(refund.kept_delivery_cents, currency),
    quantity: refund.quantity,
    restocked: refund.restocked,
    reason: refund.reason,
    state: refund.state,
    createdAt: refund.created_at.toISOString(),
    settledAt: refund.settled_at?.toISOString() ?? null,
  };
}
