import { Refusal } from '#contracts/api-error.ts';
import type { Shop } from '#features/shop.ts';
import type { Identity } from '#platform/identity/identity-provider.ts';
import { refusalTexts } from '#texts/refusals.ts';
import { issueAccessToken } from './access-token.ts';
import { giveAdminRole } from './make-admin.ts';
import { saveIdentity } from './store.ts';

/**
 * Turns the identity provider's ID token into the shop's own access token (decision 1).
 * @throws Refusal `not_signed_in` when the token does not prove that the asker is `email`.
 */
export async function exchangeToken(
  shop: Shop,
  { email, idToken }: { email: string; idToken: string | undefined },
): Promise<{ token: string; expiresAt: Date }> {
  const identity = idToken && (await shop.identityProvider.verifyIdToken(idToken));
  if (!identity || identity.email !== email) throw new Refusal('not_signed_in', refusalTexts.signIn);
  const userId = await shop.db.transaction().execute(async (tx) => {
    const savedId = await saveIdentity(tx, identity);
    if (isConfiguredAdmin(shop, identity)) await giveAdminRole(shop, tx, savedId);
    return savedId;
  });
  const claims = { userId, sessionId: identity.sessionId };
  return issueAccessToken(shop.secrets.key('access-token'), claims, shop.clock.now());
}

/** The admin of the settings, once the provider says that the address is theirs. */
function isConfiguredAdmin({ config }: Shop, { email, emailVerified }: Identity): boolean {
  return emailVerified && config.admin?.email === email;
}
