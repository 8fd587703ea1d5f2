import { AppError } from '#contracts/app-error.ts';
import { hasNoEmail } from '#contracts/email.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { erasedEmailHash } from '#features/orders/erased-email.ts';
import { awaitsPayment } from '#features/orders/order-states.ts';
import { moveOrders } from '#features/orders/store.ts';
import { endQuote } from '#features/quotes/end-quote.ts';
import { findCurrentUser } from '#features/users/store.ts';
import { currentActor } from '#platform/actor.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { breaksConstraint, type DatabaseTransaction } from '#platform/database/database.ts';
import { endSessionsOf } from '#platform/identity/sessions.ts';
import { errorTexts } from '#texts/errors.ts';
import { erasureEmails } from './emails.ts';
import { lockPerson, untilLocked } from './lock-person.ts';
import {
  deleteCopies,
  deletePersonalRows,
  eraseAuditTexts,
  eraseUser,
  findAddresses,
  findIdentifyingTexts,
  findOpenOrder,
  replacePerson,
} from './store.ts';
import { accountErasureTexts as texts } from './texts.ts';

/** The log line of an erasure, from which it is repeated after an older backup was restored. */
export const ERASED_LINE = 'an account was erased';

/** Erases a user's account and personal data in one transaction (decision 105): orders stay without the
 * person, and invoices as they were issued. @throws AppError not_found; conflict if a payment, refund, or
 * delivery is under way, for the last admin, and for the admin in the settings */
export async function eraseAccount(context: AppContext, userId: string): Promise<{ deletedCount: number }> {
  try {
    await untilLocked(context.db, (tx) => tryToErase(context, tx, userId));
    context.log.info({ userId }, ERASED_LINE);
    return { deletedCount: 1 };
  } catch (error) {
    if (breaksConstraint(error, 'users_keep_an_admin')) throw new AppError('conflict', errorTexts.lastAdmin);
    throw error;
  }
}

/** Returns `undefined` if the user could not be locked, and the erasure has to start again. */
async function tryToErase(
  context: AppContext,
  tx: DatabaseTransaction,
  userId: string,
): Promise<true | undefined> {
  const user = await findCurrentUser(tx, userId);
  if (!user) throw new AppError('not_found', errorTexts.noSuchUser);
  const { subject, email } = user;
  if (context.config.admin?.email === email) throw new AppError('conflict', texts.adminBySettings);
  const locked = await lockPerson(tx, { userId, email });
  if (!locked) return undefined;
  const { orders, quotes } = locked;
  const open = await findOpenOrder(tx, userId);
  if (open) {
    const reasons = currentActor().userId === userId ? texts.ownReasons : texts.reasons;
    const { contact } = await context.details.read(tx);
    throw new AppError('conflict', reasons[open.reason](open.number, contact.email));
  }
  for (const quote of quotes) await endQuote(context, tx, { quote, orders }, 'withdrawn');

  const now = context.clock.now();
  const { email_verified: isVerified } = await tx
    .selectFrom('users')
    .select('email_verified')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const known = await findIdentifyingTexts(tx, userId);
  const emails = await findAddresses(tx, { subject, email });
  await deletePersonalRows(tx, { userId, emails, isVerified });
  const unpaid = orders.filter(({ state }) => awaitsPayment(state));
  await moveOrders(tx, unpaid, { kind: 'deleted', at: now });
  await replacePerson(tx, userId, hasNoEmail(email) ? null : erasedEmailHash(context.secrets, email));
  await eraseUser(tx, { userId, subject }, now);
  await eraseAuditTexts(tx, userId);
  await deleteCopies(tx, { emails, isVerified, texts: known });
  // A customer without an email has no account to log in to.
  if (!hasNoEmail(email)) await deleteAccount(context, tx, subject);
  // Sessions last, as in `lockFactors`.
  await endSessionsOf(tx, subject);
  await recordAudit(context, tx, { action: 'account_erased', userId });
  // Nothing else is sent to an address that nobody has verified (decision 81).
  if (isVerified) await enqueueEmail(context, tx, erasureEmails.erased, { to: email });
  await invalidateEverywhere(tx);
  return true;
}

async function deleteAccount(context: AppContext, tx: DatabaseTransaction, subject: string): Promise<void> {
  if (context.embeddedIdentity) await context.embeddedIdentity.deleteAccount(subject, tx);
  else await context.jobs.enqueue(tx, 'delete-identity', { subject });
}
