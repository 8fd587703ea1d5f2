import { AppError } from '#contracts/app-error.ts';
import { hasNoEmail } from '#contracts/email.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findCurrentUser, findUser, giveOpenedAccount, isOpenedByStaff } from '#features/users/store.ts';
import { breaksConstraint, type DatabaseTransaction } from '#platform/database/database.ts';
import { createAccount, findAccount } from '#platform/identity/embedded/account-store.ts';
import type { EmbeddedIdentity } from '#platform/identity/embedded/embedded-identity.ts';
import { errorTexts } from '#texts/errors.ts';
import { lockPerson, untilLocked } from '../lock-person.ts';
import { customerEmailTexts as texts } from '../texts.ts';
import { moveOrders } from './store.ts';

/** Gives a customer whom staff added the account of an address. It has no password yet: whoever sets one by
 * the link emailed there has verified it. @throws AppError not_found; conflict once somebody has logged in,
 * for an address that has an account, and at Firebase */
export async function giveEmail(
  context: AppContext,
  { email, newEmail }: { email: string; newEmail: string },
): Promise<void> {
  const accounts = embeddedAccounts(context);
  const isTaken = (error: unknown) =>
    ['users_email_key', 'user_email_of_undo'].some((name) => breaksConstraint(error, name));
  await untilLocked(context.db, (tx) => tryToGive(context, tx, email, newEmail)).catch((error) => {
    throw isTaken(error) ? new AppError('conflict', texts.taken, { field: 'email' }) : error;
  });
  await accounts.calls.requestReset(newEmail);
}

async function tryToGive(
  context: AppContext,
  tx: DatabaseTransaction,
  email: string,
  newEmail: string,
): Promise<true | undefined> {
  const user = await findUser(tx, email);
  const current = user && (await findCurrentUser(tx, user.id));
  if (!current) throw new AppError('not_found', errorTexts.noSuchUser);
  const { userId, displayName: name } = current;
  if (!(await lockPerson(tx, current, [newEmail]))) return undefined;
  const isOwned = (await findAccount(tx, current.subject))?.emailVerified;
  if (isOwned || !(await isOpenedByStaff(tx, userId))) throw new AppError('conflict', texts.ownAccount);
  const subject = await createAccount(tx, { name, email: newEmail, emailVerified: false });
  if (subject === undefined) throw new AppError('conflict', texts.taken, { field: 'email' });
  await giveOpenedAccount(tx, userId, { subject, email: newEmail });
  await moveOrders(tx, userId, email, newEmail);
  // That of a mistyped address.
  if (!hasNoEmail(email)) await embeddedAccounts(context).deleteAccount(current.subject, tx);
  await recordAudit(context, tx, { action: 'customer_email_given', userId });
  return true;
}

/** Emails a customer the link to verify their address with again. @throws AppError not_found; conflict
 * without an address, if it is verified, and at Firebase; AccountError */
export async function resendVerification(context: AppContext, email: string): Promise<void> {
  const { calls } = embeddedAccounts(context);
  const user = await findUser(context.db, email);
  const current = user && (await findCurrentUser(context.db, user.id));
  if (!current) throw new AppError('not_found', errorTexts.noSuchUser);
  if (hasNoEmail(email)) throw new AppError('conflict', texts.noEmail);
  if (current.emailVerified) throw new AppError('conflict', texts.verified);
  // Nobody can log in there to use the other link.
  if (user.opened_by_staff) await calls.requestReset(email);
  else await calls.sendVerification(current.subject, email);
  await recordAudit(context, context.db, { action: 'verification_resent', userId: current.userId });
}

function embeddedAccounts({ embeddedIdentity }: AppContext): EmbeddedIdentity {
  if (!embeddedIdentity) throw new AppError('conflict', texts.atFirebase);
  return embeddedIdentity;
}
