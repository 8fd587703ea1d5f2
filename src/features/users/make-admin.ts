import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { UserRole } from './roles-contract.ts';
import { findUser, updateRole } from './store.ts';

/** Gives the user with this address the admin role, which has its powers once the
 * address is verified (decision 4). */
export async function makeAdmin(context: AppContext, email: string): Promise<'made' | 'already' | 'unknown'> {
  const user = await findUser(context.db, email);
  if (!user) return 'unknown';
  const isNew = await context.db.transaction().execute((tx) => giveRole(context, tx, user.id, 'admin'));
  return isNew ? 'made' : 'already';
}

/** Gives a user a role, and writes it down; answers whether that changed anything. */
export async function giveRole(
  context: AppContext,
  tx: DatabaseTransaction,
  userId: string,
  role: Exclude<UserRole, 'user'>,
): Promise<boolean> {
  const isNew = await updateRole(tx, userId, role);
  if (isNew) await recordAudit(context, tx, { action: 'role_given', userId, details: { role } });
  return isNew;
}
