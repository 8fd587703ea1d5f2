import { AppError } from '#contracts/app-error.ts';
import { addDays } from '#contracts/time-zone.ts';
import type { AppContext } from '#features/app-context.ts';
import { latestDelivery } from '#features/orders/last-delivery.ts';
import { findPurchases } from '#features/orders/purchase-store.ts';
import { findOrders, type OrderRow, sentUnits } from '#features/orders/store.ts';
import { serializePicture } from '#features/pictures/store.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { anyOf, type Database } from '#platform/database/database.ts';
import type { NotReturnable, Returnable } from './contract.ts';
import { countRejectedUnits } from './store.ts';
import { returnErrorTexts } from './texts.ts';

/** Number of an order's units that left and are neither refunded nor on their way back. */
export const returnableUnits = (order: OrderRow): number =>
  sentUnits(order) - (order.refunded_quantity - order.withdrawn_quantity) - order.returning_quantity;

/** What the shop's rules make of an order for its buyer. `until`: the last day, null while it is open;
 * `isAssumed`: whether that goes by an assumed delivery. */
export type BuyersTerms = {
  quantity: number;
  until: string | null;
  isAssumed: boolean;
  why: NotReturnable | null;
};

/** What orders' buyers can return of them now; returns a lookup by order id. */
export async function findBuyersTerms(
  context: AppContext,
  db: Database,
  orders: readonly OrderRow[],
): Promise<(order: OrderRow) => BuyersTerms> {
  const ids = orders.filter((order) => sentUnits(order) > 0).map(({ id }) => id);
  const { returns, region } = await context.details.read(db);
  const [rejected, excluded, parcelsOf, today] = await Promise.all([
    countRejectedUnits(db, ids),
    findExcluded(db, ids),
    findParcelDays(db, ids),
    todayOf(context, db),
  ]);
  return (order) => {
    const quantity = returnableUnits(order) - rejected(order.id);
    const parcels = parcelsOf.get(order.id) ?? [{ sent_at: order.shipped_at, delivered_on: null }];
    const delivered = latestDelivery(parcels, {
      zone: region.zone,
      assumedDays: returns.assumedDeliveryDays,
    });
    const isOver = delivered !== undefined && order.state === 'shipped';
    const until = isOver ? addDays(delivered.day, returns.days) : null;
    const isAssumed = isOver && delivered.isAssumed;
    const refuse = (why: NotReturnable) => ({ quantity: 0, until, isAssumed, why });
    if (returns.days === 0) return refuse('off');
    if (excluded.has(order.id)) return refuse('excluded');
    if (sentUnits(order) === 0) return refuse('not_shipped');
    if (quantity <= 0) return refuse('all_returned');
    if (until !== null && today > until) return refuse('too_late');
    return { quantity, until, isAssumed, why: null };
  };
}

/** Checks that a buyer may return so many units. @throws AppError conflict with the field of line `nth` */
export function assertBuyerMayReturn(
  order: OrderRow,
  { quantity, why }: BuyersTerms,
  asked: number,
  nth: number,
): void {
  const refuse = (message: string) => new AppError('conflict', message, { field: `lines.${nth}.orderId` });
  if (why === 'off') throw refuse(returnErrorTexts.off);
  if (why === 'excluded') throw refuse(returnErrorTexts.excluded(order.tool_name));
  if (why === 'too_late') throw refuse(returnErrorTexts.tooLate(order.number));
  assertUnits(order, quantity, asked, nth);
}

/** Checks that so many units are left to return. @throws AppError conflict with the field of line `nth` */
export function assertUnits(
  { number }: Pick<OrderRow, 'number'>,
  left: number,
  asked: number,
  nth: number,
): void {
  if (asked <= left) return;
  throw new AppError('conflict', returnErrorTexts.tooMany(number, left), {
    field: `lines.${nth}.quantity`,
    current: left,
  });
}

/** Returns what can be returned of the purchase that a paid order belongs to, for its buyer or, regardless of
 * the shop's rules, for staff. */
export async function readReturnable(
  context: AppContext,
  orderId: string,
  isForStaff: boolean,
): Promise<Returnable> {
  const { db } = context;
  const purchase = (await findPurchases(db, [orderId]))(orderId);
  const orders = await findOrders(db, purchase?.orders.map(({ id }) => id) ?? [orderId]);
  const termsOf = await findBuyersTerms(context, db, orders);
  return {
    purchaseNumber: orders[0]?.number ?? '',
    lines: orders.map((order) => {
      const buyers = termsOf(order);
      const left = Math.max(returnableUnits(order), 0);
      const all: BuyersTerms = {
        ...buyers,
        quantity: left,
        why: left > 0 ? null : sentUnits(order) === 0 ? 'not_shipped' : 'all_returned',
      };
      return {
        orderId: order.id,
        orderNumber: order.number,
        toolId: order.tool_id,
        toolName: order.tool_name,
        partNumber: order.part_number,
        img: order.img,
        picture: order.picture && serializePicture(order.picture),
        ...(isForStaff ? all : buyers),
      };
    }),
  };
}

/** The orders of tools that a category excludes from returns: its own, or the one above it. */
async function findExcluded(db: Database, orderIds: string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('orders')
    .innerJoin('tools', 'tools.id', 'orders.tool_id')
    .innerJoin('categories', 'categories.name', 'tools.category')
    .leftJoin('categories as above', 'above.id', 'categories.parent_id')
    .select('orders.id')
    .where('orders.id', '=', anyOf(orderIds, 'uuid'))
    .where((is) => is.or([is('categories.is_returnable', '=', false), is('above.is_returnable', '=', false)]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** When the packages of each order left, and on which day they were delivered, where that is known. */
async function findParcelDays(db: Database, orderIds: string[]) {
  const rows = await db
    .selectFrom('parcel_orders')
    .innerJoin('parcels', 'parcels.id', 'parcel_orders.parcel_id')
    .select(['order_id', 'sent_at', 'delivered_on'])
    .where('order_id', '=', anyOf(orderIds, 'uuid'))
    .execute();
  return Map.groupBy(rows, ({ order_id }) => order_id);
}
