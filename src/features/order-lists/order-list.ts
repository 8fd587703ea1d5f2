import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListPage } from '#contracts/call-parts.ts';
import { idSchema } from '#contracts/identifiers.ts';
import { DEFAULT_ORDER_PREFIX } from '#contracts/shop-details.ts';
import { addDays } from '#contracts/time-zone.ts';
import {
  type OrderRefunds,
  type OrderShipping,
  type OrderSort,
  type OrderState,
  shownOrderStates,
} from '#features/orders/contract.ts';
import { SHIP_SOON_DAYS } from '#features/orders/delay-rules.ts';
import { hasOpenDelay, mustShipUntil } from '#features/orders/delay-store.ts';
import { readOrderNumber } from '#features/orders/rules.ts';
import { findOrders, type OrderView } from '#features/orders/store.ts';
import { anyOf, type Database } from '#platform/database/database.ts';
import {
  beginsWords,
  listPage,
  matchesPhone,
  type RowOrder,
  type RowsPage,
} from '#platform/database/keyset-pagination.ts';

/** Filters of an order list. `q`: prefixes of words or of a purchase order number, a phone number, or a whole
 * order number or id; `email`: orders of the user with this email. */
export type OrderList = ListPage & {
  sort: OrderSort;
  q?: string | undefined;
  status?: OrderState | undefined;
  refunds?: OrderRefunds | undefined;
  shipping?: OrderShipping | undefined;
  /** The shop's current day, which `shipping` depends on. */
  today?: string | undefined;
  email?: string | undefined;
  ids?: string[] | undefined;
  placedFrom?: Date | undefined;
  placedBefore?: Date | undefined;
  /** In minor units. */
  minTotalCents?: number | undefined;
  maxTotalCents?: number | undefined;
};

/** Each sort has its index (0020-order-state.sql). */
const orders: Record<OrderSort, RowOrder> = {
  newest: { direction: 'desc' },
  oldest: { direction: 'asc' },
  price: { key: sql`total_cents`, direction: 'asc' },
  '-price': { key: sql`total_cents`, direction: 'desc' },
  buyer: { key: sql`lower(user_name)`, direction: 'asc' },
  tool: { key: sql`lower(tool_name)`, direction: 'asc' },
};

/** A transaction id: of a card provider's intent, or of a payment by hand. */
const TRANSACTION_ID = /^(?:pi|cash|transfer)_[\w-]+$/;

/** Returns one page of the matching live orders in the requested order. */
export async function listOrders(db: Database, list: OrderList): Promise<RowsPage<OrderView>> {
  const { limit, cursor, sort, status } = list;
  return listPage(
    db,
    {
      table: 'orders',
      where: [sql`deleted_at is null`],
      kinds: shownOrderStates.map(isOfStatus),
      kind: status && isOfStatus(status),
      search: searchConditions(list),
      order: orders[sort],
      limit,
      cursor,
    },
    (ids) => findOrders(db, ids),
  );
}

/** Filters of an order list, without its sort order and pages. */
export type OrderChoice = Omit<OrderList, 'sort' | 'limit' | 'cursor'>;

/** The filters as a condition on `orders`, live orders only. */
export function orderFilter(choice: OrderChoice): RawBuilder<SqlBool> {
  const { status } = choice;
  const conditions = [
    sql<SqlBool>`deleted_at is null`,
    ...(status ? [isOfStatus(status)] : []),
    ...searchConditions(choice),
  ];
  return sql`${sql.join(conditions, sql` and `)}`;
}

const isOfStatus = (status: OrderState) => sql<SqlBool>`state = ${sql.lit(status)}`;

const hasRefunds: Record<OrderRefunds, RawBuilder<SqlBool>> = {
  due: sql`exists (select from refunds where order_id = orders.id and refunds.state <> 'done')`,
  refunded: sql`exists (select from refunds where order_id = orders.id and refunds.state = 'done' and amount_cents > 0)`,
  disputed: sql`exists (select from disputes join payment_orders paid using (payment_id)
    where order_id = orders.id and paid.state = 'succeeded' and disputes.state = 'open')`,
};

function shipsBy(shipping: OrderShipping, today: string): RawBuilder<SqlBool> {
  if (shipping === 'asked') return sql`state = 'paid' and ${hasOpenDelay}`;
  const until = shipping === 'due' ? addDays(today, SHIP_SOON_DAYS) : addDays(today, -1);
  return mustShipUntil(until);
}

function searchConditions(list: OrderChoice): RawBuilder<SqlBool>[] {
  const { q, refunds, shipping, today, email, ids } = list;
  const { placedFrom, placedBefore, minTotalCents, maxTotalCents } = list;
  const conditions: [asked: unknown, condition: RawBuilder<SqlBool>][] = [
    [email, sql`user_id = (select users.id from users where users.email = ${email})`],
    [ids, sql`id = ${anyOf(ids ?? [], 'uuid')}`],
    [placedFrom, sql`placed_at >= ${placedFrom}`],
    [placedBefore, sql`placed_at < ${placedBefore}`],
    [minTotalCents, sql`total_cents >= ${minTotalCents}`],
    [maxTotalCents, sql`total_cents <= ${maxTotalCents}`],
  ];
  return [
    ...(q ? [matchesQuery(q)] : []),
    ...(refunds ? [hasRefunds[refunds]] : []),
    ...(shipping && today ? [shipsBy(shipping, today)] : []),
    ...conditions.flatMap(([asked, condition]) => (asked === undefined ? [] : [condition])),
  ];
}

function matchesQuery(q: string): RawBuilder<SqlBool> {
  if (idSchema.safeParse(q).success) return sql`id = ${q}`;
  if (TRANSACTION_ID.test(q)) return sql`transaction_id = ${q}`;
  const written = readOrderNumber(q);
  const phone = matchesPhone(q, sql`phone`);
  const ways = [
    ...(written ? [isNumbered(written)] : []),
    // Anything else may also be part of a name.
    ...(written?.prefix === DEFAULT_ORDER_PREFIX ? [] : [beginsWords(q)]),
    beginsPurchaseOrder(q),
    ...(phone ? [phone] : []),
  ];
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** Digits alone find an order whatever its number begins with. */
export const isNumbered = ({ prefix, digits }: { prefix: string | undefined; digits: string }) =>
  prefix
    ? sql<SqlBool>`number = ${`${prefix}-${digits}`}`
    : sql<SqlBool>`split_part(number, '-', 2) = ${digits}`;

const beginsPurchaseOrder = (q: string) => sql<SqlBool>`(purchase_order_number <> ''
  and name_key(${q}) <> '' and name_key(purchase_order_number) ^@ name_key(${q}))`;
