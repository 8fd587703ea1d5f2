import { toCents } from '#contracts/money.ts';
import type { Database } from '#platform/database/database.ts';
import type { CrowdLog, ToldOrder, ToldPayment } from './crowd-log.ts';
import { CROWD_UNITS, type CrowdPeople, chargedCents } from './crowd-shop.ts';

/** How the shop's state differs from what was reported to buyers. */
export type Differences = { lost: string[]; doubled: string[]; otherwise: string[] };

/** Compares what was reported to buyers and staff with the shop's state. All their requests must be answered,
 * and all work finished. */
export async function compareWithLog(
  db: Database,
  { buyers, staff, toolId }: CrowdPeople,
  log: CrowdLog,
): Promise<Differences> {
  const found: Differences = { lost: [], doubled: [], otherwise: [] };
  const compare = <Row extends { id: string }, Told extends { id: string }>(
    kind: string,
    told: Told[],
    rows: Row[],
    isAsTold: (row: Row, told: Told) => boolean = () => true,
  ) => {
    const unseen = new Map(rows.map((row) => [row.id, row]));
    for (const each of told) {
      const row = unseen.get(each.id);
      if (!row) found.lost.push(`${kind} ${JSON.stringify(each)}`);
      else if (!isAsTold(row, each))
        found.otherwise.push(`${kind} ${JSON.stringify(each)} is ${JSON.stringify(row)}`);
      unseen.delete(each.id);
    }
    for (const id of unseen.keys()) found.doubled.push(`${kind} ${id} was made beside those told of`);
  };

  const userIds = buyers.map(({ userId }) => userId);
  const orders = await readOrders(db, userIds);
  const payments = await readPayments(db, userIds);
  const refunded = new Set(
    payments.filter(({ state }) => state === 'refunded').flatMap(({ orderIds }) => orderIds),
  );
  compare('order', log.orders, orders, (order, told) => isOrderAsTold(order, told, { log, refunded }));
  compare('payment', log.payments, payments, (payment, told) => isPaymentAsTold(payment, told, staff.userId));
  compare(
    'parcel',
    log.parcels,
    await readParcels(db, userIds),
    (parcel, told) => parcel.order_id === told.orderId && parcel.quantity === told.quantity,
  );
  const cancelled = new Set(orders.flatMap(({ id, cancelled_at }) => (cancelled_at ? [id] : [])));
  const refunds = await readRefunds(db, userIds);
  compare(
    'refund',
    log.refunds,
    // The full refund of a cancelled order is not reported separately.
    refunds.filter(({ order_id }) => !cancelled.has(order_id)),
    (refund, told) =>
      refund.order_id === told.orderId &&
      refund.amount_cents === centsOf(told.amount) &&
      refund.quantity === told.quantity &&
      refund.restocked === told.restocked,
  );
  compare(
    'quote',
    log.quotes,
    await readQuotes(db, userIds),
    (quote, told) => quote.order_id === told.orderId && quote.state === told.told,
  );
  compare('review', log.reviews, await readReviews(db, userIds));
  found.otherwise.push(...(await compareUnits(db, toolId, orders)));
  return found;
}

const centsOf = (price: number) => toCents(price, 'usd');

const readOrders = (db: Database, userIds: string[]) =>
  db.selectFrom('orders').selectAll().where('user_id', 'in', userIds).execute();

type OrderRow = Awaited<ReturnType<typeof readOrders>>[number];

/** Card charges and cash payments by transaction id, with their orders. */
async function readPayments(db: Database, userIds: string[]) {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('payment_orders', 'payment_orders.payment_id', 'payments.id')
    .selectAll('payments')
    .select('order_id')
    .where('user_id', 'in', userIds)
    .where('payments.state', 'in', ['succeeded', 'refund_due', 'refunded'])
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([first, ...others]) =>
    first
      ? {
          ...first,
          id: first.intent_id ?? `${first.method}_${first.id}`,
          orderIds: [first, ...others].map(({ order_id }) => order_id),
        }
      : [],
  );
}

const readParcels = (db: Database, userIds: string[]) =>
  db
    .selectFrom('parcels')
    .leftJoin('parcel_orders', 'parcel_orders.parcel_id', 'parcels.id')
    .select(['id', 'order_id', 'quantity'])
    .where('user_id', 'in', userIds)
    .execute();

const readRefunds = (db: Database, userIds: string[]) =>
  db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .selectAll('refunds')
    .where('user_id', 'in', userIds)
    .execute();

const readQuotes = (db: Database, userIds: string[]) =>
  db
    .selectFrom('quotes')
    .leftJoin('quote_orders', 'quote_orders.quote_id', 'quotes.id')
    .select(['quotes.id', 'quotes.state', 'order_id'])
    .where('user_id', 'in', userIds)
    .execute();

const readReviews = (db: Database, userIds: string[]) =>
  db.selectFrom('reviews').select('id').where('user_id', 'in', userIds).execute();

/** Whether an order has the reported state and price, and the reported numbers of units shipped and
 * refunded. */
function isOrderAsTold(
  order: OrderRow,
  { id, told, quantity, price }: ToldOrder,
  { log, refunded }: { log: CrowdLog; refunded: Set<string> },
): boolean {
  const { paid_at, deleted_at, cancelled_at } = order;
  const stands = {
    placed: paid_at === null && deleted_at === null,
    charged: paid_at !== null || refunded.has(id),
    paid: paid_at !== null && cancelled_at === null,
    cancelled: cancelled_at !== null,
    deleted: deleted_at !== null,
  }[told];
  const costs = order.quantity === quantity && order.total_cents === centsOf(price);
  if (told === 'cancelled') return stands && costs && order.sent_quantity === 0;
  const givenBack = log.refunds.filter(({ orderId }) => orderId === id);
  return (
    stands &&
    costs &&
    order.sent_quantity === sumOf(log.parcels.filter(({ orderId }) => orderId === id)) &&
    order.refunded_quantity === sumOf(givenBack) &&
    order.returned_quantity === givenBack.reduce((sum, { restocked }) => sum + restocked, 0)
  );
}

const sumOf = (parts: { quantity: number | null }[]) =>
  parts.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);

/** Whether a payment covers the reported orders, and equals the total of their goods, delivery and tax. */
function isPaymentAsTold(
  payment: Awaited<ReturnType<typeof readPayments>>[number],
  { method, orders, amount }: ToldPayment,
  staffId: string,
): boolean {
  const due = chargedCents(orders.map(({ price }) => centsOf(price) ?? 0));
  return (
    payment.amount_cents === due &&
    centsOf(amount) === due &&
    payment.method === method &&
    payment.marked_by === (method === 'card' ? null : staffId) &&
    payment.orderIds.toSorted().join() ===
      orders
        .map(({ id }) => id)
        .toSorted()
        .join()
  );
}

/** Once all work has finished nothing is held, and the units gone from stock are those sold and not
 * returned. */
async function compareUnits(db: Database, toolId: string, orders: OrderRow[]): Promise<string[]> {
  const tool = db.selectFrom('tools').select(['on_hand', 'held']).where('id', '=', toolId);
  const { on_hand: onHand, held } = await tool.executeTakeFirstOrThrow();
  const sold = orders
    .filter(({ paid_at }) => paid_at !== null)
    .reduce((sum, { quantity, returned_quantity }) => sum + quantity - returned_quantity, 0);
  if (onHand === CROWD_UNITS - sold && held === 0) return [];
  return [`${onHand} units on hand and ${held} held, of ${CROWD_UNITS} before ${sold} were sold`];
}
