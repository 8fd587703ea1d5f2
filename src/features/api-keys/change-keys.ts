import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { type Scope, scopeFacts } from '#contracts/scopes.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { assertNotBlocked, assertStillSignedIn, assertVerified } from '#features/users/account-checks.ts';
import { makeApiKey } from '#features/users/api-key.ts';
import { type CurrentUser, lockUser } from '#features/users/store.ts';
import { MAX_API_KEYS, type NewApiKey } from './contract.ts';
import { apiKeyEmails } from './emails.ts';
import { findFreePlace, insertApiKey, removeApiKey } from './store.ts';
import { apiKeyCallTexts as texts } from './texts.ts';

/** Makes a key for a person, who is emailed. @throws AppError invalid_input for an end in the past and for
 * scopes beyond their role; not_signed_in; account_blocked; email_not_verified; conflict for too many */
export async function addApiKey(
  context: AppContext,
  currentUser: CurrentUser,
  { name, expiresAt, addresses = [], ...given }: NewApiKey,
): Promise<{ _id: string; key: string }> {
  const { userId, email } = currentUser;
  const now = context.clock.now();
  if (expiresAt !== undefined && new Date(expiresAt) <= now)
    throw new AppError('invalid_input', texts.pastEnd, { field: 'expiresAt' });
  const scopes = [...new Set(given.scopes)];
  const useless = scopes.find((scope) => !isOfUse(scope, currentUser));
  if (useless) throw new AppError('invalid_input', texts.notForRole(useless), { field: 'scopes' });
  const _id = uuid();
  const { key, hash, lastFour } = makeApiKey();
  await context.db.transaction().execute(async (tx) => {
    // Until this commits, nobody else makes a key for the person, changes their role, or blocks them.
    await lockUser(tx, userId);
    await assertNotBlocked(context, tx, userId);
    await assertVerified(tx, userId, texts.verifyFirst);
    await assertStillSignedIn(tx, currentUser);
    const place = await findFreePlace(tx, userId);
    if (place === undefined) throw new AppError('conflict', texts.tooMany(MAX_API_KEYS));
    await insertApiKey(tx, {
      ...{ id: _id, user_id: userId, place, name, scopes, addresses, hash, last_four: lastFour },
      ...{ created_at: now, expires_at: expiresAt ? new Date(expiresAt) : null },
    });
    await recordAudit(context, tx, {
      action: 'api_key_added',
      userId,
      details: { keyId: _id, scopes: scopes.join(', ') },
    });
    await enqueueEmail(context, tx, apiKeyEmails.added, { to: email, name, lastFour, scopes });
  });
  return { _id, key };
}

const isOfUse = (scope: Scope, { isStaff, isAdmin }: CurrentUser) =>
  ({ user: true, staff: isStaff, admin: isAdmin })[scopeFacts[scope].role];

/** Deletes a person's own key; an admin's call deletes anyone's. @throws AppError not_found */
export function deleteApiKey(
  context: AppContext,
  { userId, isAdmin }: CurrentUser,
  id: string,
): Promise<{ deletedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    const removed = await removeApiKey(tx, { id, ownerId: isAdmin ? undefined : userId });
    if (!removed) throw new AppError('not_found', texts.noSuchKey);
    await recordAudit(context, tx, {
      action: 'api_key_deleted',
      userId: removed.user_id,
      details: { keyId: id },
    });
    return { deletedCount: 1 };
  });
}
