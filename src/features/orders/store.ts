import { type InsertObject, type Selectable, sql, type Updateable } from 'kysely';
import { AppError } from '#contracts/app-error.ts';
import { type Cents, toPrice } from '#contracts/money.ts';
import {
  type Destination,
  destinationColumns,
  isDestinationKnown,
  serializeDestination,
} from '#features/addresses/destination.ts';
import { type Buyer, type PricedTool, priceFor, pricesOf, priceTable } from '#features/catalogue/prices.ts';
import {
  joinedPicture,
  type PictureRow,
  pictureColumns,
  serializePicture,
} from '#features/pictures/store.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Page } from '#platform/jobs/do-alone.ts';
import type { Order, OrderTerms } from './contract.ts';
import { type CancelFacts, selectCancelFacts, serializeCancelling } from './kept-delivery.ts';
import { checkOrderMove, needsShipping, saleStates } from './order-states.ts';
import { type OpenQuoteState, openQuoteStates, type QuoteState } from './quote-rules.ts';
import { givenCents } from './refund-store.ts';
import { orderAwaitsPayment } from './state-conditions.ts';
import { orderErrorTexts } from './texts/errors.ts';

/** An order as stored, without its search words. */
export type OrderRow = Omit<Selectable<Tables['orders']>, 'words' | 'erased_email_hash'>;

const rowColumns = [
  'orders.id',
  'orders.number',
  'orders.user_id',
  'orders.tool_id',
  'orders.tool_name',
  'orders.part_number',
  'orders.img',
  'orders.unit_price_cents',
  'orders.quantity',
  'orders.total_cents',
  'orders.user_name',
  'orders.email',
  'orders.phone',
  'orders.address',
  ...destinationColumns.map((column) => `orders.${column}` as const),
  'orders.purchase_order_number',
  'orders.buyer_note',
  'orders.placed_at',
  'orders.paid_at',
  'orders.transaction_id',
  'orders.shipped_at',
  'orders.sent_quantity',
  'orders.withdrawn_quantity',
  'orders.deleted_at',
  'orders.cancelled_at',
  'orders.refunded_quantity',
  'orders.returned_quantity',
  'orders.returning_quantity',
  'orders.deducted_cents',
  'orders.state',
  'orders.ship_by',
] as const;

/** A tool's order limits, and what its prices for one buyer are computed from. */
export type TermsRow = PricedTool &
  Pick<
    Selectable<Tables['tools']>,
    'part_number' | 'min_order_quantity' | 'available_quantity' | 'pack_step'
  >;

/** An order with what the screens show with it: its picture's sizes, whether its tool is still sold, and on
 * what terms. */
export type OrderView = OrderRow & {
  picture: PictureRow | null;
  tool_deleted: boolean;
  prop65_warning: string | null;
  tool: TermsRow;
  given_back_cents: number;
  due_back_cents: number;
  /** Includes its payment's delivery; null if no payment has succeeded. */
  refundable_cents: number | null;
  refundable_delivery_cents: number | null;
  cancel_facts: CancelFacts | null;
  /** The open quote that it is in. */
  quote_id: string | null;
  quote_number: string | null;
  quote_state: QuoteState | null;
  quote_expires_at: Date | null;
  /** Its open invoice, and the due date of that. */
  open_invoice_number: string | null;
  invoice_due_on: string | null;
  /** The payment's delivery method: null if there was no choice and delivery is free. */
  delivery_method: string | null;
  collected: boolean | null;
};

/** Stores a new order; its number is generated with the row. */
export async function insertOrder(
  tx: DatabaseTransaction,
  order: InsertObject<Tables, 'orders'>,
): Promise<OrderRow> {
  return tx.insertInto('orders').values(order).returning(rowColumns).executeTakeFirstOrThrow();
}

/** Describes units of an order's tool to be moved for the order. */
export function unitsOfOrder({ id, number, tool_id }: OrderRow, units: number) {
  return { toolId: tool_id, units, cause: { kind: 'order' as const, id, name: number } };
}

/** Describes all units of an order. */
export const allUnitsOfOrder = (order: OrderRow) => unitsOfOrder(order, order.quantity);

