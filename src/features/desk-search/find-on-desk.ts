import { sql } from 'kysely';
import { listFamilies } from '#features/families/store.ts';
import { listOrders } from '#features/order-lists/order-list.ts';
import { findReturnByNumber } from '#features/returns/store.ts';
import { toolsNamed } from '#features/search/managed-tools.ts';
import { listUsers } from '#features/users/user-list.ts';
import type { Database } from '#platform/database/database.ts';
import { type FoundOnDesk, MOST_FOUND } from './contract.ts';

/** A word may be in every tool: the best are chosen among so many of them. */
const LOOKED_AT = 500;

/** Finds the orders, returns, tools, families, and people that match a text. */
export async function findOnDesk(db: Database, q: string): Promise<FoundOnDesk> {
  const first = { q, sort: 'newest', limit: MOST_FOUND, cursor: undefined } as const;
  const [orders, found, tools, families, people] = await Promise.all([
    listOrders(db, first),
    findReturnByNumber(db, q),
    findTools(db, q),
    listFamilies(db, first),
    listUsers(db, first),
  ]);
  return {
    orders: orders.rows.map((order) => ({
      _id: order.id,
      number: order.number,
      toolName: order.tool_name,
      minQuantity: order.quantity,
      userName: order.user_name,
      email: order.email,
    })),
    returns: found
      ? [{ _id: found.id, number: found.number, state: found.state, name: found.user_name }]
      : [],
    tools,
    families: families.rows.map(({ id, name, members }) => ({ _id: id, name, memberCount: members })),
    people: people.rows.map(({ email, display_name, role }) => ({ email, displayName: display_name, role })),
  };
}

async function findTools(db: Database, q: string): Promise<FoundOnDesk['tools']> {
  const { rows } = await sql<FoundOnDesk['tools'][number]>`
    with named as (
      (select id, true as is_number from tools where deleted_at is null and lower(part_number) = ${q.toLowerCase()})
      union all (select id, false from (${toolsNamed(q)} limit ${LOOKED_AT}) few)
    )
    select id as _id, name, part_number, available_quantity
    from tools join (select id, bool_or(is_number) as is_number from named group by id) found using (id)
    order by is_number desc, char_length(name), name, id limit ${MOST_FOUND}`.execute(db);
  return rows;
}
