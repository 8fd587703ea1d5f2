import { ReadableError } from '#ui/client/api-client.ts';

/** The signed-in user, from the identity provider's ID token. */
export type Account = { email: string; displayName: string; emailVerified: boolean };

/** An ID token for the shop, and the account that it proves. */
export type ProvenAccount = { idToken: string; account: Account };

/** What the second step of a login is passed by: a code of the app, or a recovery code; a passkey. */
export type FactorKind = 'code' | 'passkey';

/** A sign-in that lacks its second step: its session is good for nothing but to pass it. */
export type AskedFactor = { session: string; kinds: FactorKind[] };

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
  signIn(email: string, password: string): Promise<AskedFactor | undefined>;
  signUp(name: string, email: string, password: string): Promise<AskedFactor | undefined>;
  /** Opens the provider's window: call it directly from a click handler, or browsers block it. */
  signInWithGoogle(): Promise<AskedFactor | undefined>;
  /** Signs in by a passkey; or passes by one what `asked` lacks. */
  signInWithPasskey(asked?: AskedFactor): Promise<undefined>;
  /** Waits until a passkey is chosen among the browser's suggestions for the email, and returns what
   * signs in by it. Rejects once `signal` aborts, and where nothing can be chosen. */
  choosePasskey(signal: AbortSignal): Promise<() => Promise<undefined>>;
  /** Passes by a code what `asked` lacks. */
  passByCode(code: string, asked: AskedFactor): Promise<undefined>;
  /** Ends the session at the provider and forgets it here. Never throws: the local session is removed in any
   * case. */
  signOut(): Promise<void>;
  /** How the current session is proved again (403 `fresh_sign_in_needed`): by its second step
   * (`asked`), or by the password. */
  findFactors(): Promise<AskedFactor | undefined>;
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
