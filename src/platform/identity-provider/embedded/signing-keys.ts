import { symmetricDecrypt } from 'better-auth/crypto';
import type { Database } from '#platform/database/database.ts';
import { deleteSigningKeys, findNewestPrivateKey } from './account-store.ts';

/**
 * Drops the signing keys when they were encrypted under another secret: after `SHOP_SECRET` has been changed nobody
 * could get an ID token any more. The next one makes a new key.
 */
export async function dropUnreadableKeys(db: Database, secret: string): Promise<void> {
  if (!(await isKeyReadable(db, secret))) await deleteSigningKeys(db);
}

/** Whether the key that ID tokens are signed with can be read under this secret; also where there is none yet. */
export async function isKeyReadable(db: Database, secret: string): Promise<boolean> {
  const privateKey = await findNewestPrivateKey(db);
  if (privateKey === undefined) return true;
  try {
    await symmetricDecrypt({ key: secret, data: JSON.parse(privateKey) });
    return true;
  } catch {
    return false;
  }
}
