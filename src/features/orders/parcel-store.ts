import { type Insertable, type Selectable, sql } from 'kysely';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import { trackingUrl } from './carrier-contract.ts';
import { MAX_ORDERS_IN_PARCEL, type Parcel } from './parcel-contract.ts';

export type ParcelRow = Selectable<Tables['parcels']>;

/** A number of units of one order in a parcel. */
export type ParcelPart = { orderId: string; quantity: number };

/** `has_rest`: whether units of the order remain to be shipped in another parcel. */
type PartView = {
  order_id: string;
  number: string;
  tool_name: string;
  part_number: string | null;
  quantity: number;
  ordered: number;
  has_rest: boolean;
};

/** A parcel for display: with its carrier's link, and its contents with the orders' numbers. */
export type ParcelView = ParcelRow & {
  carrier: string | null;
  link: string | null;
  contents: PartView[];
};

/** Stores a parcel and its contents. Database triggers add the units to their orders, which the transaction
 * has locked. */
export async function insertParcel(
  tx: DatabaseTransaction,
  parcel: Insertable<Tables['parcels']> & { id: string },
  parts: readonly ParcelPart[],
): Promise<void> {
  await tx.insertInto('parcels').values(parcel).execute();
  const rows = parts.map(({ orderId, quantity }) => ({ parcel_id: parcel.id, order_id: orderId, quantity }));
  await tx.insertInto('parcel_orders').values(rows).execute();
}

/** Locks the payment that paid for an order, and returns its id and its parcel that the order may join: sent
 * to the same address since `since`, without a tracking number or day of delivery yet, before its email, and without a part of
 * the order (a part that was packed before may have been undone since). The transaction has locked the order;
 * the lock on the payment lets its orders join one after another. */
export async function lockParcelToJoin(
  tx: DatabaseTransaction,
  { id, address }: { id: string; address: string },
  since: Date,
): Promise<{ paymentId: string | null; parcelId: string | undefined }> {
  const payment = await tx
    .selectFrom('payments')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('payment_orders')
        .select('payment_id')
        .where('order_id', '=', id)
        .where('state', '=', 'succeeded'),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!payment) return { paymentId: null, parcelId: undefined };
  const parcel = await tx
    .selectFrom('parcels')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('told_at', 'is', null)
    .where('tracking_number', 'is', null)
    .where('delivered_on', 'is', null)
    .where('sent_at', '>', since)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('parcel_orders')
          .innerJoin('orders', 'orders.id', 'parcel_orders.order_id')
          .select('order_id')
          .whereRef('parcel_id', '=', 'parcels.id')
          .where('address', '=', address),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('parcel_orders')
            .select('order_id')
            .whereRef('parcel_id', '=', 'parcels.id')
            .where('order_id', '=', id),
        ),
      ),
    )
    .forUpdate()
    .executeTakeFirst();
  return { paymentId: payment.id, parcelId: parcel?.id };
}

/** Adds an order to a parcel that the transaction has locked. */
export async function joinParcel(
  tx: DatabaseTransaction,
  parcelId: string,
  { orderId, quantity }: ParcelPart,
  sentAt: Date,
): Promise<void> {
  await tx.insertInto('parcel_orders').values({ parcel_id: parcelId, order_id: orderId, quantity }).execute();
  await tx.updateTable('parcels').set({ sent_at: sentAt }).where('id', '=', parcelId).execute();
}

/** Takes orders, which the transaction has locked, out of a parcel, and deletes it once it is empty; database
 * triggers subtract its units from them. */
export async function takeOutOfParcel(
  tx: DatabaseTransaction,
  parcelId: string,
  orderIds: string[],
): Promise<void> {
  await tx
    .deleteFrom('parcel_orders')
    .where('parcel_id', '=', parcelId)
    .where('order_id', '=', anyOf<string>(orderIds, 'uuid'))
    .execute();
  await tx
    .deleteFrom('parcels')
    .where('id', '=', parcelId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('parcel_orders').select('order_id').where('parcel_id', '=', parcelId))),
    )
    .execute();
}

/** Finds a parcel and locks it until the transaction ends. Lock its orders first if they change. */
export async function lockParcel(tx: DatabaseTransaction, parcelId: string): Promise<ParcelRow | undefined> {
  return tx.selectFrom('parcels').selectAll().where('id', '=', parcelId).forUpdate().executeTakeFirst();
}

/** Updates a parcel that the transaction has locked. */
export async function updateParcel(
  tx: DatabaseTransaction,
  parcelId: string,
  change: Partial<Pick<ParcelRow, 'carrier_id' | 'delivered_on' | 'tracking_number' | 'told_at'>>,
): Promise<void> {
  await tx.updateTable('parcels').set(change).where('id', '=', parcelId).execute();
}

