import type { AppContext } from '#features/app-context.ts';
import type { EmbeddedIdentityOptions } from '#platform/identity/embedded/embedded-identity.ts';
import type { IdentitySettings } from '#platform/identity/identity-settings.ts';

/** The identity provider of the settings; the other one's libraries are not loaded. */
export async function chooseIdentity(
  settings: IdentitySettings,
  parts: Omit<EmbeddedIdentityOptions, 'google'>,
): Promise<Pick<AppContext, 'identityProvider' | 'embeddedIdentity'>> {
  if (settings.kind === 'firebase') {
    const { createFirebaseIdentity } = await import('#platform/identity/firebase/firebase-identity.ts');
    return { identityProvider: createFirebaseIdentity(settings, parts), embeddedIdentity: undefined };
  }
  const { createEmbeddedIdentity } = await import('#platform/identity/embedded/embedded-identity.ts');
  const embeddedIdentity = createEmbeddedIdentity({ ...parts, google: settings.google });
  return { identityProvider: embeddedIdentity, embeddedIdentity };
}
