import type { Database } from '#platform/database/database.ts';
import type { IdentityProvider } from '#platform/identity-provider/identity-provider.ts';
import type { RateLimiter } from '#platform/rate-limiter.ts';
import type { Secrets } from '#platform/secrets.ts';
import { deleteExpired, findIdentity, findPublicKey, renameAccount } from './account-store.ts';
import { type AccountsEngine, createAccountsEngine, type EngineOptions } from './accounts-engine.ts';
import { answerIdentityCall } from './answer-identity-call.ts';
import { checkIdToken } from './id-token.ts';
import { ensureSettingsAccount, type SettingsAccount } from './settings-account.ts';
import { dropUnreadableKeys } from './signing-keys.ts';

/** The shop's own accounts: an identity provider that also answers the calls people make to it. */
export type EmbeddedIdentity = IdentityProvider & {
  /**
   * Answers a call beneath `/api/auth`. `clientAddress` is the IP address that it came from.
   * @throws Refusal for what is refused, and the database's own errors.
   */
  handler(request: Request, clientAddress: string): Promise<Response>;
  /** Sees to it that the account exists, verified, with the password of the settings; answers whose it is. */
  ensureAccount(account: SettingsAccount): Promise<{ subject: string; displayName: string }>;
  /** Deletes sessions and mailed links that have run out. */
  forgetExpired(): Promise<void>;
};

type EmbeddedIdentityOptions = Omit<EngineOptions, 'origin' | 'secret'> & {
  db: Database;
  secrets: Secrets;
  rateLimiter: RateLimiter;
  /** Where people reach the shop; asked at each call, because it is settled only once the server listens. */
  origin: () => string;
};

/** Makes the embedded identity provider on the tables of the schema `identity`. Nothing leaves the machine but mail. */
export function createEmbeddedIdentity(options: EmbeddedIdentityOptions): EmbeddedIdentity {
  const { db, secrets, rateLimiter, origin, google } = options;
  const secret = secrets.key('identity').toString('base64url');
  let built: { origin: string; engine: Promise<AccountsEngine> } | undefined;

  function engineAt(address: string): Promise<AccountsEngine> {
    if (built?.origin !== address) {
      const made = { origin: address, engine: build(address) };
      // A database that was away is asked again at the next call.
      made.engine.catch(() => {
        if (built === made) built = undefined;
      });
      built = made;
    }
    return built.engine;
  }

  async function build(address: string): Promise<AccountsEngine> {
    await dropUnreadableKeys(db, secret);
    return createAccountsEngine({ ...options, origin: address, secret });
  }

  return {
    kind: 'embedded',
    summary: `embedded (the shop's own), ${google ? 'with' : 'without'} Google sign-in`,
    async verifyIdToken(idToken) {
      const now = new Date();
      const claims = await checkIdToken(idToken, (keyId) => findPublicKey(db, keyId), now);
      return claims && findIdentity(db, claims, now);
    },
    rename: (subject, displayName) => renameAccount(db, subject, displayName),
    handler(request, clientAddress) {
      const address = origin();
      return answerIdentityCall(request, clientAddress, {
        rateLimiter,
        origin: address,
        engine: () => engineAt(address),
      });
    },
    ensureAccount: (account) => ensureSettingsAccount(db, account),
    forgetExpired: () => deleteExpired(db, new Date()),
  };
}
