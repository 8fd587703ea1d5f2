import { type SqlBool, sql } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { AccountError } from '../identity-provider.ts';
import { endSessionsOf, isSessionThere, type OwnSession } from '../sessions.ts';
import type { NoteIdentityEvent } from './identity-events.ts';
import { makeRecoveryCodes, writeRecoveryCodes } from './recovery-codes.ts';

// An account with an authenticator app or a passkey has a second factor: a session that has not passed one
// can only be used to pass it (`isPassed`).

/** What an account signs in with besides its password. */
export type Factors = {
  authenticatorSince: Date | null;
  /** When a code of the app was last used, to half a minute. */
  authenticatorUsedAt: Date | null;
  passkeys: { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }[];
  recoveryCodesLeft: number;
};

/** What a session must present: a code of the app or a recovery code, or a passkey. */
export type FactorKind = 'code' | 'passkey';

export type FactorParts = { db: Database; clock: Clock; onEvent: NoteIdentityEvent };

/** How long a code of the app lasts. */
export const STEP_MS = 30_000;

/** The kinds of factors that an account has; none if its password alone suffices. */
export async function findFactorKinds(db: Database, subject: string): Promise<FactorKind[]> {
  const { rows } = await sql<{ kinds: FactorKind[] }>`select case
    when exists (select from identity.passkey where "userId" = ${subject}) then '{code,passkey}'::text[]
    when identity.has_factor(${subject}) then '{code}' else '{}' end as kinds`.execute(db);
  return rows[0]?.kinds ?? [];
}

/** The factors of an account. */
export async function findFactors(db: Database, subject: string): Promise<Factors> {
  const [authenticator, passkeys, { codes }] = await Promise.all([
    db
      .selectFrom('identity.authenticator')
      .select(['confirmedAt', 'lastStep'])
      .where('userId', '=', subject)
      .where('confirmedAt', 'is not', null)
      .executeTakeFirst(),
    db
      .selectFrom('identity.passkey')
      .select(['id', 'name', 'createdAt', 'lastUsedAt'])
      .where('userId', '=', subject)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('identity.recovery_code')
      .select(({ fn }) => fn.countAll<number>().as('codes'))
      .where('userId', '=', subject)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    authenticatorSince: authenticator?.confirmedAt ?? null,
    authenticatorUsedAt: authenticator ? new Date(authenticator.lastStep * STEP_MS) : null,
    passkeys,
    recoveryCodesLeft: codes,
  };
}

/** Records that a session has passed a factor, which also counts as a fresh sign-in. The first time completes
 * the sign-in. @throws AccountError `not_signed_in` if it has just ended, for example because the owner
 * recovered the account */
export async function passFactor(
  { clock, onEvent }: Omit<FactorParts, 'db'>,
  tx: DatabaseTransaction,
  { subject, sessionId }: OwnSession,
): Promise<void> {
  if (await notePass(tx, sessionId, clock.now())) await onEvent({ kind: 'signed_in', subject }, tx);
}

/** Returns whether the session had passed none before. */
async function notePass(tx: DatabaseTransaction, sessionId: string, now: Date): Promise<boolean> {
  const before = await tx
    .selectFrom('sessions')
    .select('factor_at')
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new AccountError('not_signed_in');
  await tx
    .updateTable('sessions')
    .set({ factor_at: now, proved_at: now, wrong_codes: 0 })
    .where('id', '=', sessionId)
    .execute();
  return before.factor_at === null;
}

/** Locks an account against other changes of its factors. Returns whether it has one. Lock order: account,
 * factors, recovery codes, sessions. */
export async function lockFactors(tx: DatabaseTransaction, subject: string): Promise<boolean> {
  await tx.selectFrom('identity.user').select('id').where('id', '=', subject).forNoKeyUpdate().execute();
  const { rows } = await sql<{ has: boolean }>`select identity.has_factor(${subject}) as has`.execute(tx);
  return rows[0]?.has ?? false;
}

/** Locks an account against other changes of how it is logged in to, in one of its sessions. Returns whether
 * it has a second factor. @throws AccountError `not_signed_in` if the session has just ended, for example by
 * undoing a stranger's address change */
export async function lockOwn(tx: DatabaseTransaction, { subject, sessionId }: OwnSession): Promise<boolean> {
  const hasFactor = await lockFactors(tx, subject);
  if (!(await isSessionThere(tx, sessionId))) throw new AccountError('not_signed_in');
  return hasFactor;
}

/** Adds a factor in a session, which thereby passes it; the account's other sessions end. Returns recovery
 * codes with the first factor. */
export async function addFactor(
  { db, clock, onEvent }: FactorParts,
  { subject, sessionId }: OwnSession,
  factor: 'authenticator' | 'passkey',
  add: (tx: DatabaseTransaction) => Promise<void>,
): Promise<string[]> {
  const made = await makeRecoveryCodes();
  return db.transaction().execute(async (tx) => {
    const hadOne = await lockFactors(tx, subject);
    await add(tx);
    await notePass(tx, sessionId, clock.now());
    await endSessionsOf(tx, subject, { except: sessionId });
    await onEvent({ kind: 'factor_added', subject, factor }, tx);
    if (hadOne) return [];
    await writeRecoveryCodes(tx, subject, made);
    return made.map(({ code }) => code);
  });
}

/** Deletes the recovery codes with the last factor, and sessions that have passed the password only, which
 * the removal would complete. */
export async function afterRemoval(
  tx: DatabaseTransaction,
  { subject, sessionId }: OwnSession,
): Promise<void> {
  await tx
    .deleteFrom('identity.recovery_code')
    .where('userId', '=', subject)
    .where(sql<SqlBool>`not identity.has_factor(${subject})`)
    .execute();
  await tx
    .deleteFrom('sessions')
    .where('subject', '=', subject)
    .where('factor_at', 'is', null)
    .where('id', '!=', sessionId)
    .execute();
}