/** Returns the numbers of existing orders, including deleted ones, in the order of `orderIds`. */
export async function findOrderNumbers(db: Database, orderIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('id', '=', anyOf<string>(orderIds, 'uuid'))
    .execute();
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  return orderIds.flatMap((id) => numbers.get(id) ?? []);
}

/** Finds an order for display; a deleted one only with `withDeleted`. */
export async function findOrder(
  db: Database,
  orderId: string,
  options: { withDeleted?: boolean } = {},
): Promise<OrderView | undefined> {
  const [order] = await findOrders(db, [orderId]);
  return options.withDeleted || order?.deleted_at === null ? order : undefined;
}

/** Finds an order for its buyer, or for staff. @throws AppError not_found, of another's too. */
export async function findOrderFor(
  { userId, isStaff }: { userId: string; isStaff: boolean },
  db: Database,
  orderId: string,
): Promise<OrderView> {
  const order = await findOrder(db, orderId);
  if (order && (isStaff || order.user_id === userId)) return order;
  throw new AppError('not_found', orderErrorTexts.noSuchOrder);
}

/** Finds an order, including a deleted one, and locks it until the transaction ends. */
export async function lockOrder(tx: DatabaseTransaction, orderId: string): Promise<OrderRow | undefined> {
  return (await lockOrders(tx, [orderId]))[0];
}

/** Locks orders, including deleted ones, by id until the transaction ends; missing ones are left out. */
export async function lockOrders(tx: DatabaseTransaction, orderIds: string[]): Promise<OrderRow[]> {
  return tx
    .selectFrom('orders')
    .select(rowColumns)
    .where('id', '=', anyOf<string>(orderIds, 'uuid'))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Finds orders for display, in the order of `orderIds`; missing ones are left out. */
export async function findOrders(db: Database, orderIds: string[]): Promise<OrderView[]> {
  const rows = await selectViews(db).where('orders.id', '=', anyOf<string>(orderIds, 'uuid')).execute();
  const views = new Map(rows.map((row) => [row.id, toView(row)]));
  return orderIds.flatMap((id) => views.get(id) ?? []);
}

/** Finds a user's unpaid orders. */
export function findUnpaidOrders(
  db: Database,
  userId: string,
  { totalCents, limit }: { totalCents?: Cents; limit: number },
): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .select(rowColumns)
    .where('user_id', '=', userId)
    .where(orderAwaitsPayment)
    .$if(totalCents !== undefined, (orders) => orders.where('total_cents', '=', totalCents ?? 0))
    .limit(limit)
    .execute();
}

