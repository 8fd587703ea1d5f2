import { type SqlBool, sql } from 'kysely';
import { anyOf, type Database } from '#platform/database/database.ts';
import {
  beginsWords,
  cutPage,
  listIds,
  type RowOrder,
  type RowsPage,
} from '#platform/database/keyset-pagination.ts';
import type { Profile } from './contract.ts';
import { type UserList, type UserRow, type UserSort, userRoles } from './roles-contract.ts';
import { selectRecords, type UserRecord } from './store.ts';

/** Turns a stored user into a row of the table of users. */
export function serializeUser(user: UserRecord): UserRow {
  return {
    email: user.email,
    displayName: user.display_name,
    role: user.role,
    emailVerified: user.email_verified,
    ...(user.blocked_reason !== null && { blockedReason: user.blocked_reason }),
  };
}

/** Turns a stored user into their profile on the wire. */
export function serializeProfile(user: UserRecord): Profile {
  const { education, linkedin, phone, city, district } = user;
  return { ...serializeUser(user), name: user.display_name, education, linkedin, phone, city, district };
}

/** Each has its index (0009-admin-lists.sql). */
const orders: Record<UserSort, RowOrder> = {
  newest: { direction: 'desc' },
  name: { key: sql`lower(display_name)`, direction: 'asc' },
  email: { key: sql`email`, direction: 'asc' },
};

/** One page of the users that are meant, in the order that is asked for. */
export async function listUsers(db: Database, list: UserList): Promise<RowsPage<UserRecord>> {
  const { limit, cursor, sort, role, blocked, q } = list;
  const { rows, total, isMoreThanTotal } = await listIds(db, {
    table: 'users',
    where: [sql`email is not null`],
    kinds: userRoles.map(hasRole),
    kind: role && hasRole(role),
    search: [...(q ? [beginsWords(q)] : []), ...(blocked ? [sql<SqlBool>`blocked_reason is not null`] : [])],
    order: orders[sort],
    limit,
    cursor,
  });
  return { ...cutPage(await findUsers(db, rows), limit, total), isMoreThanTotal };
}

const hasRole = (role: UserRecord['role']) => sql<SqlBool>`role = ${sql.lit(role)}`;

async function findUsers(db: Database, ids: string[]): Promise<UserRecord[]> {
  const rows = await selectRecords(db).where('id', '=', anyOf(ids, 'uuid')).execute();
  const records = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => records.get(id) ?? []);
}
