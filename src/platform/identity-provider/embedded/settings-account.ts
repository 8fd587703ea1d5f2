import type { Database } from '#platform/database/database.ts';
import { addAccount, lockAccount, markEmailVerified, setSettingsPassword } from './account-store.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

/** An account as the settings want it. `email` is in lower case. */
export type SettingsAccount = { email: string; password: string; name: string };

/**
 * Sees to it that an account exists, is verified and can be signed in to with the password of the settings. That
 * password is set when the account is made or first named in the settings, and when the setting has changed since;
 * a password that its owner has changed otherwise stays. Setting it ends every session, because whoever made the
 * account before may have been somebody else. Answers the account's subject and
 * its name, which is the settings' only for a new account.
 */
export async function ensureSettingsAccount(
  db: Database,
  account: SettingsAccount,
): Promise<{ subject: string; displayName: string }> {
  const { email, password, name } = account;
  const { settingsHash } = await db.transaction().execute(async (tx) => {
    await addAccount(tx, { email, name });
    return lockAccount(tx, email);
  });
  // Hashing takes a while, so it happens between the transactions.
  const isApplied = settingsHash !== null && (await verifyPassword(settingsHash, password));
  const hash = isApplied ? undefined : await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const { subject, displayName } = await lockAccount(tx, email);
    await markEmailVerified(tx, subject);
    if (hash) await setSettingsPassword(tx, subject, hash);
    return { subject, displayName };
  });
}