/** Finds the delivery details of a user's last order; `undefined` if there is none. */
export function findLastDelivery(
  db: Database,
  userId: string,
): Promise<Pick<OrderRow, 'phone' | 'address'> | undefined> {
  return db
    .selectFrom('orders')
    .select(['phone', 'address'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Counts a user's unpaid orders, up to `most`. */
export async function countUnpaidOrders(db: Database, userId: string, most: number): Promise<number> {
  const unpaid = db.selectFrom('orders').select('id').where('user_id', '=', userId).where(orderAwaitsPayment);
  const { count } = await db
    .selectFrom(unpaid.limit(most).as('unpaid'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** What the buyer wrote on the newest order of their cart, as a column of the next one. */
export const ofCart = (column: 'purchase_order_number' | 'buyer_note', userId: string) => sql<string>`
  coalesce((select ${sql.ref(column)} from orders where user_id = ${userId} and ${orderAwaitsPayment}
    order by id desc limit 1), '')`;

/** Writes on all orders of a user's cart, except those on an open invoice, and returns those that have
 * changed. */
export async function updateUnpaidOrders(
  tx: DatabaseTransaction,
  userId: string,
  words: Pick<OrderRow, 'purchase_order_number' | 'buyer_note'>,
): Promise<Pick<OrderRow, 'id' | 'tool_id'>[]> {
  const { rows } = await sql<Pick<OrderRow, 'id' | 'tool_id'>>`
    with found as (
      select id from orders where user_id = ${userId} and ${orderAwaitsPayment} and not exists (
        select from payment_orders join payments on payments.id = payment_id
        where live_order_id = orders.id and due_on is not null)
      order by id for update
    )
    update orders set purchase_order_number = ${words.purchase_order_number}, buyer_note = ${words.buyer_note}
    from found where orders.id = found.id
      and (purchase_order_number <> ${words.purchase_order_number} or buyer_note <> ${words.buyer_note})
    returning orders.id, tool_id`.execute(tx);
  return rows;
}

/** Returns which of the tools have ever been ordered or are in a cart. */
export async function findOrderedTools(db: Database, toolIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('tool_id')
    .distinct()
    .where('tool_id', '=', anyOf<string>(toolIds, 'uuid'))
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ tool_id }) => tool_id);
}

/** Updates an order that the transaction has locked, in the state that it is in. Another address makes the
 * database forget the order's destination, so that is written after it. */
export async function updateOrder(
  tx: DatabaseTransaction,
  orderId: string,
  { address, ...facts }: OrderFacts,
): Promise<void> {
  const order = tx.updateTable('orders').where('id', '=', orderId);
  if (address !== undefined) await order.set({ address }).execute();
  if (Object.keys(facts).length > 0) await order.set(facts).execute();
}

/** Lists orders whose destination has not been read from their address, by id. */
export function listOrdersWithoutDestination(db: Database, { afterId, limit }: Page): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .select(rowColumns)
    .where('destination_country', 'is', null)
    .where('destination_doubtful', '=', false)
    .$if(afterId !== undefined, (orders) => orders.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Writes the destination that was read from an order's address, unless another call has meanwhile. */
export async function writeMissingDestination(
  db: Database,
  { id, address }: OrderRow,
  destination: Destination,
): Promise<void> {
  await db
    .updateTable('orders')
    .set(destination)
    .where('id', '=', id)
    .where('address', '=', address)
    .where('destination_country', 'is', null)
    .where('destination_doubtful', '=', false)
    .execute();
}

/** Moves orders that the transaction has locked; the only place that writes a state. A constraint holds it
 * against the times. @throws AppError conflict if the state of one does not allow the move */
export async function moveOrders(
  tx: DatabaseTransaction,
  orders: readonly Pick<OrderRow, 'id' | 'state'>[],
  move: Move,
): Promise<void> {
  for (const { state } of orders) checkOrderMove(state, move.kind);
  const ids = orders.map(({ id }) => id);
  await tx.updateTable('orders').set(writtenBy(move)).where('id', '=', anyOf<string>(ids, 'uuid')).execute();
}

type Move =
  | { kind: 'paid'; at: Date; transactionId: string | null; shipBy: string | null }
  | { kind: 'shipped' | 'cancelled' | 'deleted'; at: Date }
  | { kind: 'unshipped' };

function writtenBy(move: Move): Updateable<Tables['orders']> {
  switch (move.kind) {
    case 'paid':
      return {
        ...{ state: 'paid', paid_at: move.at },
        ...{ transaction_id: move.transactionId, ship_by: move.shipBy },
      };
    case 'shipped':
      return { state: 'shipped', shipped_at: move.at };
    case 'unshipped':
      return { state: 'paid', shipped_at: null };
    case 'cancelled':
      return { state: 'cancelled', cancelled_at: move.at };
    case 'deleted':
      return { state: 'deleted', deleted_at: move.at };
  }
}

type OrderFacts = Partial<
  Pick<
    OrderRow,
    | 'quantity'
    | 'unit_price_cents'
    | 'total_cents'
    | 'phone'
    | 'address'
    | 'purchase_order_number'
    | 'buyer_note'
  > &
    Destination
>;

const goodsLeft = sql<number>`paid_line.net_cents + paid_line.tax_cents - paid_line.refunded_cents`;

const deliveryLeft = sql<
  number | null
>`paid_by.delivery_cents + paid_by.delivery_tax_cents + paid_by.kept_delivery_cents - paid_by.refunded_delivery_cents`;

const withTool = (db: Database) =>
  db
    .selectFrom('orders')
    .innerJoin('tools', 'tools.id', 'orders.tool_id')
    .leftJoin('pictures', 'pictures.url', 'orders.img')
    .select(rowColumns)
    .select(pictureColumns)
    .select(sql<boolean>`tools.deleted_at is not null or tools.img is null`.as('tool_deleted'))
    .select([
      'tools.part_number as tool_part_number',
      'tools.prop65_warning',
      'min_order_quantity',
      'available_quantity',
      'pack_step',
    ])
    .select(pricesOf(sql.ref('orders.user_id')));

const withOpenQuote = (orders: ReturnType<typeof withTool>) =>
  orders
    .leftJoin('quote_orders as quoted', (join) =>
      join.onRef('quoted.order_id', '=', 'orders.id').on('quoted.state', 'in', openQuoteStates),
    )
    .leftJoin('quotes', 'quotes.id', 'quoted.quote_id')
    .select(['quoted.quote_id', 'quotes.number as quote_number', 'quotes.state as quote_state'])
    .select(
      sql<Date | null>`case when not quotes.invoiced then quotes.expires_at end`.as('quote_expires_at'),
    );

const withOpenInvoice = (orders: ReturnType<typeof withOpenQuote>) =>
  orders
    .leftJoin('payment_orders as open_line', 'open_line.live_order_id', 'orders.id')
    .leftJoin('payments as open_payment', (join) =>
      join.onRef('open_payment.id', '=', 'open_line.payment_id').on('open_payment.due_on', 'is not', null),
    )
    .leftJoin('invoices as open_invoice', (join) =>
      join.onRef('open_invoice.payment_id', '=', 'open_payment.id').on('open_invoice.kind', '=', 'invoice'),
    )
    .select(['open_payment.due_on as invoice_due_on', 'open_invoice.name as open_invoice_number']);

/** Joins the payment that paid for an order, with what has been refunded of it and what can be. */
const withPayment = (orders: ReturnType<typeof withOpenInvoice>) =>
  orders
    .leftJoin('payment_orders as paid_line', (join) =>
      join.onRef('paid_line.order_id', '=', 'orders.id').on('paid_line.state', '=', 'succeeded'),
    )
    .leftJoin('payments as paid_by', 'paid_by.id', 'paid_line.payment_id')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('refunds')
          .select([
            sql<number>`coalesce(sum(${givenCents}), 0)::bigint`.as('given_back_cents'),
            sql<number>`coalesce(sum(amount_cents - (${givenCents})), 0)::bigint`.as('due_back_cents'),
          ])
          .whereRef('refunds.order_id', '=', 'orders.id')
          .as('refund_sums'),
      (join) => join.onTrue(),
    )
    .select(['given_back_cents', 'due_back_cents', 'paid_by.collected'])
    .select([
      sql<number | null>`(${goodsLeft}) + (${deliveryLeft})`.as('refundable_cents'),
      deliveryLeft.as('refundable_delivery_cents'),
      selectCancelFacts(goodsLeft, deliveryLeft).as('cancel_facts'),
      sql<string | null>`case when paid_by.collected or paid_by.delivery_cents > 0
        or (select count(*) from delivery_methods) > 1 then nullif(paid_by.delivery_method, '') end`.as(
        'delivery_method',
      ),
    ]);

const selectViews = (db: Database) => withPayment(withOpenInvoice(withOpenQuote(withTool(db))));

type ViewRow = Awaited<ReturnType<ReturnType<typeof selectViews>['execute']>>[number];

function toView(row: ViewRow): OrderView {
  const { tool_part_number, min_order_quantity, available_quantity, pack_step, prices, ...order } = row;
  return {
    ...order,
    picture: joinedPicture(row),
    tool: { part_number: tool_part_number, min_order_quantity, available_quantity, pack_step, prices },
  };
}

/** Returns the unit price that an order would have if its buyer placed it now, in minor units. */
export const currentUnitCents = ({ tool, quantity, user_id }: OrderView): Cents =>
  priceFor({ tool, quantity, buyer: { userId: user_id } }).cents;

/** Serializes what ordering a tool takes, with its prices for a buyer. */
export const serializeTerms = (tool: TermsRow, buyer: Buyer, currency: string): OrderTerms => ({
  part_number: tool.part_number,
  min_order_quantity: tool.min_order_quantity,
  available_quantity: tool.available_quantity,
  pack_step: tool.pack_step,
  ...priceTable({ tool, buyer }, currency),
});

/** Serializes an order for the wire, its prices in decimal `currency`. */
export function serializeOrder(order: OrderView, currency: string): Order {
  return {
    _id: order.id,
    number: order.number,
    toolId: order.tool_id,
    img: order.img,
    picture: order.picture && serializePicture(order.picture),
    userName: order.user_name,
    toolName: order.tool_name,
    partNumber: order.part_number,
    email: order.email,
    phone: order.phone,
    address: order.address,
    destination: isDestinationKnown(order) ? serializeDestination(order) : null,
    purchaseOrderNumber: order.purchase_order_number,
    buyerNote: order.buyer_note,
    minQuantity: order.quantity,
    sentQuantity: sentUnits(order),
    withdrawnQuantity: order.withdrawn_quantity,
    unitPrice: toPrice(order.unit_price_cents, currency),
    newUnitPrice: isRepriced(order) ? toPrice(currentUnitCents(order), currency) : null,
    price: toPrice(order.total_cents, currency),
    paid: order.paid_at !== null,
    transactionId: order.transaction_id,
    pendingChange: order.shipped_at ? 'shipped' : null,
    refunded: toPrice(order.given_back_cents, currency),
    refundDue: toPrice(order.due_back_cents, currency),
    refundable: toPrice(order.refundable_cents ?? 0, currency),
    refundableDelivery: toPrice(order.refundable_delivery_cents ?? 0, currency),
    ...serializeCancelling(order, currency),
    refundedQuantity: order.refunded_quantity,
    returningQuantity: order.returning_quantity,
    deliveryMethod: order.delivery_method,
    collected: order.collected ?? false,
    state: order.state as Order['state'],
    placedAt: order.placed_at.toISOString(),
    paidAt: order.paid_at?.toISOString() ?? null,
    shippedAt: order.shipped_at?.toISOString() ?? null,
    cancelledAt: order.cancelled_at?.toISOString() ?? null,
    shipBy: needsShipping(order.state) ? order.ship_by : null,
    unavailable: order.tool_deleted && !order.paid_at ? 'tool_removed' : null,
    prop65Warning: order.paid_at ? null : order.prop65_warning,
    quote: quoteOf(order),
    openInvoice: openInvoiceOf(order),
  };
}

function openInvoiceOf({ open_invoice_number, invoice_due_on }: OrderView): Order['openInvoice'] {
  if (open_invoice_number === null || invoice_due_on === null) return null;
  return { number: open_invoice_number, dueOn: invoice_due_on };
}

function quoteOf({ quote_id, quote_number, quote_state, quote_expires_at }: OrderView): Order['quote'] {
  if (quote_id === null || quote_number === null || quote_state === null) return null;
  const expiresAt = quote_expires_at?.toISOString() ?? null;
  return { _id: quote_id, number: quote_number, state: quote_state as OpenQuoteState, expiresAt };
}

/** Returns how many units were sent; orders shipped by earlier versions have no parcels to count. */
export const sentUnits = ({ shipped_at, quantity, sent_quantity, withdrawn_quantity }: OrderRow): number =>
  shipped_at ? quantity - withdrawn_quantity : sent_quantity;

/** Returns how many units of a paid order are still to be shipped. */
export const unitsLeft = (order: OrderRow): number =>
  order.quantity - order.withdrawn_quantity - sentUnits(order);

/** Whether paying needs the buyer's consent to the tool's current price (decision 49); a quote's price is
 * already accepted. */
const isRepriced = (order: OrderView) =>
  !order.paid_at &&
  !order.tool_deleted &&
  order.quote_state !== 'accepted' &&
  currentUnitCents(order) !== order.unit_price_cents;

/** Whether a user has at least one paid, not cancelled order for a tool. */
export async function hasPaidFor(db: Database, userId: string, toolId: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('tool_id', '=', toolId)
    .where('user_id', '=', userId)
    .where('state', 'in', saleStates)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}
