import { importPKCS8, SignJWT } from 'jose';
import type { Clock } from '#platform/clock.ts';
import type { FirebaseSettings, ServiceAccount } from '#platform/config/identity-settings.ts';
import { askProvider, ProviderError } from '#platform/identity/ask-provider.ts';
import { readDisplayName } from '../identity-provider.ts';

/** An account's state at Firebase. Sessions from before `validSinceSeconds` are signed out. */
export type FirebaseAccount = {
  validSinceSeconds: number;
  email: string | undefined;
  emailVerified: boolean;
  displayName: string | undefined;
};

/** Operations that need an administrator of the Firebase project. Every method is a network call. @throws
 * ProviderError */
export type FirebaseAccounts = {
  /** `undefined` if the account is gone or disabled. */
  find(subject: string): Promise<FirebaseAccount | undefined>;
  /** Changes an account; does nothing if it is gone. */
  update(subject: string, change: { displayName: string } | { validSinceSeconds: number }): Promise<void>;
  /** Deletes an account; does nothing if it is gone. */
  remove(subject: string): Promise<void>;
};

/** Creates access to accounts over REST
 * (https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts). */
export function createFirebaseAccounts(
  { projectId, serviceAccount, emulator }: FirebaseSettings,
  clock: Clock,
): FirebaseAccounts | undefined {
  if (!serviceAccount && !emulator) return undefined;
  const host = emulator
    ? `${emulator}/identitytoolkit.googleapis.com`
    : 'https://identitytoolkit.googleapis.com';
  const project = `${host}/v1/projects/${encodeURIComponent(projectId)}`;
  const token =
    serviceAccount && !emulator ? createServiceAccountToken(serviceAccount, clock) : async () => 'owner';

  async function call(method: 'lookup' | 'update' | 'delete', body: object) {
    const answer = await askProvider(`${project}/accounts:${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await token()}` },
      body: JSON.stringify(body),
    });
    const isGone = answer.status === 400 && JSON.stringify(answer.body).includes('USER_NOT_FOUND');
    if (answer.status !== 200 && !isGone)
      throw new ProviderError('nonsense', new Error(`accounts:${method} answered ${answer.status}`));
    return answer.body;
  }

  return {
    async find(subject) {
      const { users } = await call('lookup', { localId: [subject] });
      return Array.isArray(users) ? readAccount(users[0]) : undefined;
    },
    async update(subject, change) {
      const fields = 'displayName' in change ? change : { validSince: String(change.validSinceSeconds) };
      await call('update', { localId: subject, ...fields });
    },
    async remove(subject) {
      await call('delete', { localId: subject });
    },
  };
}

function readAccount(user: Record<string, unknown> | undefined): FirebaseAccount | undefined {
  if (!user || user.disabled === true) return undefined;
  const { validSince, email, emailVerified, displayName } = user;
  return {
    validSinceSeconds: Number(validSince ?? 0) || 0,
    email: typeof email === 'string' ? email.toLowerCase() : undefined,
    emailVerified: emailVerified === true,
    displayName: readDisplayName(displayName),
  };
}

type Kept = { account: FirebaseAccount | undefined; askedMs: number };

/** Maximum delay until sessions revoked elsewhere are noticed. */
const FRESH_MS = 60_000;

/** How long the last answer remains valid while Google is away. */
const LAST_WORD_MS = 10 * 60_000;

const MAX_KEPT = 10_000;

type AccountStandings = {
  ask(subject: string): Promise<FirebaseAccount | undefined>;
  /** The account's state from within the last minute, or the last ten while Google is away. @throws
   * ProviderError */
  recall(subject: string): Promise<FirebaseAccount | undefined>;
  forget(subject: string): void;
};

/** Caches the last answer about each account. */
export function createAccountStandings(accounts: FirebaseAccounts, clock: Clock): AccountStandings {
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<FirebaseAccount | undefined>>();
  const ageMs = ({ askedMs }: Kept) => clock.now().getTime() - askedMs;

  async function ask(subject: string): Promise<FirebaseAccount | undefined> {
    const askedMs = clock.now().getTime();
    const account = await accounts.find(subject);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(subject, { account, askedMs });
    return account;
  }

  function askOnce(subject: string): Promise<FirebaseAccount | undefined> {
    const asked = underWay.get(subject) ?? ask(subject).finally(() => underWay.delete(subject));
    underWay.set(subject, asked);
    return asked;
  }

  return {
    ask,
    async recall(subject) {
      const last = kept.get(subject);
      if (last && ageMs(last) < FRESH_MS) return last.account;
      try {
        return await askOnce(subject);
      } catch (error) {
        if (error instanceof ProviderError && last && ageMs(last) < LAST_WORD_MS) return last.account;
        throw error;
      }
    },
    forget: (subject) => void kept.delete(subject),
  };
}

const TOKEN_ADDRESS = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/identitytoolkit';
const HOUR_SECONDS = 3600;

const EARLY_MS = 5 * 60_000;

/** Obtains access tokens by signed assertions
 * (https://developers.google.com/identity/protocols/oauth2/service-account). */
function createServiceAccountToken(account: ServiceAccount, clock: Clock): () => Promise<string> {
  let kept: { token: string; untilMs: number } | undefined;
  let underWay: Promise<string> | undefined;

  async function ask(): Promise<string> {
    const now = clock.now();
    const { status, body } = await askProvider(TOKEN_ADDRESS, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await signAssertion(account, now),
      }),
    });
    const { access_token: token, expires_in: seconds } = body;
    if (status !== 200 || typeof token !== 'string' || typeof seconds !== 'number')
      throw new ProviderError('nonsense', new Error(`no token for the service account (${status})`));
    kept = { token, untilMs: now.getTime() + seconds * 1000 - EARLY_MS };
    return token;
  }

  return () => {
    if (kept && clock.now().getTime() < kept.untilMs) return Promise.resolve(kept.token);
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function signAssertion({ clientEmail, privateKey }: ServiceAccount, now: Date): Promise<string> {
  const issuedSeconds = Math.floor(now.getTime() / 1000);
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(clientEmail)
    .setAudience(TOKEN_ADDRESS)
    .setIssuedAt(issuedSeconds)
    .setExpirationTime(issuedSeconds + HOUR_SECONDS)
    .sign(await importPKCS8(privateKey, 'RS256'));
}
