import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { hasNoEmail, withoutEmail } from '#contracts/email.ts';
import { type Database, type DatabaseTransaction, lockUntilCommit } from '#platform/database/database.ts';
import type { Identity } from '#platform/identity/identity-provider.ts';
import { errorTexts } from '#texts/errors.ts';
import type { UserRole } from './roles-contract.ts';

/** The signed-in user as currently stored. */
export type CurrentUser = {
  userId: string;
  subject: string;
  email: string;
  displayName: string;
  emailVerified: boolean;
  /** An admin with a verified address: a role has no effect before (decision 46). */
  isAdmin: boolean;
  /** Staff with a verified address, or such an admin. */
  isStaff: boolean;
  /** The session that calls, and when they last proved in it who they are; nothing outside a session. */
  sessionId?: string;
  provedAt?: Date;
  /** For staff of whom a second factor is demanded, and who have none: the end of their grace. */
  factorDueAt?: Date;
  /** Whether that is over: then they have no rights of staff (`authorise.ts`). */
  lacksFactor?: true;
};

export type ProfileFields = Record<
  'education' | 'linkedin' | 'phone' | 'city' | 'district' | 'company' | 'vat_number' | 'vat_country',
  string
>;

/** A stored user with an address. */
export type UserRecord = ProfileFields & {
  id: string;
  email: string;
  email_verified: boolean;
  display_name: string;
  role: UserRole;
  blocked_reason: string | null;
  opened_by_staff: boolean;
};

/** Finds a user as they are now; `undefined` if the account is gone. */
export async function findCurrentUser(db: Database, userId: string): Promise<CurrentUser | undefined> {
  const row = await selectCurrentUser(db).where('users.id', '=', userId).executeTakeFirst();
  return row && toCurrentUser(row);
}

/** What `toCurrentUser` reads. */
export function selectCurrentUser(db: Database) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.subject', 'email', 'email_verified', 'display_name', 'role'])
    .select(factorDueAt.as('dueAt'));
}

type CurrentUserRow = Pick<UserRecord, 'id' | 'email_verified' | 'display_name' | 'role'> & {
  subject: string;
  email: string | null;
  dueAt: Date | null;
};

/** The user of a row; `undefined` if the account is gone. */
export function toCurrentUser(row: CurrentUserRow): CurrentUser | undefined {
  if (row.email === null) return undefined;
  const { id, subject, email, display_name, dueAt } = row;
  const powers = powersOf(row);
  return {
    ...{ userId: id, subject, email, displayName: display_name, ...powers },
    emailVerified: row.email_verified,
    ...(powers.isStaff && dueAt && { factorDueAt: dueAt }),
  };
}

/** A day after a second factor was demanded of somebody on staff, or they became staff; null for whoever has
 * one, and for buyers. */
const factorDueAt = sql<Date | null>`case when role <> 'user' then (
  select greatest(factors_demanded_at, staff_since) + interval '1 day' from shop_details
  where factors_demanded_at is not null and not identity.has_factor(users.subject)) end`;

/** Whether a user has the powers of staff and of an admin: a role takes effect once the address is verified
 * (decision 46). */
export function powersOf(user: Pick<UserRecord, 'role' | 'email_verified'>) {
  return {
    isAdmin: user.email_verified && user.role === 'admin',
    isStaff: user.email_verified && user.role !== 'user',
  };
}

/** The id of the user who owns the provider's account or the address; `undefined` if none does. */
export async function findUserIdOfAccount(
  db: Database,
  account: { subject: string } | { email: string },
): Promise<string | undefined> {
  const [column, value] =
    'subject' in account ? (['subject', account.subject] as const) : (['email', account.email] as const);
  const user = await db.selectFrom('users').select('id').where(column, '=', value).executeTakeFirst();
  return user?.id;
}

/** Whether staff opened a user's account, and nobody has logged in to it yet. */
export async function isOpenedByStaff(db: Database, userId: string): Promise<boolean> {
  const users = db.selectFrom('users').select('opened_by_staff').where('id', '=', userId);
  return (await users.executeTakeFirst())?.opened_by_staff ?? false;
}

/** Whether a user's current address is verified, and equals `email` if given. */
export async function hasVerifiedAddress(
  db: Database,
  { userId, email }: { userId: string; email?: string },
): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email_verified', '=', true)
    .executeTakeFirst();
  return Boolean(user?.email) && (email === undefined || user?.email === email);
}

/** The country of a user's VAT number; `null` without one. */
export async function findVatCountry(db: Database, userId: string): Promise<string | null> {
  const users = db.selectFrom('users').select('vat_country').where('id', '=', userId);
  return (await users.executeTakeFirst())?.vat_country || null;
}

/** Finds a user by lower-case address. */
export function findUser(db: Database, email: string): Promise<UserRecord | undefined> {
  return selectRecords(db).where('email', '=', email).executeTakeFirst();
}

