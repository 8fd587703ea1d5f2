import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { findUser, grantAdmin } from './store.ts';

/** Gives the user with this address the admin role, which has its powers once the address is verified (decision 4). */
export async function makeAdmin(context: AppContext, email: string): Promise<'made' | 'already' | 'unknown'> {
  const user = await findUser(context.db, email);
  if (!user) return 'unknown';
  const isNew = await context.db.transaction().execute((tx) => giveAdminRole(context, tx, user.id));
  return isNew ? 'made' : 'already';
}

/** Gives a user the admin role, and writes it down; answers whether that changed anything. */
export async function giveAdminRole(
  context: AppContext,
  tx: DatabaseTransaction,
  userId: string,
): Promise<boolean> {
  const isNew = await grantAdmin(tx, userId);
  if (isNew) await recordAudit(context, tx, { action: 'role_given', userId, details: { role: 'admin' } });
  return isNew;
}
