import type { FirebaseClientSettings } from '#contracts/shop-settings.ts';
import { firebaseTexts, otherFirebaseText } from '#features/users/texts/providers.ts';
import { sessionTexts } from '#features/users/texts/session.ts';
import {
  type IdentityClient,
  IdentityError,
  readAccount,
} from '#features/users/web/session/identity-client.ts';
import { createKeptSession } from '#features/users/web/session/kept-session.ts';
import type { PersistentStorage } from '#features/users/web/session/persistent-storage.ts';
import type { FirebaseAuth } from './firebase-auth.ts';

/** The session behind these has ended: signing in anew is all that helps. */
const endings = new Set(['user-token-expired', 'user-disabled', 'user-not-found', 'invalid-user-token']);

/** Firebase's code of an error, without `auth/`; empty for any other error. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('auth/') ? code.slice('auth/'.length) : '';
}

/** What to tell a person about an error of Firebase's. */
export function firebaseWords(error: unknown): string {
  return firebaseTexts[codeOf(error)] ?? otherFirebaseText;
}

/** Whether an error says that a session has ended. */
export function isSessionEnd(error: unknown): boolean {
  return endings.has(codeOf(error));
}

/** Whether an error says that there is no such account. */
export function isUnknownAccount(error: unknown): boolean {
  return codeOf(error) === 'user-not-found';
}

type OpenAuth = (settings: FirebaseClientSettings) => Promise<FirebaseAuth>;

const openInChunk: OpenAuth = async (settings) =>
  (await import('./firebase-auth.ts')).openFirebaseAuth(settings);

/**
 * Speaks to Firebase Authentication. Its client is large, so it is loaded when somebody signs in, or has signed in here
 * before: that their account's name is kept with the session tells so without it.
 */
export function createFirebaseIdentityClient(
  settings: FirebaseClientSettings,
  storage: PersistentStorage,
  open: OpenAuth = openInChunk,
): IdentityClient {
  const kept = createKeptSession(storage);
  let opened: Promise<FirebaseAuth> | undefined;
  // The token at hand says less than the account does by now.
  let isStale = false;

  function auth(): Promise<FirebaseAuth> {
    opened ??= open(settings).catch(() => {
      // Not loaded this time; a later try may be luckier.
      opened = undefined;
      throw new IdentityError(sessionTexts.unreachable);
    });
    return opened;
  }

  /** Does something with Firebase's client. @throws IdentityError with Firebase's refusal in words */
  async function ask<Result>(work: (auth: FirebaseAuth) => Promise<Result>): Promise<Result> {
    const client = await auth();
    try {
      return await work(client);
    } catch (error) {
      throw error instanceof IdentityError ? error : new IdentityError(firebaseWords(error));
    }
  }

  async function currentUser(client: FirebaseAuth) {
    const uid = kept.token();
    const user = uid === undefined ? undefined : await client.userOf(uid);
    if (!user) throw new IdentityError(sessionTexts.pleaseSignIn, { needsSignIn: true });
    return user;
  }

  /** An ID token of the account that is kept, with what is known of it by now; `undefined` when its session has ended. */
  async function freshToken(uid: string): Promise<string | undefined> {
    const client = await auth();
    try {
      const user = await client.userOf(uid);
      const token = await user?.getIdToken(isStale);
      isStale = false;
      if (!user || !token || readAccount(token).emailVerified) return token;
      // Somebody who has just followed the mail's link has a token of before.
      return await user.getIdToken(true);
    } catch (error) {
      if (isSessionEnd(error)) return undefined;
      throw new IdentityError(firebaseWords(error));
    }
  }

  async function idToken(): ReturnType<IdentityClient['idToken']> {
    const uid = kept.token();
    if (uid === undefined) return undefined;
    const token = await freshToken(uid);
    // Somebody signed in or out meanwhile, here or in another tab.
    if (kept.token() !== uid) return idToken();
    if (token) return { idToken: token, account: readAccount(token) };
    kept.forget();
    return undefined;
  }

  return {
    isOtherSession: kept.isOtherSession,
    // The server begins no session of another provider’s.
    keep: () => undefined,
    prepare: () => void auth().catch(() => undefined),
    async signIn(email, password) {
      kept.keep((await ask((client) => client.signIn(email, password))).uid);
    },
    async signUp(name, email, password) {
      const { uid } = await ask((client) => client.signUp(name, email, password));
      isStale = true;
      kept.keep(uid);
    },
    async signInWithGoogle() {
      kept.keep((await ask((client) => client.signInWithGoogle())).uid);
    },
    async signOut() {
      if (kept.token() === undefined) return;
      kept.forget();
      await ask((client) => client.signOut()).catch(() => undefined);
      // Firebase's own record, in case its client could not be loaded to remove it.
      storage.removeItem(`firebase:authUser:${settings.apiKey}:[DEFAULT]`);
    },
    requestPasswordReset: (email) =>
      ask((client) =>
        client.requestPasswordReset(email).catch((error: unknown) => {
          if (!isUnknownAccount(error)) throw error;
        }),
      ),
    resetPassword: (token, password) => ask((client) => client.resetPassword(token, password)),
    sendVerificationEmail: () =>
      ask(async (client) => client.sendVerificationEmail(await currentUser(client))),
    verifyEmail: (token) =>
      ask(async (client) => {
        await client.verifyEmail(token);
        isStale = true;
      }),
    rename: (displayName) =>
      ask(async (client) => {
        await client.rename(await currentUser(client), displayName);
        isStale = true;
      }),
    idToken,
  };
}
