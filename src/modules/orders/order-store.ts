import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { ListPage } from '#contracts/list-page.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { cutPage, type RowsPage } from '#platform/database/keyset.ts';
import type { Tables } from '#platform/database/tables.ts';

/** An order as it is stored. */
export type OrderRow = Selectable<Tables['orders']>;

/** An order with what the screens show beside it: its picture's sizes, and whether its tool is still sold. */
export type OrderView = OrderRow & {
  picture: Pick<
    Selectable<Tables['pictures']>,
    'width' | 'height' | 'colour' | 'webp_srcset' | 'avif_srcset'
  > | null;
  tool_deleted: boolean;
};

/** An order that is being placed: nothing has happened to it yet. */
export type NewOrderRow = Omit<OrderRow, 'paid_at' | 'transaction_id' | 'shipped_at' | 'deleted_at'>;

/** The insertion of a new, unpaid order, as a part of a statement. */
export function insertOrder(db: Database, order: NewOrderRow) {
  return db.insertInto('orders').values(order);
}

/** Finds an order for showing; a deleted one only when `withDeleted` says so. */
export async function findOrder(
  db: Database,
  orderId: string,
  options: { withDeleted?: boolean } = {},
): Promise<OrderView | undefined> {
  const row = await selectViews(db)
    .where('orders.id', '=', orderId)
    .$if(!options.withDeleted, (query) => query.where('orders.deleted_at', 'is', null))
    .executeTakeFirst();
  return row && toView(row);
}

/** Finds an order, deleted or not, and keeps others from changing it until the transaction ends. */
export async function lockOrder(tx: DatabaseTransaction, orderId: string): Promise<OrderRow | undefined> {
  return tx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirst();
}

/** One page of the live orders, newest first: all of them, or those of the user who has `email`. */
export async function listOrders(
  db: Database,
  { limit, cursor }: ListPage,
  email?: string,
): Promise<RowsPage<OrderView>> {
  const isListed = ({ eb, and, selectFrom }: ExpressionBuilder<Tables, 'orders'>) => {
    const isLive = eb('orders.deleted_at', 'is', null);
    if (email === undefined) return isLive;
    const owner = selectFrom('users').select('id').where('email', '=', email);
    return and([isLive, eb('orders.user_id', '=', owner)]);
  };
  const [rows, { total }] = await Promise.all([
    selectViews(db)
      .where(isListed)
      .$if(cursor !== undefined, (query) => query.where('orders.id', '<', cursor ?? ''))
      .orderBy('orders.id', 'desc')
      .limit(limit + 1)
      .execute(),
    db
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(isListed)
      .executeTakeFirstOrThrow(),
  ]);
  return cutPage(rows.map(toView), limit, total);
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
    .where('paid_at', 'is', null)
    .where('deleted_at', 'is', null)
    .limit(2)
    .execute();
  return rows.map((row) => row.id);
}

/** Writes what happened to an order that the transaction has locked; the move was checked before. */
export async function updateOrder(
  tx: DatabaseTransaction,
  orderId: string,
  facts: Partial<Pick<OrderRow, 'paid_at' | 'transaction_id' | 'shipped_at' | 'deleted_at'>>,
): Promise<void> {
  await tx.updateTable('orders').set(facts).where('id', '=', orderId).execute();
}

function selectViews(db: Database) {
  return db
    .selectFrom('orders')
    .innerJoin('tools', 'tools.id', 'orders.tool_id')
    .leftJoin('pictures', 'pictures.url', 'orders.img')
    .selectAll('orders')
    .select([
      sql<boolean>`tools.deleted_at is not null`.as('tool_deleted'),
      'pictures.width',
      'pictures.height',
      'pictures.colour',
      'pictures.webp_srcset',
      'pictures.avif_srcset',
    ]);
}

type ViewRow = Awaited<ReturnType<ReturnType<typeof selectViews>['execute']>>[number];

function toView({ width, height, colour, webp_srcset, avif_srcset, ...order }: ViewRow): OrderView {
  const hasPicture = width !== null && height !== null && colour !== null && webp_srcset !== null;
  return { ...order, picture: hasPicture ? { width, height, colour, webp_srcset, avif_srcset } : null };
}
