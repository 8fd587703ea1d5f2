import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { Identity } from '#platform/identity/identity-provider.ts';
import { endSessionsOf } from '../sessions.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

/** The account that the settings require. `email` is in lower case. */
export type SettingsAccount = { email: string; password: string; name: string };

/** The identity behind an account. */
export async function findIdentity(db: Database, subject: string): Promise<Identity | undefined> {
  const account = await db
    .selectFrom('identity.user')
    .select(['email', 'emailVerified', 'name as displayName'])
    .where('id', '=', subject)
    .executeTakeFirst();
  return account && { ...account, subject, email: account.email.toLowerCase() };
}

/** Locks an account and returns its address, in lower case, and whether it is verified. */
export function findAccount(
  tx: DatabaseTransaction,
  subject: string,
): Promise<{ email: string; emailVerified: boolean } | undefined> {
  return tx
    .selectFrom('identity.user')
    .select(({ fn }) => [fn<string>('lower', ['email']).as('email'), 'emailVerified'])
    .where('id', '=', subject)
    .forUpdate()
    .executeTakeFirst();
}

/** Verifies an account's address for its owner, proved by email or Google. The account may have been created
 * by a stranger, so its sessions and second factors are deleted. */
export async function verifyForOwner(tx: DatabaseTransaction, subject: string): Promise<void> {
  const unverified = tx
    .updateTable('identity.user')
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where('id', '=', subject)
    .where('emailVerified', '=', false);
  if ((await unverified.executeTakeFirst()).numUpdatedRows === 0n) return;
  for (const table of ['identity.authenticator', 'identity.passkey', 'identity.recovery_code'] as const)
    await tx.deleteFrom(table).where('userId', '=', subject).execute();
  await endSessionsOf(tx, subject);
}

/** Changes an account's facts about its owner. */
export async function updateAccount(
  db: Database,
  subject: string,
  change: { emailVerified: true } | { name: string },
): Promise<void> {
  await db
    .updateTable('identity.user')
    .set({ ...change, updatedAt: sql`now()` })
    .where('id', '=', subject)
    .execute();
}

const RESET = 'reset-password:';
const RESET_MS = 60 * 60_000;

/** Stores a link for a new password, for an hour. Returns its token. */
export async function addResetLink(tx: DatabaseTransaction, subject: string): Promise<string> {
  const token = randomBytes(24).toString('hex');
  const expiresAt = new Date(Date.now() + RESET_MS);
  await tx
    .insertInto('identity.verification')
    .values({ id: uuid(), identifier: RESET + token, value: subject, expiresAt })
    .execute();
  return token;
}

/** Finds whose an emailed reset link is, and with `lock` locks the account. `undefined` if the link does not
 * exist (any more). */
export async function findResetLink(
  db: Database,
  token: string,
  { lock }: { lock: boolean },
): Promise<{ subject: string; email: string } | undefined> {
  const find = db
    .selectFrom('identity.verification as link')
    .innerJoin('identity.user as user', 'user.id', 'link.value')
    .select(['user.id as subject', 'user.email'])
    .where('link.identifier', '=', RESET + token)
    .where('link.expiresAt', '>', sql<Date>`now()`);
  const found = await find.$if(lock, (locked) => locked.forUpdate('user')).executeTakeFirst();
  // It may have ended while this call waited for the lock.
  return lock && found ? findResetLink(db, token, { lock: false }) : found;
}

/** Ends an account's links for a new password. */
export async function deleteResetLinks(tx: DatabaseTransaction, subject: string): Promise<void> {
  await tx
    .deleteFrom('identity.verification')
    .where('value', '=', subject)
    .where('identifier', 'like', `${RESET}%`)
    .execute();
}

/** The account with an address, with the hash of its password, if any. */
export function findByEmail(
  db: Database,
  email: string,
): Promise<{ subject: string; hash: string | null } | undefined> {
  return db
    .selectFrom('identity.user as user')
    .leftJoin('identity.account as account', (join) =>
      join.onRef('account.userId', '=', 'user.id').on('account.providerId', '=', 'credential'),
    )
    .select(['user.id as subject', 'account.password as hash'])
    .where('user.email', '=', email)
    .executeTakeFirst();
}

