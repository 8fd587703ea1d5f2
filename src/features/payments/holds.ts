import { sql } from 'kysely';
import type { ListPage } from '#contracts/call-parts.ts';
import { countUnpaidPayments } from '#features/orders/payment-store.ts';
import { anyOf, type Database } from '#platform/database/database.ts';
import { listPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Hold } from './contract.ts';

const DAY_MS = 86_400_000;

type HoldRow = Omit<Hold, '_id' | 'since' | 'until'> & { id: string; since: Date; until: Date };

/** Returns one page of the payments that hold units, newest first. */
export async function listHolds(
  db: Database,
  now: Date,
  { limit, cursor }: ListPage,
): Promise<RowsPage<HoldRow>> {
  return listPage(
    db,
    {
      table: 'payments',
      // Payments invoiced by staff are listed with the invoices.
      where: [sql`state = 'live' and due_on is null`],
      search: [],
      order: { direction: 'desc' },
      limit,
      cursor,
    },
    (ids) => findHolds(db, now, ids),
  );
}

async function findHolds(db: Database, now: Date, ids: string[]): Promise<HoldRow[]> {
  const unpaidBefore = await countUnpaidPayments(db, ids, new Date(now.getTime() - DAY_MS));
  const lines = await db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .innerJoin('payment_orders', 'payment_orders.payment_id', 'payments.id')
    .innerJoin('orders', 'orders.id', 'payment_orders.order_id')
    .select(['payments.id', 'payments.created_at', 'payments.hold_expires_at'])
    .select(['users.email', 'users.display_name', 'payment_orders.held_quantity'])
    .select(['orders.id as order_id', 'orders.number', 'orders.tool_id', 'orders.tool_name'])
    .where('payments.id', '=', anyOf<string>(ids, 'uuid'))
    .orderBy('payment_orders.position')
    .execute();
  const holds = new Map<string, HoldRow>();
  for (const line of lines) {
    const { id, created_at: since, hold_expires_at: until } = line;
    if (!until) continue;
    const email = line.email ?? '';
    const userName = line.display_name || email;
    const hold = holds.get(id) ?? {
      id,
      email,
      userName,
      units: 0,
      unpaidBefore: unpaidBefore.get(id) ?? 0,
      since,
      until,
      orders: [],
    };
    hold.units += line.held_quantity;
    hold.orders.push({
      orderId: line.order_id,
      number: line.number,
      toolId: line.tool_id,
      toolName: line.tool_name,
      units: line.held_quantity,
    });
    holds.set(id, hold);
  }
  return [...holds.values()];
}

/** Serializes a hold for the wire. */
export function serializeHold({ id, since, until, ...hold }: HoldRow): Hold {
  return { _id: id, ...hold, since: since.toISOString(), until: until.toISOString() };
}
