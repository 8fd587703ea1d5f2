/** Who the identity provider says is asking. `email` is in lower case. */
export type Identity = {
  /** The provider's own, lasting name for the account. */
  subject: string;
  /** The provider's own name for the sign-in that this came of. */
  sessionId: string;
  email: string;
  emailVerified: boolean;
  displayName: string;
};

/** The service that keeps accounts and passwords. */
export interface IdentityProvider {
  readonly kind: 'embedded' | 'firebase';
  /** One line for the start-up log. */
  readonly summary: string;
  /**
   * Checks an ID token (signature, issuer, audience, expiry) and says whose it is.
   * Answers `undefined` for any token that does not prove an identity.
   */
  verifyIdToken(idToken: string): Promise<Identity | undefined>;
  /** The account whose session it is; `undefined` once the session has ended, in whatever way. */
  subjectOfSession(sessionId: string): Promise<string | undefined>;
  /** Ends every session of the account. */
  endSessions(subject: string): Promise<void>;
  /** Changes the account's display name at the provider. */
  rename(subject: string, displayName: string): Promise<void>;
}
