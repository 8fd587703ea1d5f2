import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { AccountError } from '../identity-provider.ts';
import { endOtherSessions } from './account-store.ts';
import type { NoteIdentityEvent } from './identity-events.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { lockOwn, type OwnSession } from './second-factor.ts';

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
 * once, the second finds the current password wrong. better-auth's own call knows its session by the token
 * that rotates here, and would start another (decision 11).
 * @throws AccountError `no_password`, `not_current_password`, `not_signed_in` */
export async function changePassword(
  { db, clock, onEvent }: { db: Database; clock: Clock; onEvent: NoteIdentityEvent },
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
