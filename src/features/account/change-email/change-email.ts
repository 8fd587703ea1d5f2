import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import {
  type CurrentUser,
  findCurrentUser,
  findUserIdOfAccount,
  saveIdentity,
} from '#features/users/store.ts';
import { breaksConstraint, type DatabaseTransaction } from '#platform/database/database.ts';
import { findAccount } from '#platform/identity/embedded/account-store.ts';
import {
  type EmailChange,
  findEmailChange,
  makeEmailChange,
  requestEmailChange,
  undoEmailChange,
} from '#platform/identity/embedded/email-changes.ts';
import { lockOwn } from '#platform/identity/embedded/factors.ts';
import { AccountError } from '#platform/identity/identity-provider.ts';
import type { OwnSession } from '#platform/identity/sessions.ts';
import { lockPerson, untilLocked } from '../lock-person.ts';
import { changeEmailEmails } from './emails.ts';
import { CONFIRM_MS, readLink, UNDO_MS } from './links.ts';
import { endKeysSince, findMessageAddresses, moveMessages, moveOrders } from './store.ts';
import { emailChangeTexts as texts } from './texts.ts';

/** Asks for another address for an account, and emails a link there; a request replaces the one before.
 * @throws AppError conflict for the admin in the settings; invalid_input for the address that it has */
export async function askForEmailChange(
  context: AppContext,
  { userId, subject, email: oldEmail }: CurrentUser,
  newEmail: string,
): Promise<void> {
  if (context.config.admin?.email === oldEmail) throw new AppError('conflict', texts.adminBySettings);
  if (newEmail === oldEmail) throw new AppError('invalid_input', texts.sameEmail, { field: 'email' });
  await context.db.transaction().execute(async (tx) => {
    const now = context.clock.now();
    const changeId = await requestEmailChange(tx, { subject, oldEmail, newEmail }, now);
    // Whether the address is free is checked when the email is sent, so that the reply takes as long either
    // way.
    await enqueueEmail(context, tx, changeEmailEmails.confirm, { changeId });
    await recordAudit(context, tx, { action: 'email_change_asked', userId });
  });
}

/** Gives the account of a session the address that a link was emailed to. What
 * is known by the address follows.
 * @throws AccountError invalid_link, expired_link; AppError conflict if the address is taken */
export async function confirmEmailChange(
  context: AppContext,
  own: CurrentUser & OwnSession,
  token: string,
): Promise<void> {
  const changeId = await readLink(context, token, 'confirm');
  await untilLocked(context.db, (tx) => tryToConfirm(context, tx, own, changeId)).catch((error) =>
    explainTaken(error, texts.taken),
  );
}

async function tryToConfirm(
  context: AppContext,
  tx: DatabaseTransaction,
  { userId, subject, sessionId, displayName }: CurrentUser & OwnSession,
  changeId: string,
): Promise<true | undefined> {
  const { oldEmail, newEmail } = await findOpen(context, tx, changeId, subject);
  const current = await findCurrentUser(tx, userId);
  if (current?.email !== oldEmail) throw new AccountError('invalid_link');
  if (!(await lockPerson(tx, current, [newEmail]))) return undefined;
  // A link works once.
  const change = await findOpen(context, tx, changeId, subject);
  await lockOwn(tx, { subject, sessionId });
  const account = await findAccount(tx, subject);
  const now = context.clock.now();
  // An address that nobody has verified may be a stranger's: it can't get the account, and is not told.
  const undoUntil = account?.emailVerified ? new Date(now.getTime() + UNDO_MS) : undefined;
  const messages = undoUntil ? await findMessageAddresses(tx, oldEmail) : {};
  await makeEmailChange(tx, change, { sessionId, now, undoUntil, messages });
  await saveIdentity(tx, { subject, email: newEmail, emailVerified: true, displayName });
  await moveOrders(tx, userId, oldEmail, newEmail);
  await moveMessages(tx, Object.fromEntries(Object.keys(messages).map((id) => [id, newEmail])));
  await recordAudit(context, tx, { action: 'email_changed', userId });
  if (undoUntil) await enqueueEmail(context, tx, changeEmailEmails.changed, { changeId });
  await enqueueEmail(context, tx, changeEmailEmails.welcome, { to: newEmail, at: now.toISOString() });
  return true;
}

/** Finds a request of an account that can still be confirmed. @throws AccountError invalid_link,
 * expired_link */
async function findOpen(
  { clock }: AppContext,
  tx: DatabaseTransaction,
  changeId: string,
  subject: string,
): Promise<EmailChange> {
  const change = await findEmailChange(tx, changeId);
  if (change?.subject !== subject || change.confirmedAt) throw new AccountError('invalid_link');
  if (clock.now().getTime() - change.requestedAt.getTime() > CONFIRM_MS)
    throw new AccountError('expired_link');
  return change;
}

/** Undoes a change by the link that was emailed to the earlier address: the account is again what it was
 * before, and everyone is logged out. @throws AccountError invalid_link, expired_link; AppError conflict */
export async function undoChangeOfEmail(context: AppContext, token: string): Promise<void> {
  const changeId = await readLink(context, token, 'undo');
  await untilLocked(context.db, (tx) => tryToUndo(context, tx, changeId)).catch((error) =>
    explainTaken(error, texts.goneBack),
  );
}

async function tryToUndo(
  context: AppContext,
  tx: DatabaseTransaction,
  changeId: string,
): Promise<true | undefined> {
  const { subject, oldEmail } = await findMade(context, tx, changeId);
  const userId = await findUserIdOfAccount(tx, { subject });
  const current = userId && (await findCurrentUser(tx, userId));
  if (!current) throw new AccountError('invalid_link');
  if (!(await lockPerson(tx, current, [oldEmail]))) return undefined;
  const change = await findMade(context, tx, changeId);
  const { email: newEmail, displayName } = current;
  await endKeysSince(tx, current.userId, change.confirmedAt);
  const messages = await undoEmailChange(tx, change);
  await saveIdentity(tx, { subject, email: oldEmail, emailVerified: true, displayName });
  await moveOrders(tx, current.userId, newEmail, oldEmail);
  await moveMessages(tx, messages);
  await recordAudit(context, tx, { action: 'email_change_undone', userId: current.userId });
  const at = context.clock.now().toISOString();
  for (const to of new Set([oldEmail, newEmail]))
    await enqueueEmail(context, tx, changeEmailEmails.undone, { to, at });
  return true;
}

/** Finds a change that can still be undone. @throws AccountError invalid_link, expired_link */
async function findMade({ clock }: AppContext, tx: DatabaseTransaction, changeId: string) {
  const change = await findEmailChange(tx, changeId);
  if (!change?.confirmedAt || !change.undoUntil) throw new AccountError('invalid_link');
  if (change.undoUntil < clock.now()) throw new AccountError('expired_link');
  return { ...change, confirmedAt: change.confirmedAt };
}

function explainTaken(error: unknown, words: string): never {
  const isTaken = ['user_email_key', 'user_email_of_undo'].some((name) => breaksConstraint(error, name));
  throw isTaken ? new AppError('conflict', words) : error;
}
