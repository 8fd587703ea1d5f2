import { firebaseTexts, otherFirebaseText } from '#features/users/texts/providers.ts';
import { sessionTexts } from '#features/users/texts/session.ts';
import type { FirebaseAuth } from './firebase-auth.ts';
import { type IdentityClient, IdentityError, readAccount } from './identity-client.ts';
import type { SavedSession } from './saved-session.ts';

/** Codes that mean the session has ended: only signing in again helps. */
const endings = new Set(['user-token-expired', 'user-disabled', 'user-not-found', 'invalid-user-token']);

/** Firebase's code of an error, without `auth/`; empty for any other error. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('auth/') ? code.slice('auth/'.length) : '';
}

const firebaseMessage = (error: unknown) => firebaseTexts[codeOf(error)] ?? otherFirebaseText;

const refuse = async () => {
  throw new IdentityError(otherFirebaseText);
};

const isUnknownAccount = (error: unknown) => codeOf(error) === 'user-not-found';

/** Client of Firebase Authentication. The saved session is only the account's id. */
export function createFirebaseIdentityClient(firebase: FirebaseAuth, kept: SavedSession): IdentityClient {
  // Set when the account has changed since the current token was issued.
  let isStale = false;

  /** Waits for Firebase's client. @throws IdentityError with Firebase's error as a message */
  async function ask<Result>(answer: Promise<Result>): Promise<Result> {
    try {
      return await answer;
    } catch (error) {
      throw error instanceof IdentityError ? error : new IdentityError(firebaseMessage(error));
    }
  }

  async function currentUser() {
    const uid = kept.token();
    const user = uid === undefined ? undefined : await firebase.userOf(uid);
    if (!user) throw new IdentityError(sessionTexts.pleaseSignIn, { needsSignIn: true });
    return user;
  }

  /** A current ID token of the saved account; `undefined` if its session has ended. */
  async function freshToken(uid: string): Promise<string | undefined> {
    try {
      const user = await firebase.userOf(uid);
      const token = await user?.getIdToken(isStale);
      isStale = false;
      if (!user || !token || readAccount(token).emailVerified) return token;
      // After following the link in the email, the user still has a token from before.
      return await user.getIdToken(true);
    } catch (error) {
      if (endings.has(codeOf(error))) return undefined;
      throw new IdentityError(firebaseMessage(error));
    }
  }

  async function idToken(): ReturnType<IdentityClient['idToken']> {
    const uid = kept.token();
    if (uid === undefined) return undefined;
    const token = await freshToken(uid);
    // Someone signed in or out meanwhile, here or in another tab.
    if (kept.token() !== uid) return idToken();
    if (token) return { idToken: token, account: readAccount(token) };
    kept.forget();
    return undefined;
  }

  return {
    async signIn(email, password) {
      kept.keep((await ask(firebase.signIn(email, password))).uid);
      return undefined;
    },
    async signUp(name, email, password) {
      const { uid } = await ask(firebase.signUp(name, email, password));
      isStale = true;
      kept.keep(uid);
      return undefined;
    },
    async signInWithGoogle() {
      kept.keep((await ask(firebase.signInWithGoogle())).uid);
      return undefined;
    },
    // Firebase asks for its own second step, if any.
    signInWithPasskey: refuse,
    choosePasskey: refuse,
    passByCode: refuse,
    findFactors: async () => undefined,
    async signOut() {
      kept.forget();
      await firebase.signOut().catch(kept.forget);
    },
    // A sign-in changes the time that Firebase's tokens tell.
    async confirmPassword(email, password) {
      isStale = (await ask(firebase.signIn(email, password))).uid === kept.token();
    },
    requestPasswordReset: (email) =>
      ask(
        firebase.requestPasswordReset(email).catch((error: unknown) => {
          if (!isUnknownAccount(error)) throw error;
        }),
      ),
    resetPassword: (token, password) => ask(firebase.resetPassword(token, password)),
    sendVerificationEmail: () => ask(currentUser().then(firebase.sendVerificationEmail)),
    async verifyEmail(token) {
      await ask(firebase.verifyEmail(token));
      isStale = true;
    },
    async rename(displayName) {
      await ask(currentUser().then((user) => firebase.rename(user, displayName)));
      isStale = true;
    },
    idToken,
  };
}
