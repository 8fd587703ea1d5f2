import { type Insertable, type Selectable, sql } from 'kysely';
import { toPrice } from '#contracts/money.ts';
import { type PictureRow, pictureColumns, serializePicture } from '#features/catalogue/pictures/store.ts';
import { presentUnitPrice } from '#features/catalogue/store.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Order } from './contract.ts';

/** An order as it is stored, but for the words that it is found by. */
export type OrderRow = Omit<Selectable<Tables['orders']>, 'words'>;

const rowColumns = [
  'orders.id',
  'orders.number',
  'orders.user_id',
  'orders.tool_id',
  'orders.tool_name',
  'orders.img',
  'orders.unit_price_cents',
  'orders.quantity',
  'orders.total_cents',
  'orders.user_name',
  'orders.email',
  'orders.phone',
  'orders.address',
  'orders.placed_at',
  'orders.paid_at',
  'orders.transaction_id',
  'orders.shipped_at',
  'orders.ship_email_at',
  'orders.deleted_at',
  'orders.state',
] as const;

/** An order with what the screens show beside it: its picture's sizes, whether its tool is still sold, and for how much. */
export type OrderView = OrderRow & {
  picture: PictureRow | null;
  tool_deleted: boolean;
  tool_price_cents: number;
};

/** Stores a new order, to which nothing has happened yet; its number comes with its row. */
export async function insertOrder(
  tx: DatabaseTransaction,
  order: Insertable<Tables['orders']>,
): Promise<OrderRow> {
  return tx.insertInto('orders').values(order).returning(rowColumns).executeTakeFirstOrThrow();
}

/** Units of an order's tool that are moved for it. */
export function unitsOfOrder({ id, number, tool_id }: OrderRow, units: number) {
  return { toolId: tool_id, units, cause: { kind: 'order' as const, id, name: number } };
}

/** The number of an order that there is, deleted or not. */
export async function findOrderNumber(db: Database, orderId: string): Promise<string> {
  const order = await db
    .selectFrom('orders')
    .select('number')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return order.number;
}

/** Finds an order for showing; a deleted one only when `withDeleted` says so. */
export async function findOrder(
  db: Database,
  orderId: string,
  options: { withDeleted?: boolean } = {},
): Promise<OrderView | undefined> {
  const [order] = await findOrders(db, [orderId]);
  return options.withDeleted || order?.deleted_at === null ? order : undefined;
}

/** Finds an order, deleted or not, and keeps others from changing it until the transaction ends. */
export async function lockOrder(tx: DatabaseTransaction, orderId: string): Promise<OrderRow | undefined> {
  return tx.selectFrom('orders').select(rowColumns).where('id', '=', orderId).forUpdate().executeTakeFirst();
}

/** Finds orders for showing, in the order of `orderIds`; one that is not there is left out. */
export async function findOrders(db: Database, orderIds: string[]): Promise<OrderView[]> {
  const rows = await selectViews(db).where('orders.id', '=', anyOf<string>(orderIds, 'uuid')).execute();
  const views = new Map(rows.map((row) => [row.id, toView(row)]));
  return orderIds.flatMap((id) => views.get(id) ?? []);
}

/** The ids of a user's unpaid orders that come to `totalCents`; two at most, enough to see whether it is one. */
export async function findUnpaidOrderIds(
  db: Database,
  userId: string,
  totalCents: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('total_cents', '=', totalCents)
    .where('state', '=', 'unpaid')
    .limit(2)
    .execute();
  return rows.map((row) => row.id);
}

/** Writes what happened to an order that the transaction has locked; the move was checked before. */
export async function updateOrder(
  tx: DatabaseTransaction,
  orderId: string,
  facts: OrderFacts,
): Promise<void> {
  await tx.updateTable('orders').set(facts).where('id', '=', orderId).execute();
}

type OrderFacts = Partial<
  Pick<
    OrderRow,
    | 'quantity'
    | 'unit_price_cents'
    | 'total_cents'
    | 'phone'
    | 'address'
    | 'paid_at'
    | 'transaction_id'
    | 'shipped_at'
    | 'ship_email_at'
    | 'deleted_at'
  >
>;

function selectViews(db: Database) {
  return db
    .selectFrom('orders')
    .innerJoin('tools', 'tools.id', 'orders.tool_id')
    .leftJoin('pictures', 'pictures.url', 'orders.img')
    .select(rowColumns)
    .select(sql<boolean>`tools.deleted_at is not null`.as('tool_deleted'))
    .select(presentUnitPrice(sql.ref('orders.quantity')).as('tool_price_cents'))
    .select(pictureColumns);
}

type ViewRow = Awaited<ReturnType<ReturnType<typeof selectViews>['execute']>>[number];

function toView({ width, height, colour, webp_srcset, avif_srcset, ...order }: ViewRow): OrderView {
  const hasPicture = width !== null && height !== null && colour !== null && webp_srcset !== null;
  return { ...order, picture: hasPicture ? { width, height, colour, webp_srcset, avif_srcset } : null };
}

/** An order as it goes over the wire, its prices in decimal `currency`. */
export function serializeOrder(order: OrderView, currency: string): Order {
  return {
    _id: order.id,
    number: order.number,
    toolId: order.tool_id,
    img: order.img,
    picture: order.picture && serializePicture(order.picture),
    userName: order.user_name,
    toolName: order.tool_name,
    email: order.email,
    phone: order.phone,
    address: order.address,
    minQuantity: order.quantity,
    unitPrice: toPrice(order.unit_price_cents, currency),
    newUnitPrice: isRepriced(order) ? toPrice(order.tool_price_cents, currency) : null,
    price: toPrice(order.total_cents, currency),
    paid: order.paid_at !== null,
    transactionId: order.transaction_id,
    pendingChange: order.shipped_at ? 'shipped' : null,
    state: order.state as Order['state'],
    placedAt: order.placed_at.toISOString(),
    paidAt: order.paid_at?.toISOString() ?? null,
    shippedAt: order.shipped_at?.toISOString() ?? null,
    unavailable: order.tool_deleted && !order.paid_at ? 'tool_removed' : null,
  };
}

/** Whether a payment waits for the buyer's yes to what the tool costs now (decision 27). */
const isRepriced = ({ paid_at, tool_deleted, tool_price_cents, unit_price_cents }: OrderView) =>
  !paid_at && !tool_deleted && tool_price_cents !== unit_price_cents;

/** Whether a user has paid for a tool, at least once. */
export async function hasPaidFor(db: Database, userId: string, toolId: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('tool_id', '=', toolId)
    .where('user_id', '=', userId)
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}
