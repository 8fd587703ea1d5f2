import { sql } from 'kysely';
import { type Cents, toPrice } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { enqueueWebhooks, type WebhookFact } from '#features/webhooks/enqueue-webhooks.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Order, PurchaseSummary } from './contract.ts';
import { countStates } from './order-states.ts';
import { UNDO_SHIP_MS } from './rules.ts';

type OrderOfPurchase = Pick<Order, 'state' | 'sentQuantity'> & { id: string };

/** Orders that are on one payment, in its order (decision 99). */
export type Purchase = {
  paymentId: string;
  number: string;
  totalCents: Cents;
  currency: string;
  orders: OrderOfPurchase[];
};

/** Finds the purchase of each order: the payment that paid for it, or the one that its open invoice awaits.
 * Returns a lookup by order id; an order without one stands alone. */
export async function findPurchases(
  db: Database,
  orderIds: readonly string[],
): Promise<(orderId: string) => Purchase | undefined> {
  if (orderIds.length === 0) return () => undefined;
  const { rows } = await sql<Purchase>`
    with found as (
      select distinct payment_id from payment_orders lines join payments on payments.id = payment_id
      where order_id = ${anyOf([...orderIds], 'uuid')}
        and (lines.state = 'succeeded' or (lines.state = 'live' and due_on is not null)))
    select payment_id as "paymentId", amount_cents as "totalCents", currency,
      (array_agg(orders.number order by position))[1] as number,
      json_agg(json_build_object('id', orders.id, 'state', orders.state, 'sentQuantity', sent_quantity)
        order by position) as orders
    from found join payments on payments.id = payment_id join payment_orders lines using (payment_id)
      join orders on orders.id = order_id
    group by payment_id, amount_cents, currency`.execute(db);
  const byOrder = new Map(
    rows.flatMap((purchase) => purchase.orders.map(({ id }) => [id, purchase] as const)),
  );
  return (orderId) => byOrder.get(orderId);
}

/** Finds the orders that make up the purchase of the order with this number, or just that order if it stands
 * alone; `undefined` if there is no such order. */
export async function findPurchaseOfNumber(
  db: Database,
  number: string,
): Promise<{ orderIds: string[]; purchase: Purchase | undefined } | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!order) return undefined;
  const purchase = (await findPurchases(db, [order.id]))(order.id);
  return { orderIds: purchase?.orders.map(({ id }) => id) ?? [order.id], purchase };
}

/** Serializes what a list shows of an order's purchase. */
export function serializePurchase(purchase: Purchase | undefined): PurchaseSummary | null {
  if (!purchase) return null;
  const { number, orders, totalCents, currency } = purchase;
  return { number, total: toPrice(totalCents, currency), orders: orders.length, ...countStates(orders) };
}

/** Queues an event about paid orders; those about orders of one purchase are sent in their order. */
export async function enqueueOrderWebhooks(
  context: Pick<AppContext, 'jobs' | 'clock'>,
  tx: DatabaseTransaction,
  type: 'purchase.paid' | 'order.shipped' | 'order.cancelled' | 'order.refunded',
  facts: WebhookFact[],
  sendAt?: Date,
): Promise<void> {
  const subject = sql`(select 'purchase:' || transaction_id from orders where orders.id = fact.id)`;
  await enqueueWebhooks(context, tx, type, facts, { subject, ...(sendAt && { sendAt }) });
}

/** Queues the event that orders are shipped, to be sent once that can no longer be undone. `shippedAt`
 * tells it from one that was undone. */
export async function enqueueShipped(
  context: Pick<AppContext, 'jobs' | 'clock'>,
  tx: DatabaseTransaction,
  orderIds: string[],
  shippedAt: Date,
): Promise<void> {
  const facts = orderIds.map((id) => ({ id, detail: shippedAt.toISOString() }));
  const sendAt = new Date(shippedAt.getTime() + UNDO_SHIP_MS);
  await enqueueOrderWebhooks(context, tx, 'order.shipped', facts, sendAt);
}