/** The name and VAT number under which a user buys as a business; empty for private buyers. */
export async function findBusiness(
  db: Database,
  userId: string,
): Promise<{ company: string; vat_number: string }> {
  return db
    .selectFrom('users')
    .select(['company', 'vat_number'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Selects the users that have an address. */
export function selectRecords(db: Database) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'email_verified', 'display_name', 'role', 'blocked_reason', 'opened_by_staff'])
    .select(['education', 'linkedin', 'phone', 'city', 'district'])
    .select(['company', 'vat_number', 'vat_country'])
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>();
}

/** What stands in place of an erased user's subject (0111-erased-accounts.sql). */
export const erasedSubject = (subject: string) =>
  `erased:${createHash('sha256').update(subject).digest('hex')}`;

/** Serializes the sign-ins with an address, so that two users never both see it free, until the transaction
 * ends. */
export async function lockAddress(tx: DatabaseTransaction, email: string): Promise<void> {
  await lockUntilCommit(tx, email);
}

/** Stores the provider's facts; the role stays unchanged. Any other user with this address loses it. Returns
 * the user's id. @throws AppError not_signed_in for an erased account */
export async function saveIdentity(tx: DatabaseTransaction, identity: Identity): Promise<string> {
  const { subject, email } = identity;
  // Firebase may know addresses that the shop itself takes from nobody.
  if (hasNoEmail(email)) throw new AppError('not_signed_in', errorTexts.signIn);
  await lockAddress(tx, email);
  // A token that is still valid must not bring an erased person back.
  if (await findUserIdOfAccount(tx, { subject: erasedSubject(subject) }))
    throw new AppError('not_signed_in', errorTexts.signIn);
  await tx
    .updateTable('users')
    .set({ email: null })
    .where('email', '=', email)
    .where('subject', '!=', subject)
    .execute();
  const { emailVerified: email_verified, displayName: display_name } = identity;
  const facts = { email, email_verified, display_name, opened_by_staff: false };
  const { id } = await tx
    .insertInto('users')
    .values({ id: uuid(), subject, ...facts })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(facts))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a customer whom staff open, without an account to log in to. Returns the address that stands for
 * them. */
export async function insertCustomer(
  tx: DatabaseTransaction,
  { name, phone }: { name: string; phone: string },
): Promise<{ userId: string; email: string }> {
  const userId = uuid();
  const email = withoutEmail(userId);
  const row = { id: userId, subject: `opened:${userId}`, email, display_name: name, phone };
  await tx
    .insertInto('users')
    .values({ ...row, opened_by_staff: true })
    .execute();
  return { userId, email };
}

/** Gives a customer whom staff opened the account of an address. */
export async function giveOpenedAccount(
  tx: DatabaseTransaction,
  userId: string,
  account: { subject: string; email: string },
): Promise<void> {
  await tx.updateTable('users').set(account).where('id', '=', userId).execute();
}

/** Locks a user's row until the transaction ends, so that nothing is stored for an account that is being
 * erased. Returns the current address. @throws AppError not_signed_in if the account is gone */
export async function lockUser(tx: DatabaseTransaction, userId: string): Promise<string> {
  const user = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user?.email) throw new AppError('not_signed_in', errorTexts.signIn);
  return user.email;
}

/** Locks and returns the user with this address. */
export function lockUserOfEmail(tx: DatabaseTransaction, email: string): Promise<UserRecord | undefined> {
  return selectRecords(tx).where('email', '=', email).forNoKeyUpdate().executeTakeFirst();
}

/** Why a user may not order, `null` if not blocked; locks the row against blocking until the transaction
 * ends. */
export async function lockBlockedReason(tx: DatabaseTransaction, userId: string): Promise<string | null> {
  const user = await tx
    .selectFrom('users')
    .select('blocked_reason')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirstOrThrow();
  return user.blocked_reason;
}

/** Changes a user's role; any role other than buyer clears a block. Returns whether anything changed. */
export async function updateRole(db: Database, userId: string, role: UserRole, now: Date): Promise<boolean> {
  const staffSince = sql<Date>`case when role = 'user' then ${now} else staff_since end`;
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(
      role === 'user' ? { role, staff_since: null } : { role, staff_since: staffSince, blocked_reason: null },
    )
    .where('id', '=', userId)
    .where('role', '!=', role)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Blocks a user for a reason; `null` unblocks them. */
export async function updateBlock(db: Database, userId: string, reason: string | null): Promise<void> {
  await db.updateTable('users').set({ blocked_reason: reason }).where('id', '=', userId).execute();
}

/** Whether a user is the only admin with a verified address. */
export async function isOnlyAdmin(db: Database, userId: string): Promise<boolean> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('email_verified', '=', true)
    .where('email', 'is not', null)
    .limit(2)
    .execute();
  return admins.length === 1 && admins[0]?.id === userId;
}

/** Whether any user has the admin role. */
export async function hasAdmin(db: Database): Promise<boolean> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('email', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

/** Notes that a user's address is verified. */
export async function noteVerified(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute();
}

/** Changes the given fields of a user's profile, at least one; omitted fields stay unchanged. */
export async function updateProfile(
  db: Database,
  userId: string,
  change: Partial<ProfileFields & { display_name: string }>,
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', userId).execute();
}
