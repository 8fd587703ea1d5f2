import { sessionTexts } from '#features/users/texts/session.ts';
import { type IdentityClient, IdentityError } from './identity-client.ts';
import { createKeptSession } from './kept-session.ts';
import type { PersistentStorage } from './persistent-storage.ts';

/**
 * Stands in for the provider's client, which is loaded when somebody signs in, or has signed in here before, as what is kept
 * of the session tells without it.
 */
export function createLazyIdentityClient(
  storage: PersistentStorage,
  load: () => Promise<IdentityClient>,
): IdentityClient {
  const kept = createKeptSession(storage);
  let loaded: Promise<IdentityClient> | undefined;

  function client(): Promise<IdentityClient> {
    loaded ??= load().catch(() => {
      // Not loaded this time; a later try may be luckier.
      loaded = undefined;
      throw new IdentityError(sessionTexts.unreachable);
    });
    return loaded;
  }

  return {
    isOtherSession: kept.isOtherSession,
    prepare: () =>
      void client().then(
        ({ prepare }) => prepare(),
        () => undefined,
      ),
    keep: kept.keep,
    signIn: async (email, password) => (await client()).signIn(email, password),
    signUp: async (name, email, password) => (await client()).signUp(name, email, password),
    signInWithGoogle: async () => (await client()).signInWithGoogle(),
    async signOut() {
      if (kept.token() === undefined) return;
      await client().then(
        ({ signOut }) => signOut(),
        () => kept.forget(),
      );
    },
    requestPasswordReset: async (email) => (await client()).requestPasswordReset(email),
    resetPassword: async (token, password) => (await client()).resetPassword(token, password),
    sendVerificationEmail: async (email) => (await client()).sendVerificationEmail(email),
    verifyEmail: async (token) => (await client()).verifyEmail(token),
    rename: async (displayName) => (await client()).rename(displayName),
    idToken: async () => (kept.token() === undefined ? undefined : (await client()).idToken()),
  };
}
