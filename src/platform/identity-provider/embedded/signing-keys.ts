import { symmetricDecrypt } from 'better-auth/crypto';
import type { Database } from '#platform/database/database.ts';
import { deleteSigningKeys, findNewestPrivateKey } from './account-store.ts';

/**
 * Drops the signing keys when they were encrypted under another secret: after `SHOP_SECRET` has been changed nobody
 * could get an ID token any more. The next one makes a new key.
 */
export async function dropUnreadableKeys(db: Database, secret: string): Promise<void> {
  const privateKey = await findNewestPrivateKey(db);
  if (privateKey === undefined) return;
  try {
    await symmetricDecrypt({ key: secret, data: JSON.parse(privateKey) });
  } catch {
    await deleteSigningKeys(db);
  }
}
