import { findUser, grantAdmin } from '#modules/users/user-store.ts';
import type { Database } from '#platform/database/database.ts';

/**
 * Gives the user with this address the admin role. It has its powers once the address is verified (decision 4).
 * There is no call that takes the role away, so the last admin keeps it.
 */
export async function makeAdmin(db: Database, email: string): Promise<'made' | 'already' | 'unknown'> {
  const user = await findUser(db, email);
  if (!user) return 'unknown';
  return (await grantAdmin(db, user.id)) ? 'made' : 'already';
}
