import { readFileSync } from 'node:fs';
import { toPlainLine } from '#contracts/text.ts';
import type { Database } from '#platform/database/database.ts';
import type { PageSources } from '#platform/page-sources.ts';

/** The user according to the identity provider. `email` is in lower case. */
export type Identity = {
  /** The provider's own permanent id of the account. */
  subject: string;
  email: string;
  emailVerified: boolean;
  displayName: string;
};

/** What a proof says: who signed in, and when. */
export type Proven = Identity & { provedAt: Date };

export type AccountErrorCode =
  | 'wrong_password'
  | 'not_this_password'
  | 'not_current_password'
  | 'no_password'
  | 'not_signed_in'
  | 'second_factor_needed'
  | 'wrong_code'
  | 'last_wrong_code'
  | 'passkey_refused'
  | 'factor_exists'
  | 'no_such_factor'
  | 'too_many_passkeys'
  | 'other_email'
  | 'already_verified'
  | 'invalid_link'
  | 'expired_link';

export class AccountError extends Error {
  override readonly name = 'AccountError';
  readonly code: AccountErrorCode;

  constructor(code: AccountErrorCode) {
    super(code);
    this.code = code;
  }
}

/** The service that stores accounts and passwords. If it is external, each call @throws ProviderError. */
export interface IdentityProvider {
  readonly kind: 'embedded' | 'firebase';
  readonly summary: string;
  readonly pageSources: PageSources;
  /** Checks whether the service would serve the shop, without signing anyone in. @throws Error saying why
   * not */
  check(): Promise<string>;
  /** Verifies the proof of a sign-in; `undefined` if it is invalid or used up. Proofs of the shop's own
   * accounts are read in `db`, so in its transaction. @throws AccountError `second_factor_needed` */
  verifyProof(proof: string, db?: Database): Promise<Proven | undefined>;
  /** Whether the provider has not ended the sign-ins of an account since `provedAt`, or the account. */
  isStanding(subject: string, provedAt: Date): Promise<boolean>;
  /** Ends the sign-ins of an account that the provider itself keeps, where the shop can. */
  revoke(subject: string): Promise<void>;
  rename(subject: string, displayName: string): Promise<void>;
  /** Deletes the account where the shop can: the shop's own ones with `db`, so in its
   * transaction. Does nothing if it is gone. */
  deleteAccount(subject: string, db: Database): Promise<void>;
}

const MAX_NAME_CHARACTERS = 200;

/** Reads a name from an external provider, which may contain anything; `undefined` if nothing of it is
 * visible. */
export function readDisplayName(name: unknown): string | undefined {
  return (typeof name === 'string' && toPlainLine(name, MAX_NAME_CHARACTERS)) || undefined;
}

// The 10,000 most used leaked passwords of six or more characters, most used first, from the list in
// @zxcvbn-ts/language-common 4.1.3 (MIT licence).
const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);

/** Whether a password is among the first that an attacker would try. Case-insensitive, and however
 * its characters are written. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  return common.has(plain) || isRun(plain) || plain.includes('toolyard');
}

/** One repeated character, or consecutive ones up or down: `aaaaaa`, `abcdef`, `987654`. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
}
