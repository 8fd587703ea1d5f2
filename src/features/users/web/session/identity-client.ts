import { ReadableError } from '#ui/client/api-client.ts';

/** The signed-in user, from the identity provider's ID token. */
export type Account = { email: string; displayName: string; emailVerified: boolean };

/** An ID token for the shop, and the account that it proves. */
export type ProvenAccount = { idToken: string; account: Account };

/** The identity provider refused, or could not be reached. `message` is meant for the user. */
export class IdentityError extends ReadableError {
  override readonly name = 'IdentityError';
  readonly needsSignIn: boolean;

  constructor(message: string, { needsSignIn = false } = {}) {
    super(message);
    this.needsSignIn = needsSignIn;
  }
}

/** The browser's side of the identity provider. Methods that return a promise reject with `IdentityError` on
 * refusal. */
export interface IdentityClient {
  signIn(email: string, password: string): Promise<void>;
  signUp(name: string, email: string, password: string): Promise<void>;
  /** Opens the provider's window: call it directly from a click handler, or browsers block it. */
  signInWithGoogle(): Promise<void>;
  /** Ends the session at the provider and forgets it here. Never throws: the local session is removed in any
   * case. */
  signOut(): Promise<void>;
  /** Proves again, by the password, who is signed in (403 `fresh_sign_in_needed`). */
  confirmPassword(email: string, password: string): Promise<void>;
  requestPasswordReset(email: string): Promise<void>;
  resetPassword(token: string, password: string): Promise<void>;
  sendVerificationEmail(email: string): Promise<void>;
  verifyEmail(token: string): Promise<void>;
  /** Sets the signed-in user's new name at the provider, where the shop's server cannot. */
  rename(displayName: string): Promise<void>;
  /** A fresh ID token, if signed in. @throws IdentityError if the provider is unreachable; the session then
   * remains */
  idToken(): Promise<ProvenAccount | undefined>;
}

/** Reads the claims of an ID token without verifying it: the server does that. */
export function readAccount(idToken: string): Account {
  const payload = idToken.split('.')[1] ?? '';
  const binary = atob(payload.replace(/-/g, '+').replace(/_/g, '/'));
  const claims: { email?: string; email_verified?: boolean; name?: string } = JSON.parse(
    new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0))),
  );
  const email = (claims.email ?? '').toLowerCase();
  return { email, displayName: claims.name || email, emailVerified: claims.email_verified === true };
}
