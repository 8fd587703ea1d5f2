import type { z } from 'zod/mini';
import type { accountSchema } from '#features/users/contract.ts';
import type { SignedIn } from '#features/users/sign-in-contract.ts';
import { ReadableError } from '#ui/client/api-client.ts';

/** The signed-in user. */
export type Account = z.infer<typeof accountSchema>;

/** What the second step of a login is passed by: a code of the app, or a recovery code; a passkey. */
export type FactorKind = SignedIn['secondFactor'][number];

/** The identity provider refused, in the browser. `message` is meant for the user. */
export class IdentityError extends ReadableError {
  override readonly name = 'IdentityError';
}

/** The browser's side of the identity provider. A sign-in returns its proof, which the shop exchanges for the
 * access token. Methods reject with a `ReadableError` on refusal. */
export interface IdentityClient {
  signIn(email: string, password: string): Promise<SignedIn>;
  signUp(name: string, email: string, password: string): Promise<SignedIn>;
  /** Opens the provider's window: call it directly from a click handler, or browsers block it. */
  signInWithGoogle(): Promise<SignedIn>;
  signInWithPasskey(): Promise<SignedIn>;
  /** Waits until a passkey is chosen among the browser's suggestions for the email, and returns what
   * signs in by it. Rejects once `signal` aborts, and where nothing can be chosen. */
  choosePasskey(signal: AbortSignal): Promise<() => Promise<SignedIn>>;
  /** Passes the second step of a sign-in, whose proof is given, or confirms who is using the session. */
  passByCode(code: string, proof?: string): Promise<void>;
  passByPasskey(proof?: string): Promise<void>;
  /** Confirms by the password who is using the session, without a second step. */
  confirmPassword(email: string, password: string): Promise<void>;
  requestPasswordReset(email: string): Promise<void>;
  resetPassword(token: string, password: string): Promise<void>;
  sendVerificationEmail(email: string): Promise<void>;
  verifyEmail(token: string): Promise<void>;
  /** Sets the signed-in user's new name at the provider, where the shop's server cannot. */
  rename(displayName: string): Promise<void>;
  /** A new proof, if the account has changed at the provider without the shop's knowing. */
  renewedProof(): Promise<SignedIn | undefined>;
  /** Forgets the sign-in at the provider. Never throws. */
  signOut(): Promise<void>;
}