/** Creates an account. Returns its subject; `undefined` if the address has one. */
export async function createAccount(
  tx: DatabaseTransaction,
  person: { email: string; name: string; emailVerified: boolean },
): Promise<string | undefined> {
  const made = await tx
    .insertInto('identity.user')
    .values({ id: uuid(), ...person })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

/** Adds a way to log in to an account: its password, or an account at Google. */
export async function addLogin(
  tx: DatabaseTransaction,
  login: { userId: string; providerId: 'credential' | 'google'; accountId: string; password?: string },
): Promise<void> {
  await tx
    .insertInto('identity.account')
    .values({ id: uuid(), ...login, updatedAt: sql`now()` })
    .execute();
}

/** Ensures that the account exists, verified. A changed setting sets its password and ends all sessions,
 * which may be someone else's. */
export async function ensureSettingsAccount(
  db: Database,
  account: SettingsAccount,
): Promise<{ subject: string; displayName: string }> {
  const { email, password, name } = account;
  const { settingsHash } = await db.transaction().execute(async (tx) => {
    await addAccount(tx, { email, name });
    return lockAccount(tx, email);
  });
  // Hashing takes a while, so it runs between the transactions.
  const isApplied = settingsHash !== null && (await verifyPassword(settingsHash, password));
  const hash = isApplied ? undefined : await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const { subject, displayName } = await lockAccount(tx, email);
    await verifyForOwner(tx, subject);
    if (hash) await setSettingsPassword(tx, subject, hash);
    return { subject, displayName };
  });
}

async function addAccount(tx: DatabaseTransaction, account: { email: string; name: string }): Promise<void> {
  // The settings take an address even if it is kept for another account.
  await tx.deleteFrom('identity.email_change').where('oldEmail', '=', account.email).execute();
  await createAccount(tx, { ...account, emailVerified: false });
}

/** Locks and returns the account with this address, with the hash of the password last set from the
 * settings. */
function lockAccount(
  tx: DatabaseTransaction,
  email: string,
): Promise<{ subject: string; displayName: string; settingsHash: string | null }> {
  return tx
    .selectFrom('identity.user as user')
    .leftJoin('identity.settings_password as settings', 'settings.userId', 'user.id')
    .select(['user.id as subject', 'user.name as displayName', 'settings.hash as settingsHash'])
    .where('user.email', '=', email)
    .forUpdate('user')
    .executeTakeFirstOrThrow();
}

async function setSettingsPassword(tx: DatabaseTransaction, subject: string, hash: string): Promise<void> {
  await setPassword(tx, subject, hash);
  await tx
    .insertInto('identity.settings_password')
    .values({ userId: subject, hash })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ hash }))
    .execute();
}

/** Sets an account's password, and ends all its sessions and its links for a new one. */
export async function setPassword(tx: DatabaseTransaction, subject: string, hash: string): Promise<void> {
  const updated = await tx
    .updateTable('identity.account')
    .set({ password: hash, updatedAt: sql`now()` })
    .where('userId', '=', subject)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n)
    await addLogin(tx, { userId: subject, providerId: 'credential', accountId: subject, password: hash });
  await endSessionsOf(tx, subject);
  await deleteResetLinks(tx, subject);
}

/** Ends an account's other sessions, and its links for a new password. */
export async function endOtherSessions(
  tx: DatabaseTransaction,
  subject: string,
  sessionId: string,
): Promise<void> {
  await endSessionsOf(tx, subject, { except: sessionId });
  await deleteResetLinks(tx, subject);
}

/** Deletes an account with its passwords and emailed links. */
export async function deleteAccount(db: Database, subject: string): Promise<void> {
  const { email = '' } =
    (await db.deleteFrom('identity.user').where('id', '=', subject).returning('email').executeTakeFirst()) ??
    {};
  await db
    .deleteFrom('identity.verification')
    .where((is) => is.or([is('value', '=', subject), sql<boolean>`position(${`"${email}"`} in value) > 0`]))
    .execute();
}

/** Deletes expired emailed links, challenges, and used ID tokens, and sessions of the previous version. */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('identity.session').where('expiresAt', '<', now).execute();
  await db.deleteFrom('identity.verification').where('expiresAt', '<', now).execute();
}
