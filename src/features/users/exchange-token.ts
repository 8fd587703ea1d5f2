import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { Identity } from '#platform/identity/identity-provider.ts';
import { errorTexts } from '#texts/errors.ts';
import { issueAccessToken } from './access-token.ts';
import { giveRole } from './make-admin.ts';
import { saveIdentity } from './store.ts';

/** Exchanges an ID token for an access token (decision 1). @throws AppError
 * `not_signed_in` unless it proves `email`. */
export async function exchangeToken(
  context: AppContext,
  { email, idToken }: { email: string; idToken: string | undefined },
): Promise<{ token: string; expiresAt: Date }> {
  const identity = idToken && (await context.identityProvider.verifyIdToken(idToken));
  if (!identity || identity.email !== email) throw new AppError('not_signed_in', errorTexts.signIn);
  const userId = await context.db.transaction().execute(async (tx) => {
    const savedId = await saveIdentity(tx, identity);
    if (isConfiguredAdmin(context, identity)) await giveRole(context, tx, savedId, 'admin');
    return savedId;
  });
  const claims = { userId, sessionId: identity.sessionId };
  return issueAccessToken(context.secrets.key('access-token'), claims, context.clock.now());
}

/** The admin of the settings, once the provider says that the address is theirs. */
function isConfiguredAdmin({ config }: AppContext, { email, emailVerified }: Identity): boolean {
  return emailVerified && config.admin?.email === email;
}
