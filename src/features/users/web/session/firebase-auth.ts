import { initializeApp } from '@firebase/app';
import {
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
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
} from '@firebase/auth';
import type { FirebaseClientSettings } from '#contracts/shop-settings.ts';

/** The part of Firebase's client that the shop uses. Every method throws Firebase's own
 * errors. */
export type FirebaseAuth = ReturnType<typeof openFirebaseAuth>;
export type FirebaseUser = User;

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
    /** The account that is signed in here. */
    async currentUser(): Promise<User | null> {
      await auth.authStateReady();
      return auth.currentUser;
    },
    /** Asks Firebase whether the address is verified by now. */
    async isNowVerified(user: User): Promise<boolean> {
      await user.reload();
      return user.emailVerified;
    },
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
