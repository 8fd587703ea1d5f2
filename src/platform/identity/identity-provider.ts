import type { PageSources } from '#platform/page-sources.ts';

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
  /** What of the provider's own the pages load. */
  readonly pageSources: PageSources;
  /**
   * Asks the service whether it would serve the shop; nobody is signed in, mailed or shown anything by it. Answers what was
   * found, in a line.
   * @throws Error with words for the shop's keeper
   */
  check(): Promise<string>;
  /**
   * Checks an ID token (signature, issuer, audience, expiry) and says whose it is.
   * Answers `undefined` for any token that does not prove an identity.
   * @throws AppError `unavailable` when a provider elsewhere cannot be reached.
   */
  verifyIdToken(idToken: string): Promise<Identity | undefined>;
  /**
   * The account whose session it is; `undefined` once the session has ended, in whatever way.
   * @throws AppError `unavailable` when a provider elsewhere cannot be reached.
   */
  subjectOfSession(sessionId: string): Promise<string | undefined>;
  /** Ends every session of the account. @throws AppError when the provider cannot be reached, or does not let the shop. */
  endSessions(subject: string): Promise<void>;
  /** Changes the account's display name at the provider. @throws AppError when it cannot be reached. */
  rename(subject: string, displayName: string): Promise<void>;
}