/** Finds the parcels with a tracking number, whatever its case and spaces, with their buyers. */
export async function findParcelsByTracking(
  db: Database,
  trackingNumber: string,
): Promise<Pick<ParcelRow, 'id' | 'user_id'>[]> {
  return db
    .selectFrom('parcels')
    .select(['id', 'user_id'])
    .where(
      sql`upper(replace(tracking_number, ' ', ''))`,
      '=',
      sql`upper(replace(${trackingNumber}, ' ', ''))`,
    )
    .orderBy('id')
    .limit(MAX_ORDERS_IN_PARCEL)
    .execute();
}

/** Finds the parcels of the order with a number; empty if it has none. */
export async function findParcelsByOrderNumber(db: Database, number: string): Promise<{ id: string }[]> {
  return db
    .selectFrom('parcel_orders')
    .innerJoin('orders', 'orders.id', 'parcel_orders.order_id')
    .select('parcel_id as id')
    .where('orders.number', '=', number.toUpperCase())
    .execute();
}

/** Finds a parcel's contents; empty if there is no such parcel. */
export async function findParts(db: Database, parcelId: string): Promise<ParcelPart[]> {
  return db
    .selectFrom('parcel_orders')
    .select(['order_id as orderId', 'quantity'])
    .where('parcel_id', '=', parcelId)
    .execute();
}

/** Finds the parcel that the order's last units were sent in. */
export async function findLastParcel(
  db: Database,
  orderId: string,
): Promise<Pick<ParcelRow, 'id' | 'sent_at' | 'payment_id'> | undefined> {
  return db
    .selectFrom('parcel_orders')
    .innerJoin('parcels', 'parcels.id', 'parcel_orders.parcel_id')
    .select(['parcels.id', 'sent_at', 'payment_id'])
    .where('order_id', '=', orderId)
    .orderBy('sent_at', 'desc')
    .orderBy('parcels.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Finds a parcel for display. */
export async function findParcel(db: Database, parcelId: string): Promise<ParcelView | undefined> {
  const [parcel] = await findParcels(db, [parcelId]);
  return parcel;
}

/** Finds the parcels of each order, oldest first; returns a lookup by order id. */
export async function findParcelsOfOrders(
  db: Database,
  orderIds: readonly string[],
): Promise<(orderId: string) => ParcelView[]> {
  const held = await db
    .selectFrom('parcel_orders')
    .select(['parcel_id', 'order_id'])
    .where('order_id', '=', anyOf([...orderIds], 'uuid'))
    .execute();
  const parcels = await findParcels(db, [...new Set(held.map(({ parcel_id }) => parcel_id))]);
  return (orderId) => parcels.filter(({ contents }) => contents.some(({ order_id }) => order_id === orderId));
}

async function findParcels(db: Database, parcelIds: string[]): Promise<ParcelView[]> {
  if (parcelIds.length === 0) return [];
  const [parcels, contents] = await Promise.all([
    db
      .selectFrom('parcels')
      .leftJoin('carriers', 'carriers.id', 'parcels.carrier_id')
      .selectAll('parcels')
      .select(['carriers.name as carrier', 'carriers.link'])
      .where('parcels.id', '=', anyOf(parcelIds, 'uuid'))
      .orderBy('sent_at')
      .orderBy('parcels.id')
      .execute(),
    db
      .selectFrom('parcel_orders')
      .innerJoin('orders', 'orders.id', 'parcel_orders.order_id')
      .select(['parcel_id', 'order_id', 'number', 'tool_name', 'part_number', 'parcel_orders.quantity'])
      .select([
        sql<number>`orders.quantity - withdrawn_quantity`.as('ordered'),
        sql<boolean>`orders.shipped_at is null`.as('has_rest'),
      ])
      .where('parcel_id', '=', anyOf(parcelIds, 'uuid'))
      .orderBy('order_id')
      .execute(),
  ]);
  return parcels.map((parcel) => ({
    ...parcel,
    contents: contents.filter(({ parcel_id }) => parcel_id === parcel.id),
  }));
}

/** Serializes a parcel for the wire. */
export function serializeParcel(parcel: ParcelView): Parcel {
  return {
    _id: parcel.id,
    sentAt: parcel.sent_at.toISOString(),
    deliveredOn: parcel.delivered_on,
    carrier: parcel.carrier,
    trackingNumber: parcel.tracking_number,
    trackingUrl: trackingUrl(parcel.link, parcel.tracking_number),
    contents: parcel.contents.map(({ order_id, number, tool_name, part_number, quantity, ordered }) => ({
      orderId: order_id,
      number,
      toolName: tool_name,
      partNumber: part_number,
      quantity,
      ordered,
    })),
  };
}
