import { ReadableError } from '#ui/client/api-client.ts';

/** Who is signed in, as the identity provider's ID token says it. */
export type Account = { email: string; displayName: string; emailVerified: boolean };

/** A proof of identity to hand to the shop, and whose it is. */
export type ProvenAccount = { idToken: string; account: Account };

/** The identity provider said no, or could not be reached. `message` is meant to be read by the person. */
export class IdentityError extends ReadableError {
  override readonly name = 'IdentityError';
  readonly needsSignIn: boolean;

  constructor(message: string, { needsSignIn = false } = {}) {
    super(message);
    this.needsSignIn = needsSignIn;
  }
}

/** The browser's side of the identity provider. Those that answer a promise
 * throw `IdentityError` when refused. */
export interface IdentityClient {
  signIn(email: string, password: string): Promise<void>;
  signUp(name: string, email: string, password: string): Promise<void>;
  /** Opens the provider's window: call it straight from a click, or browsers block it. */
  signInWithGoogle(): Promise<void>;
  /** Ends the session at the provider and forgets it here. Never throws: what is
   * here is forgotten in any case. */
  signOut(): Promise<void>;
  requestPasswordReset(email: string): Promise<void>;
  resetPassword(token: string, password: string): Promise<void>;
  sendVerificationEmail(email: string): Promise<void>;
  verifyEmail(token: string): Promise<void>;
  /** Tells the provider a new name of whoever is signed in, where the shop's server cannot. */
  rename(displayName: string): Promise<void>;
  /** A fresh ID token, if signed in. @throws IdentityError when the provider is out of
   * reach; the session then stands. */
  idToken(): Promise<ProvenAccount | undefined>;
}

/** Reads the claims of an ID token. It is not checked here: the server does that. */
export function readAccount(idToken: string): Account {
  const payload = idToken.split('.')[1] ?? '';
  const binary = atob(payload.replace(/-/g, '+').replace(/_/g, '/'));
  const claims: { email?: string; email_verified?: boolean; name?: string } = JSON.parse(
    new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0))),
  );
  const email = (claims.email ?? '').toLowerCase();
  return { email, displayName: claims.name || email, emailVerified: claims.email_verified === true };
}
