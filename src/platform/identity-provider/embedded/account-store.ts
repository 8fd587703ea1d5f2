import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { Identity } from '#platform/identity-provider/identity-provider.ts';
import type { IdTokenClaims } from './id-token.ts';

/** The public half of a signing key, as a JSON Web Key in text. */
export async function findPublicKey(db: Database, keyId: string): Promise<string | undefined> {
  const key = await db
    .selectFrom('identity.jwks')
    .select('publicKey')
    .where('id', '=', keyId)
    .executeTakeFirst();
  return key?.publicKey;
}

/** Who an ID token speaks of, as the account stands now; `undefined` once its session has ended. */
export async function findIdentity(
  db: Database,
  { subject, sessionId }: IdTokenClaims,
  now: Date,
): Promise<Identity | undefined> {
  const account = await db
    .selectFrom('identity.user as user')
    .innerJoin('identity.session as session', 'session.userId', 'user.id')
    .select(['user.id', 'user.email', 'user.emailVerified', 'user.name'])
    .where('user.id', '=', subject)
    .where('session.id', '=', sessionId)
    .where('session.expiresAt', '>', now)
    .executeTakeFirst();
  if (!account) return undefined;
  return {
    subject: account.id,
    sessionId,
    email: account.email.toLowerCase(),
    emailVerified: account.emailVerified,
    displayName: account.name,
  };
}

/** An account's address, in lower case, and whether it is verified; locked. */
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

/** Notes that an account's owner has its mailbox. */
export async function markEmailVerified(db: Database, subject: string): Promise<void> {
  await db
    .updateTable('identity.user')
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where('id', '=', subject)
    .execute();
}

/** Changes an account's display name. */
export async function renameAccount(db: Database, subject: string, name: string): Promise<void> {
  await db
    .updateTable('identity.user')
    .set({ name, updatedAt: sql`now()` })
    .where('id', '=', subject)
    .execute();
}

/** Adds an account without a password, unless there is one with this address. */
export async function addAccount(
  tx: DatabaseTransaction,
  account: { email: string; name: string },
): Promise<void> {
  await tx
    .insertInto('identity.user')
    .values({ id: uuid(), emailVerified: false, ...account })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}

/**
 * The account with this address, locked, with the hash of the password that the settings gave it last.
 * @throws when there is none.
 */
export function lockAccount(
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

/** Sets the password that the settings give, and ends every session that began with another. */
export async function setSettingsPassword(
  tx: DatabaseTransaction,
  subject: string,
  hash: string,
): Promise<void> {
  const updated = await tx
    .updateTable('identity.account')
    .set({ password: hash, updatedAt: sql`now()` })
    .where('userId', '=', subject)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) {
    await tx
      .insertInto('identity.account')
      .values({
        id: uuid(),
        accountId: subject,
        providerId: 'credential',
        userId: subject,
        password: hash,
        updatedAt: sql`now()`,
      })
      .execute();
  }
  await tx.deleteFrom('identity.session').where('userId', '=', subject).execute();
  await tx
    .insertInto('identity.settings_password')
    .values({ userId: subject, hash })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ hash }))
    .execute();
}

/** Deletes sessions and mailed links that have run out. */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('identity.session').where('expiresAt', '<', now).execute();
  await db.deleteFrom('identity.verification').where('expiresAt', '<', now).execute();
}

/** Deletes every signing key; the next ID token makes a new one. */
export async function deleteSigningKeys(db: Database): Promise<void> {
  await db.deleteFrom('identity.jwks').execute();
}

/** The private half of the newest signing key, encrypted. */
export async function findNewestPrivateKey(db: Database): Promise<string | undefined> {
  const key = await db
    .selectFrom('identity.jwks')
    .select('privateKey')
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  return key?.privateKey;
}
