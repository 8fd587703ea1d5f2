import type { SignedIn } from '#features/users/sign-in-contract.ts';
import { firebaseTexts, otherFirebaseText } from '#features/users/texts/providers.ts';
import { sessionTexts } from '#features/users/texts/session.ts';
import type { FirebaseAuth, FirebaseUser } from './firebase-auth.ts';
import { type IdentityClient, IdentityError } from './identity-client.ts';

/** Firebase's code of an error, without `auth/`; empty for any other error. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('auth/') ? code.slice('auth/'.length) : '';
}

const firebaseMessage = (error: unknown) => firebaseTexts[codeOf(error)] ?? otherFirebaseText;

/** The field of the form that Firebase refuses. */
const fieldOf = (error: unknown) =>
  /^(weak-password|password-does)/.test(codeOf(error)) ? 'password' : undefined;

const refuse = async () => {
  throw new IdentityError(otherFirebaseText);
};

const isUnknownAccount = (error: unknown) => codeOf(error) === 'user-not-found';

/** Client of Firebase Authentication: the proof of a sign-in is an ID token. */
export function createFirebaseIdentityClient(firebase: FirebaseAuth): IdentityClient {
  // Set when the account has changed since the last proof.
  let isStale = false;

  /** Waits for Firebase's client. @throws IdentityError with Firebase's error as a message */
  async function ask<Result>(answer: Promise<Result>): Promise<Result> {
    try {
      return await answer;
    } catch (error) {
      throw error instanceof IdentityError
        ? error
        : new IdentityError(firebaseMessage(error), fieldOf(error));
    }
  }

  async function currentUser(): Promise<FirebaseUser> {
    const user = await firebase.currentUser();
    if (!user) throw new IdentityError(sessionTexts.pleaseSignIn);
    return user;
  }

  const prove = (user: Promise<FirebaseUser>, isNewlyAsked = false): Promise<SignedIn> =>
    ask(
      user.then(async (known) => ({
        token: await known.getIdToken(isNewlyAsked),
        email: (known.email ?? '').toLowerCase(),
        secondFactor: [],
      })),
    );

  return {
    signIn: (email, password) => prove(firebase.signIn(email, password)),
    // The name was given after the first token was issued.
    signUp: (name, email, password) => prove(firebase.signUp(name, email, password), true),
    signInWithGoogle: () => prove(firebase.signInWithGoogle()),
    // Firebase asks for its own second step, if any.
    signInWithPasskey: refuse,
    choosePasskey: refuse,
    passByCode: refuse,
    passByPasskey: refuse,
    async signOut() {
      await firebase.signOut().catch(() => undefined);
    },
    // A sign-in changes the time that Firebase's tokens tell.
    async confirmPassword(email, password) {
      await ask(firebase.signIn(email, password));
      isStale = true;
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
    async renewedProof() {
      const user = await firebase.currentUser();
      if (!user || !(isStale || (await ask(firebase.isNowVerified(user))))) return undefined;
      isStale = false;
      return prove(Promise.resolve(user), true);
    },
  };
}
