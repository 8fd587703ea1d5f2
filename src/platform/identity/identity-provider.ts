import { readFileSync } from 'node:fs';
import { toPlainLine } from '#contracts/text.ts';
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

export type AccountErrorCode =
  | 'wrong_password'
  | 'not_signed_in'
  | 'not_signed_in_to_verify'
  | 'other_email'
  | 'already_verified'
  | 'invalid_link'
  | 'expired_link'
  | 'sessions_not_ours';

export class AccountError extends Error {
  override readonly name = 'AccountError';
  readonly code: AccountErrorCode;

  constructor(code: AccountErrorCode) {
    super(code);
    this.code = code;
  }
}

/** The service that keeps accounts and passwords. Where it is elsewhere, each call @throws ProviderError. */
export interface IdentityProvider {
  readonly kind: 'embedded' | 'firebase';
  readonly summary: string;
  readonly pageSources: PageSources;
  /** Asks the service whether it would serve the shop; nobody is signed in by
   * it. @throws Error saying why not */
  check(): Promise<string>;
  /** Whose an ID token is (signature, issuer, audience, expiry); `undefined`
   * for one that proves no identity. */
  verifyIdToken(idToken: string): Promise<Identity | undefined>;
  /** The account whose session it is; `undefined` once the session has ended, in whatever way. */
  subjectOfSession(sessionId: string): Promise<string | undefined>;
  /** Ends every session of the account. @throws AccountError
   * `sessions_not_ours` where only the provider can */
  endSessions(subject: string): Promise<void>;
  rename(subject: string, displayName: string): Promise<void>;
}

const MAX_NAME_CHARACTERS = 200;

/** The name that a provider elsewhere gives somebody, who may have put anything into it;
 * `undefined` for nothing to see. */
export function readDisplayName(name: unknown): string | undefined {
  return (typeof name === 'string' && toPlainLine(name, MAX_NAME_CHARACTERS)) || undefined;
}

// The 10,000 most used passwords of six characters or more among those that have leaked, most used first, out
// of the list in @zxcvbn-ts/language-common 4.1.3 (MIT licence).
const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);

/** Whether a password is among the first that anybody would try (decision 8).
 * Upper and lower case count as one. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  return common.has(plain) || isRun(plain) || plain.includes('toolyard');
}

/** One character over and over, or neighbours up or down: `aaaaaa`, `abcdef`, `987654`. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
}
