import { recordAudit } from '#features/audit/record-audit.ts';
import type { Shop } from '#features/shop.ts';
import { findAsker, findUserIdOfAccount } from './store.ts';

/**
 * Signs the user with this address out everywhere: access tokens end with the sessions they came of. The password stays
 * as it is.
 */
export async function endSessions(shop: Shop, email: string): Promise<'ended' | 'unknown'> {
  const userId = await findUserIdOfAccount(shop.db, { email });
  const user = userId && (await findAsker(shop.db, userId));
  if (!user) return 'unknown';
  await shop.identityProvider.endSessions(user.subject);
  await recordAudit(shop, shop.db, { action: 'sessions ended', userId: user.userId });
  return 'ended';
}
