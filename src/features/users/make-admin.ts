import { recordAudit } from '#features/audit/record-audit.ts';
import type { Shop } from '#features/shop.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { findUser, grantAdmin } from './store.ts';

/**
 * Gives the user with this address the admin role. It has its powers once the address is verified (decision 4).
 * There is no call that takes the role away, so the last admin keeps it.
 */
export async function makeAdmin(shop: Shop, email: string): Promise<'made' | 'already' | 'unknown'> {
  const user = await findUser(shop.db, email);
  if (!user) return 'unknown';
  const isNew = await shop.db.transaction().execute((tx) => giveAdminRole(shop, tx, user.id));
  return isNew ? 'made' : 'already';
}

/** Gives a user the admin role, and writes it down; answers whether that changed anything. */
export async function giveAdminRole(shop: Shop, tx: DatabaseTransaction, userId: string): Promise<boolean> {
  const isNew = await grantAdmin(tx, userId);
  if (isNew) await recordAudit(shop, tx, { action: 'role given', userId, details: { role: 'admin' } });
  return isNew;
}
