import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { hasNoEmail } from '#contracts/email.ts';
import type { Export } from '#features/exports/send-export.ts';
import { anyOf, type Database } from '#platform/database/database.ts';
import {
  beginsWords,
  listPage,
  matchesPhone,
  type RowOrder,
  type RowsPage,
} from '#platform/database/keyset-pagination.ts';
import type { Profile } from './contract.ts';
import { type UserList, type UserRow, type UserSort, userRoles } from './roles-contract.ts';
import { selectRecords, type UserRecord } from './store.ts';

/** Converts a stored user to a row of the table of users. */
export function serializeUser(user: UserRecord): Omit<UserRow, 'secondFactor'> {
  return {
    email: user.email,
    displayName: user.display_name,
    role: user.role,
    emailVerified: user.email_verified,
    ...(user.opened_by_staff && { openedByStaff: true as const }),
    ...(user.blocked_reason !== null && { blockedReason: user.blocked_reason }),
  };
}

/** Converts a stored user to their profile on the wire. */
export function serializeProfile(user: UserRecord): Profile {
  const { education, linkedin, phone, city, district, company, vat_number } = user;
  return {
    ...serializeUser(user),
    name: user.display_name,
    education,
    linkedin,
    phone,
    city,
    district,
    company,
    vatNumber: vat_number,
  };
}

/** Each order has its index (0009-admin-lists.sql). */
const orders: Record<UserSort, RowOrder> = {
  newest: { direction: 'desc' },
  name: { key: sql`lower(display_name)`, direction: 'asc' },
  email: { key: sql`email`, direction: 'asc' },
};

type ListedUser = UserRecord & { has_factor: boolean };

const hasFactor = sql<boolean>`identity.has_factor(subject)`;

/** Returns one page of the matching users in the requested order. */
export async function listUsers(db: Database, list: UserList): Promise<RowsPage<ListedUser>> {
  const { limit, cursor, sort, role, ...looked } = list;
  return listPage(
    db,
    {
      table: 'users',
      where: [isListed],
      kinds: userRoles.map(hasRole),
      kind: role && hasRole(role),
      search: searchConditions(looked),
      order: orders[sort],
      limit,
      cursor,
    },
    (ids) =>
      selectRecords(db).select(hasFactor.as('has_factor')).where('id', '=', anyOf(ids, 'uuid')).execute(),
  );
}

const isListed = sql<SqlBool>`email is not null`;

type Looked = Pick<UserList, 'q' | 'blocked' | 'secondFactor'>;

const searchConditions = ({ q, blocked, secondFactor }: Looked) => [
  ...(q ? [matchesQuery(q)] : []),
  ...(blocked ? [sql<SqlBool>`blocked_reason is not null`] : []),
  ...(secondFactor ? [sql<SqlBool>`role <> 'user' and not ${hasFactor}`] : []),
];

/** Matches the phone numbers of the profile, the address book and the orders: a customer may call from any of
 * them. */
function matchesQuery(q: string): RawBuilder<SqlBool> {
  const phone = matchesPhone(q, sql`phone`);
  if (!phone) return beginsWords(q);
  // An array, so that the index on ids is used.
  return sql`(${beginsWords(q)} or id = any(array(
    select users.id from users where phone <> '' and ${phone}
    union all select user_id from addresses where phone <> '' and ${phone}
    union all select user_id from orders where deleted_at is null and ${phone})))`;
}

/** Exports the matching users as a file; columns are named as on the wire. */
export function exportOfUsers({ role, ...looked }: Looked & Pick<UserList, 'role'>): Export<UserRecord> {
  const conditions = [isListed, ...(role ? [hasRole(role)] : []), ...searchConditions(looked)];
  return {
    kind: 'users',
    query: sql`
      select email, display_name, role, email_verified, blocked_reason, phone, city, district, education, linkedin,
        company, vat_number
      from users where ${sql.join(conditions, sql` and `)} order by id`,
    columns: {
      email: (user) => (hasNoEmail(user.email) ? '' : user.email),
      displayName: (user) => user.display_name,
      role: (user) => user.role,
      emailVerified: (user) => user.email_verified,
      blockedReason: (user) => user.blocked_reason,
      phone: (user) => user.phone,
      city: (user) => user.city,
      district: (user) => user.district,
      education: (user) => user.education,
      linkedin: (user) => user.linkedin,
      company: (user) => user.company,
      vatNumber: (user) => user.vat_number,
    },
  };
}

const hasRole = (role: UserRecord['role']) => sql<SqlBool>`role = ${sql.lit(role)}`;
