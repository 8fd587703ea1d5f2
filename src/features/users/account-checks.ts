import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { AuditAction } from '#features/audit/contract.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { isSessionThere } from '#platform/identity/sessions.ts';
import { errorTexts } from '#texts/errors.ts';
import { type CurrentUser, hasVerifiedAddress, isOnlyAdmin, lockBlockedReason } from './store.ts';

/** Refuses blocked users, and locks the row so that the user is not blocked before the transaction ends.
 * @throws AppError account_blocked */
export async function assertNotBlocked(
  { details }: Pick<AppContext, 'details'>,
  tx: DatabaseTransaction,
  userId: string,
): Promise<void> {
  const reason = await lockBlockedReason(tx, userId);
  if (reason === null) return;
  const { contact } = await details.read(tx);
  throw new AppError('account_blocked', errorTexts.blocked(reason, contact.email));
}

/** Refuses accounts whose address has not been proved to be theirs (decision 81): what is sent there would
 * reach anyone who signed up with it. `words`: the message to the user or staff. @throws AppError
 * email_not_verified */
export async function assertVerified(db: Database, userId: string, words: string): Promise<void> {
  if (await hasVerifiedAddress(db, { userId })) return;
  throw new AppError('email_not_verified', words);
}

/** Refuses a session that has ended since the call began, as when a stranger's change of the address is
 * undone; the user's row must be locked. @throws AppError not_signed_in */
export async function assertStillSignedIn(
  tx: DatabaseTransaction,
  { sessionId }: CurrentUser,
): Promise<void> {
  if (sessionId === undefined || (await isSessionThere(tx, sessionId))) return;
  throw new AppError('not_signed_in', errorTexts.signIn);
}

type Favour = {
  currentUser: Pick<CurrentUser, 'userId'>;
  ownerId: string;
  what: AuditAction;
  orderId?: string;
};

/** Prevents users from acting as staff on their own account: `what` has to be done by another person if it is
 * for `ownerId` (decision 46). An admin without another admin may do it; that is audited and shown on
 * Overview. @throws AppError own_account */
export async function assertNotOwn(
  context: AppContext,
  tx: DatabaseTransaction,
  { currentUser: { userId }, ownerId, what, orderId }: Favour,
): Promise<void> {
  if (userId !== ownerId) return;
  if (!(await isOnlyAdmin(tx, userId))) throw new AppError('own_account', errorTexts.ownAccount);
  await recordAudit(context, tx, {
    action: 'acted_for_oneself',
    userId,
    ...(orderId !== undefined && { orderId }),
    details: { what },
  });
}
