import { initializeApp } from '@firebase/app';
import {
  type Auth,
  applyActionCode,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  browserSessionPersistence,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  onIdTokenChanged,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
} from '@firebase/auth';
import type { FirebaseClientSettings } from '#contracts/shop-settings.ts';

/** Another tab's sign-in reaches this tab's storage first and Firebase's client slightly later. */
const FOLLOW_WITHIN_MS = 3_000;

/** The part of Firebase's client that the shop uses. Every method except `userOf` throws Firebase's own
 * errors. */
export type FirebaseAuth = ReturnType<typeof openFirebaseAuth>;

/** Stores Firebase's session in the first of local storage, session storage and memory that works
 * (specification, section 4). */
export function openFirebaseAuth({ apiKey, authDomain, projectId, emulator }: FirebaseClientSettings) {
  const app = initializeApp({ apiKey, authDomain, projectId });
  const auth = initializeAuth(app, {
    persistence: [browserLocalPersistence, browserSessionPersistence, inMemoryPersistence],
  });
  if (emulator) connectAuthEmulator(auth, emulator, { disableWarnings: true });
  /** Where Firebase's own pages return to. */
  const backTo = (path: string) => ({ url: new URL(path, window.location.origin).href });

  return {
    /** The account with that id, if it is signed in here. */
    userOf: (uid: string) => findUser(auth, uid),
    signIn: async (email: string, password: string) =>
      (await signInWithEmailAndPassword(auth, email, password)).user,
    async signUp(displayName: string, email: string, password: string): Promise<User> {
      const { user } = await createUserWithEmailAndPassword(auth, email, password);
      // The account exists. Anything that fails from here on can be repeated from the profile.
      await updateProfile(user, { displayName }).catch(() => undefined);
      await sendEmailVerification(user, backTo('/dashboard')).catch(() => undefined);
      return user;
    },
    async signInWithGoogle(): Promise<User> {
      const google = new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' });
      return (await signInWithPopup(auth, google, browserPopupRedirectResolver)).user;
    },
    signOut: () => signOut(auth),
    rename: (user: User, displayName: string) => updateProfile(user, { displayName }),
    requestPasswordReset: (email: string) => sendPasswordResetEmail(auth, email, backTo('/login')),
    resetPassword: (code: string, password: string) => confirmPasswordReset(auth, code, password),
    sendVerificationEmail: (user: User) => sendEmailVerification(user, backTo('/dashboard')),
    verifyEmail: (code: string) => applyActionCode(auth, code),
  };
}

async function findUser(auth: Auth, uid: string): Promise<User | undefined> {
  await auth.authStateReady();
  if (auth.currentUser?.uid === uid) return auth.currentUser;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = onIdTokenChanged(auth, (user) => user?.uid === uid && resolve());
  const timer = setTimeout(resolve, FOLLOW_WITHIN_MS);
  await promise;
  clearTimeout(timer);
  stop();
  return auth.currentUser?.uid === uid ? auth.currentUser : undefined;
}
