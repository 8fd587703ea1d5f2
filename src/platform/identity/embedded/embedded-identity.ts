import { sql } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { AccountError, type IdentityProvider } from '#platform/identity/identity-provider.ts';
import type { Log } from '#platform/log.ts';
import { noPageSources } from '#platform/page-sources.ts';
import type { Secrets } from '#platform/secrets.ts';
import { findProof, type OwnSession } from '../sessions.ts';
import { type AccountCalls, createAccountCalls, type LinkEmail } from './account-calls.ts';
import {
  deleteAccount,
  ensureSettingsAccount,
  findByEmail,
  findIdentity,
  type SettingsAccount,
  updateAccount,
} from './account-store.ts';
import { changePassword } from './change-password.ts';
import { checkGoogleClient, createGoogleSignIn, type GoogleClient } from './google-sign-in.ts';
import type { NoteIdentityEvent } from './identity-events.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { verifyPassword } from './password-hash.ts';
import { createSecondFactor, type SecondFactor } from './second-factor.ts';

/** The shop's own accounts: an identity provider that also answers people's account calls. */
export type EmbeddedIdentity = IdentityProvider & {
  calls: AccountCalls;
  secondFactor: SecondFactor;
  passkeys: Passkeys;
  /** @throws AccountError `no_password`, `not_current_password` */
  changePassword(own: OwnSession, change: { current: string; next: string }): Promise<void>;
  /** Ensures that the account exists, verified, with the password of the settings; returns its subject. */
  ensureAccount(account: SettingsAccount): Promise<{ subject: string; displayName: string }>;
  /** Whether this is the password of the account with this address. */
  isPassword(email: string, password: string): Promise<boolean>;
};

export type EmbeddedIdentityOptions = {
  db: Database;
  clock: Clock;
  log: Log;
  secrets: Secrets;
  google: GoogleClient | undefined;
  /** The shop's public address, without a trailing slash; read at each call, because it is known only once
   * the server listens. */
  origin: () => string;
  sendVerification(email: LinkEmail, tx: DatabaseTransaction): Promise<void>;
  sendReset(email: LinkEmail, tx: DatabaseTransaction): Promise<void>;
  onKnownSignUp(email: string): Promise<void>;
  onEvent: NoteIdentityEvent;
};

/** Creates the embedded identity provider on the tables of the schema `identity`. Nothing leaves the machine
 * except email, and what Google is asked. */
export function createEmbeddedIdentity(options: EmbeddedIdentityOptions): EmbeddedIdentity {
  const { db, clock, log, secrets, google: client, origin, onEvent } = options;
  // As a text: what apps' secrets have been encrypted under.
  const secret = secrets.key('identity').toString('base64url');
  const passkeys = createPasskeys({ db, clock, onEvent, origin });
  const google =
    client && createGoogleSignIn(client, { clock, log, origin, key: secrets.key('google-sign-in') });

  return {
    kind: 'embedded',
    pageSources: noPageSources,
    summary: `embedded (the shop's own), ${client ? 'with' : 'without'} Google sign-in`,
    async check() {
      const accounts = await checkTables(db);
      return client ? `${accounts}; ${await checkGoogleClient(client)}` : accounts;
    },
    async verifyProof(proof, tx = db) {
      const now = clock.now();
      const session = await findProof(tx, proof, now);
      const identity = session && (await findIdentity(tx, session.subject));
      if (!identity) return undefined;
      if (!session.isPassed) throw new AccountError('second_factor_needed');
      return { ...identity, provedAt: now };
    },
    // Whatever ends a session here deletes its row.
    isStanding: async () => true,
    revoke: async () => undefined,
    rename: (subject, displayName) => updateAccount(db, subject, { name: displayName }),
    calls: createAccountCalls({ ...options, verificationKey: secrets.key('verification'), passkeys, google }),
    secondFactor: createSecondFactor({ db, clock, onEvent }, secret),
    passkeys,
    changePassword: (own, change) => changePassword({ db, clock, onEvent }, own, change),
    deleteAccount: (subject, tx) => deleteAccount(tx, subject),
    async isPassword(email, password) {
      const known = await findByEmail(db, email);
      return Boolean(known?.hash) && verifyPassword(known?.hash ?? '', password);
    },
    ensureAccount: (account) => ensureSettingsAccount(db, account),
  };
}

async function checkTables(db: Database): Promise<string> {
  const { rows } = await sql<{ made: boolean }>`
    select to_regclass('identity.user') is not null as made`.execute(db);
  if (!rows[0]?.made) return 'no tables yet; the first start creates them';
  await db.selectFrom('identity.user').select('id').limit(1).execute();
  return 'accounts can be read';
}
