import type { IdentityProvider } from '#platform/identity-provider/identity-provider.ts';
import type { Limits } from '#platform/limits.ts';
import { noPageSources } from '#platform/page-sources.ts';
import type { RateLimiter } from '#platform/rate-limiter.ts';
import type { Secrets } from '#platform/secrets.ts';
import {
  deleteExpired,
  findIdentity,
  findPublicKey,
  markEmailVerified,
  renameAccount,
} from './account-store.ts';
import { type AccountsEngine, createAccountsEngine, type EngineOptions } from './accounts-engine.ts';
import { answerIdentityCall } from './answer-identity-call.ts';
import { noteReset } from './call-notes.ts';
import { checkEmbeddedIdentity } from './check-embedded-identity.ts';
import { checkIdToken } from './id-token.ts';
import { createIdentityCalls, triesAt } from './identity-calls.ts';
import type { NoteIdentityEvent } from './identity-events.ts';
import { deleteSpentTokens, endSessionsOf, findSubject } from './session-store.ts';
import { createSessions } from './sessions.ts';
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
  /** Deletes sessions, mailed links and spent tokens that are over. */
  forgetExpired(): Promise<void>;
};

/** What the embedded accounts need from the shop. */
export type EmbeddedIdentityOptions = Omit<
  EngineOptions,
  'origin' | 'secret' | 'onSignUp' | 'onSignIn' | 'onPasswordReset'
> & {
  secrets: Secrets;
  rateLimiter: RateLimiter;
  limits: Limits;
  /** Where people reach the shop; asked at each call, because it is settled only once the server listens. */
  origin: () => string;
  onEvent: NoteIdentityEvent;
};

/** Makes the embedded identity provider on the tables of the schema `identity`. Nothing leaves the machine but mail. */
export function createEmbeddedIdentity(options: EmbeddedIdentityOptions): EmbeddedIdentity {
  const { db, clock, secrets, rateLimiter, limits, origin, google, onEvent } = options;
  const secret = identitySecret(secrets);
  const calls = createIdentityCalls(limits);
  const sessions = createSessions({ db, clock, secret, onEvent });
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
    return createAccountsEngine({
      ...options,
      origin: address,
      secret,
      onSignUp: (subject) => onEvent({ kind: 'signed up', subject }, db),
      onSignIn: (subject) => onEvent({ kind: 'signed in', subject }, db),
      onPasswordReset,
    });
  }

  async function onPasswordReset({ subject, email }: { subject: string; email: string }): Promise<void> {
    // Whoever followed the mail's link has the mailbox.
    await markEmailVerified(db, subject);
    // Guesses at the old password must not keep the owner out.
    await rateLimiter.forget(triesAt(email));
    noteReset(email);
    await onEvent({ kind: 'password reset', subject }, db);
  }

  return {
    kind: 'embedded',
    pageSources: noPageSources,
    summary: `embedded (the shop's own), ${google ? 'with' : 'without'} Google sign-in`,
    check: () => checkEmbeddedIdentity({ db, secret, google, clock }),
    async verifyIdToken(idToken) {
      const now = clock.now();
      const claims = await checkIdToken(idToken, (keyId) => findPublicKey(db, keyId), now);
      return claims && findIdentity(db, claims, now);
    },
    subjectOfSession: (sessionId) => findSubject(db, sessionId, clock.now()),
    endSessions: (subject) => endSessionsOf(db, subject),
    rename: (subject, displayName) => renameAccount(db, subject, displayName),
    handler(request, clientAddress) {
      const address = origin();
      return answerIdentityCall(request, clientAddress, {
        db,
        clock,
        secret,
        calls,
        sessions,
        rateLimiter,
        onEvent,
        origin: address,
        engine: () => engineAt(address),
      });
    },
    ensureAccount: (account) => ensureSettingsAccount(db, account),
    async forgetExpired() {
      await deleteExpired(db, clock.now());
      await deleteSpentTokens(db, clock.now());
    },
  };
}

/** What the accounts' tokens are signed with. */
export function identitySecret(secrets: Secrets): string {
  return secrets.key('identity').toString('base64url');
}
