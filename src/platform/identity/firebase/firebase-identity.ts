import { type JWTPayload, type JWTVerifyGetKey, jwtVerify, UnsecuredJWT } from 'jose';
import { JOSEError } from 'jose/errors';
import type { Clock } from '#platform/clock.ts';
import type { FirebaseSettings } from '#platform/config/identity-settings.ts';
import type { PageSources } from '#platform/page-sources.ts';
import { createRemoteKeys, fetchKeys, orExplain } from '../ask-provider.ts';
import { type IdentityProvider, readDisplayName } from '../identity-provider.ts';
import {
  createAccountStandings,
  createFirebaseAccounts,
  type FirebaseAccount,
  type FirebaseAccounts,
} from './firebase-accounts.ts';

/** The keys that sign ID tokens (https://firebase.google.com/docs/auth/admin/verify-id-tokens), as JSON Web
 * Keys. */
const KEYS_ADDRESS =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

/** Accounts at Firebase, whose ID token is the proof of a sign-in. With a service account (or an emulator),
 * what is revoked there ends here within a minute. */
export function createFirebaseIdentity(
  settings: FirebaseSettings,
  { clock }: { clock: Clock },
): IdentityProvider {
  const { projectId, emulator } = settings;
  const keys = emulator ? undefined : createRemoteKeys(KEYS_ADDRESS);
  const accounts = createFirebaseAccounts(settings, clock);
  const standings = accounts && createAccountStandings(accounts, clock);

  return {
    kind: 'firebase',
    summary: describe(settings),
    pageSources: pageSourcesOf(settings),
    check: () => (emulator ? checkEmulator(accounts) : checkGoogle(accounts)),
    async verifyProof(idToken) {
      const claims = await checkFirebaseIdToken(idToken, { projectId, keys, now: clock.now() });
      if (!claims) return undefined;
      const provedAt = new Date(claims.authTimeSeconds * 1000);
      if (!standings) return { ...identityOf(claims), provedAt };
      const account = await standings.ask(claims.subject);
      return isOpen(provedAt, account) ? { ...identityOf(claims, account), provedAt } : undefined;
    },
    isStanding: async (subject, provedAt) => !standings || isOpen(provedAt, await standings.recall(subject)),
    async revoke(subject) {
      await accounts?.update(subject, { validSinceSeconds: Math.floor(clock.now().getTime() / 1000) });
      standings?.forget(subject);
    },
    async rename(subject, displayName) {
      // Without a service account, the user's own browser has already updated Firebase.
      await accounts?.update(subject, { displayName });
      standings?.forget(subject);
    },
    async deleteAccount(subject) {
      // Without a service account it stays at Firebase; the shop refuses its tokens.
      await accounts?.remove(subject);
      standings?.forget(subject);
    },
  };
}

/** An account that does not exist, to check whether the shop may query accounts. */
const NOBODY = 'toolyard-doctor';

async function checkEmulator(accounts: FirebaseAccounts | undefined): Promise<string> {
  if (accounts) await orExplain('it does not answer', accounts.find(NOBODY));
  return 'it answers';
}

async function checkGoogle(accounts: FirebaseAccounts | undefined): Promise<string> {
  await orExplain('Google’s keys cannot be had', fetchKeys(KEYS_ADDRESS));
  if (accounts) await orExplain('Google does not serve FIREBASE_SERVICE_ACCOUNT', accounts.find(NOBODY));
  const found = accounts
    ? 'Google’s keys are there, and it serves the service account'
    : 'Google’s keys are there';
  return `${found}; the browser’s key shows with the first sign-in`;
}

function isOpen(provedAt: Date, account: FirebaseAccount | undefined): boolean {
  return account !== undefined && provedAt.getTime() >= account.validSinceSeconds * 1000;
}

/** The identity from a token and Firebase's current data about the account, which may have changed since. */
function identityOf({ subject, email, ...claims }: FirebaseClaims, account?: FirebaseAccount) {
  const isSameEmail = account?.email === email;
  return {
    subject,
    email,
    emailVerified: account ? isSameEmail && account.emailVerified : claims.emailVerified,
    displayName: account?.displayName ?? claims.displayName,
  };
}

function describe({ projectId, serviceAccount, emulator }: FirebaseSettings): string {
  if (emulator)
    return `Firebase's emulator at ${emulator} (project ${projectId}); anybody can be anybody there`;
  const revoking = serviceAccount ? 'with revocation' : 'without a service account, so without revocation';
  return `Firebase Authentication (project ${projectId}), ${revoking}`;
}

/** Firebase's REST calls, and for the Google window Google's script and a
 * frame of the project's own domain. */
function pageSourcesOf({ authDomain, emulator }: FirebaseSettings): PageSources {
  const calls = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
  return {
    scripts: ['https://apis.google.com'],
    frames: emulator ? [emulator] : [`https://${authDomain}`],
    connections: emulator ? [emulator] : calls,
  };
}

const ALGORITHM = 'RS256';

const SKEW_SECONDS = 60;

/** An ID token lasts an hour (https://firebase.google.com/docs/auth/admin/manage-sessions). */
const MAX_AGE_SECONDS = 60 * 60;

/** Maximum length of Firebase's account ids (https://firebase.google.com/docs/auth/admin/manage-users). */
const MAX_SUBJECT_CHARACTERS = 128;

/** The claims of an ID token. `authTimeSeconds` is the time of sign-in, in seconds since 1970; it stays the
 * same across renewals. */
type FirebaseClaims = {
  subject: string;
  authTimeSeconds: number;
  email: string;
  emailVerified: boolean;
  displayName: string;
};

/** Requirements for a token. `keys` are Google's; with `undefined`, unsigned tokens of an emulator are
 * accepted. */
type Expected = { projectId: string; keys: JWTVerifyGetKey | undefined; now: Date };

// Verifies a token according to https://firebase.google.com/docs/auth/admin/verify-id-tokens; `undefined` if
// it is invalid or its account has no address. @throws ProviderError if Google's keys cannot be fetched
async function checkFirebaseIdToken(
  idToken: string,
  { projectId, keys, now }: Expected,
): Promise<FirebaseClaims | undefined> {
  const expected = {
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    maxTokenAge: MAX_AGE_SECONDS,
    clockTolerance: SKEW_SECONDS,
    currentDate: now,
  };
  try {
    const { payload } = keys
      ? await jwtVerify(idToken, keys, { ...expected, algorithms: [ALGORITHM] })
      : UnsecuredJWT.decode(idToken, expected);
    return readClaims(payload, Math.floor(now.getTime() / 1000) + SKEW_SECONDS);
  } catch (error) {
    if (error instanceof JOSEError) return undefined;
    throw error;
  }
}

function readClaims(claims: JWTPayload, latestSeconds: number): FirebaseClaims | undefined {
  const { sub = '', iat, exp, auth_time: authTime, email, email_verified, name } = claims;
  const isPast = (time: unknown) => typeof time === 'number' && time <= latestSeconds;
  if (!isPast(iat) || !isPast(authTime) || exp === undefined) return undefined;
  if (sub === '' || sub.length > MAX_SUBJECT_CHARACTERS) return undefined;
  if (typeof email !== 'string' || email === '') return undefined;
  return {
    subject: sub,
    authTimeSeconds: Number(authTime),
    email: email.toLowerCase(),
    emailVerified: email_verified === true,
    displayName: readDisplayName(name) ?? email,
  };
}
