import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { AccountError } from '../identity-provider.ts';
import type { OwnSession } from '../sessions.ts';
import { endOtherSessions, findResetLink, setPassword, verifyForOwner } from './account-store.ts';
import { lockOwn } from './factors.ts';
import type { NoteIdentityEvent } from './identity-events.ts';
import { hashPassword, rehashPassword, verifyPassword } from './password-hash.ts';

type Parts = { db: Database; clock: Clock; onEvent: NoteIdentityEvent };

/** Whether an account has a password; one that began with Google has none
 * until it is set by an emailed link. */
export async function findHasPassword(db: Database, subject: string): Promise<boolean> {
  return (await findOwnHash(db, subject)) !== undefined;
}

async function findOwnHash(db: Database, subject: string): Promise<string | undefined> {
  const account = await db
    .selectFrom('identity.account')
    .select('password')
    .where('userId', '=', subject)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  return account?.password ?? undefined;
}

/** Replaces an account's password, and ends its other sessions and its links for a new one. Of two changes at
 * once, the second finds the current password wrong.
 * @throws AccountError `no_password`, `not_current_password`, `not_signed_in` */
export async function changePassword(
  { db, clock, onEvent }: Parts,
  own: OwnSession,
  { current, next }: { current: string; next: string },
): Promise<void> {
  const { subject, sessionId } = own;
  const hash = await findOwnHash(db, subject);
  if (hash === undefined) throw new AccountError('no_password');
  if (!(await verifyPassword(hash, current))) throw new AccountError('not_current_password');
  const nextHash = await hashPassword(next);
  await db.transaction().execute(async (tx) => {
    await lockOwn(tx, own);
    const { numUpdatedRows } = await tx
      .updateTable('identity.account')
      .set({ password: nextHash, updatedAt: clock.now() })
      .where('userId', '=', subject)
      .where('providerId', '=', 'credential')
      .where('password', '=', hash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AccountError('not_current_password');
    await endOtherSessions(tx, subject, sessionId);
    await onEvent({ kind: 'password_changed', subject }, tx);
  });
}

/** Replaces the hash of a right password that was made before passwords were normalized, unless it has been
 * replaced meanwhile. */
export async function replaceEarlierHash(
  db: Database,
  subject: string,
  { hash, password }: { hash: string; password: string },
): Promise<void> {
  const next = await rehashPassword(hash, password);
  if (next === undefined) return;
  await db
    .updateTable('identity.account')
    .set({ password: next })
    .where('userId', '=', subject)
    .where('providerId', '=', 'credential')
    .where('password', '=', hash)
    .execute();
}

/** Sets a new password by an emailed link, which ends the account's sessions and its other links. Returns its
 * address. @throws AccountError `invalid_link` */
export async function resetPassword(
  { db, onEvent }: Omit<Parts, 'clock'>,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<string> {
  if (!(await findResetLink(db, token, { lock: false }))) throw new AccountError('invalid_link');
  const hash = await hashPassword(newPassword);
  return db.transaction().execute(async (tx) => {
    const account = await findResetLink(tx, token, { lock: true });
    if (!account) throw new AccountError('invalid_link');
    const { subject, email } = account;
    // Following the emailed link proves control of the mailbox.
    await verifyForOwner(tx, subject);
    await setPassword(tx, subject, hash);
    await onEvent({ kind: 'password_reset', subject }, tx);
    return email;
  });
}
