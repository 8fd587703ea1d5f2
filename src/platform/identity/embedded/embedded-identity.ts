import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { IdentityProvider } from '#platform/identity/identity-provider.ts';
import { noPageSources } from '#platform/page-sources.ts';
import type { Secrets } from '#platform/secrets.ts';
import { type AccountCalls, createAccountCalls } from './account-calls.ts';
import {
  deleteAccount,
  deleteExpired,
  ensureSettingsAccount,
  findAccount,
  findIdentity,
  findPasswordHash,
  type SettingsAccount,
  updateAccount,
} from './account-store.ts';
import {
  type AccountsEngine,
  createAccountsEngine,
  type EngineOptions,
  type IdentityLetter,
} from './accounts-engine.ts';
import { changePassword } from './change-password.ts';
import { checkGoogleClient } from './google-provider.ts';
import type { NoteIdentityEvent } from './identity-events.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { verifyPassword } from './password-hash.ts';
import { createSecondFactor, findFactorKinds, type OwnSession, type SecondFactor } from './second-factor.ts';
import { createSessions, endSessionsOf, findProvenSession, type Sessions } from './sessions.ts';
import { readToken } from './signed-token.ts';

/** The shop's own accounts: an identity provider that also answers people's account calls. */
export type EmbeddedIdentity = IdentityProvider & {
  calls: AccountCalls;
  sessions: Pick<Sessions, 'list' | 'endOwn'>;
  secondFactor: SecondFactor;
  passkeys: Passkeys;
  /** @throws AccountError `no_password`, `not_current_password` */
  changePassword(own: OwnSession, change: { current: string; next: string }): Promise<void>;
  /** Ensures that the account exists, verified, with the password of the settings; returns its subject. */
  ensureAccount(account: SettingsAccount): Promise<{ subject: string; displayName: string }>;
  /** Whether this is the password of the account with this address. */
  isPassword(email: string, password: string): Promise<boolean>;
  forgetExpired(): Promise<void>;
};

export type EmbeddedIdentityOptions = Omit<
  EngineOptions,
  'origin' | 'secret' | 'onSignUp' | 'onSignIn' | 'sendReset'
> & {
  secrets: Secrets;
  /** The shop's public address; read at each call, because it is known only once the server listens. */
  origin: () => string;
  sendReset(letter: IdentityLetter, tx: DatabaseTransaction): Promise<void>;
  onEvent: NoteIdentityEvent;
};

/** Creates the embedded identity provider on the tables of the schema `identity`. Nothing leaves the machine
 * except email. */
export function createEmbeddedIdentity(options: EmbeddedIdentityOptions): EmbeddedIdentity {
  const { db, clock, secrets, origin, google, sendReset, onEvent, onKnownSignUp } = options;
  const secret = identitySecret(secrets);
  const idTokens = { key: secrets.key('id-token'), audience: 'toolyard' };
  const sessions = createSessions({ db, clock, secret, onEvent });
  const secondFactor = createSecondFactor({ db, clock, secret, onEvent });
  const passkeys = createPasskeys({ db, clock, secret, onEvent, origin });
  let built: { origin: string; engine: AccountsEngine } | undefined;

  function engine(): AccountsEngine {
    const address = origin();
    if (built?.origin !== address) built = { origin: address, engine: build(address) };
    return built.engine;
  }

  const build = (address: string) =>
    createAccountsEngine({
      ...options,
      origin: address,
      secret,
      onSignUp: (subject) => onEvent({ kind: 'signed_up', subject }, db),
      // With a second factor, only passing it completes the sign-in; that the
      // first one is known is noted, too.
      async onSignIn(subject) {
        const hasFactor = (await findFactorKinds(db, subject)).length > 0;
        await onEvent({ kind: hasFactor ? 'second_factor_asked' : 'signed_in', subject }, db);
      },
      // Nobody gets a link who had the address when it was asked for, but not any more.
      sendReset: ({ subject, ...letter }) =>
        db.transaction().execute(async (tx) => {
          const account = await findAccount(tx, subject);
          if (account?.email === letter.to) await sendReset(letter, tx);
        }),
    });

  return {
    kind: 'embedded',
    pageSources: noPageSources,
    summary: `embedded (the shop's own), ${google ? 'with' : 'without'} Google sign-in`,
    async check() {
      const accounts = await checkTables(db);
      return google ? `${accounts}; ${await checkGoogleClient(google)}` : accounts;
    },
    async verifyIdToken(idToken, tx = db) {
      const now = clock.now();
      const { sub, sid } = (await readToken(idToken, { ...idTokens, now })) ?? {};
      if (!sub || typeof sid !== 'string') return undefined;
      return findIdentity(tx, { subject: sub, sessionId: sid }, now);
    },
    findSession: (sessionId, tx = db) => findProvenSession(tx, sessionId, clock.now()),
    endSessions: (subject) => endSessionsOf(db, subject),
    rename: (subject, displayName) => updateAccount(db, subject, { name: displayName }),
    calls: createAccountCalls({
      ...{ db, clock, secret, idTokens, sessions, secondFactor, passkeys },
      ...{ onEvent, onKnownSignUp, engine },
    }),
    sessions,
    secondFactor,
    passkeys,
    changePassword: (own, change) => changePassword({ db, clock, onEvent }, own, change),
    deleteAccount: (subject, tx) => deleteAccount(tx, subject),
    async isPassword(email, password) {
      const known = await findPasswordHash(db, email);
      return Boolean(known?.hash) && verifyPassword(known?.hash ?? '', password);
    },
    ensureAccount: (account) => ensureSettingsAccount(db, account),
    forgetExpired: () => deleteExpired(db, clock.now()),
  };
}

/** The secret that better-auth signs with. */
export function identitySecret(secrets: Secrets): string {
  return secrets.key('identity').toString('base64url');
}

async function checkTables(db: Database): Promise<string> {
  const { rows } = await sql<{ made: boolean }>`
    select to_regclass('identity.user') is not null as made`.execute(db);
  if (!rows[0]?.made) return 'no tables yet; the first start creates them';
  await db.selectFrom('identity.user').select('id').limit(1).execute();
  return 'accounts can be read';
}
