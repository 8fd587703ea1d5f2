import { createHash, randomBytes } from 'node:crypto';
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { JOSEError } from 'jose/errors';
import type { Clock } from '#platform/clock.ts';
import { breaksConstraint, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import {
  askProvider,
  createRemoteKeys,
  fetchKeys,
  orExplain,
  type ProviderAnswer,
  ProviderError,
} from '../ask-provider.ts';
import { readDisplayName } from '../identity-provider.ts';
import { addLogin, createAccount } from './account-store.ts';
import { lockFactors } from './factors.ts';
import { readToken, signToken, type TokenUse } from './signed-token.ts';

export type GoogleClient = { clientId: string; clientSecret: string };

/** Why a sign-in with Google failed; the page where it ends has a text for each. */
type GoogleTrouble =
  | 'invalid_code'
  | 'google_unavailable'
  | 'google_nonsense'
  | 'email_not_verified'
  | 'account_not_linked'
  | 'unable_to_create_user';

type CodeExchange = { code: string; codeVerifier: string; redirectUri: string };

/** Google's fixed addresses (https://accounts.google.com/.well-known/openid-configuration). */
const AUTHORIZATION_ADDRESS = 'https://accounts.google.com/o/oauth2/v2/auth';
const TOKEN_ADDRESS = 'https://oauth2.googleapis.com/token';
const KEYS_ADDRESS = 'https://www.googleapis.com/oauth2/v3/certs';

export const GOOGLE_CALLBACK = '/api/auth/callback/google';

/** How long a sign-in at Google may take. */
export const STATE_SECONDS = 10 * 60;

const random = () => randomBytes(24).toString('base64url');

export type GoogleSignIn = ReturnType<typeof createGoogleSignIn>;

/** Where a callback ends: on the page named at the start, with the profile, or why there is none. */
type CameBack = { page: string } & ({ profile: GoogleProfile } | { trouble: string });

/** Creates the sign-in with Google: OpenID Connect's code flow with PKCE (RFC 7636). What belongs to one
 * attempt is kept in a signed cookie of the browser that began it. `key` signs it. */
export function createGoogleSignIn(
  client: GoogleClient,
  { clock, log, key, origin }: { clock: Clock; log: Log; key: Uint8Array; origin: () => string },
) {
  const keys = createRemoteKeys(KEYS_ADDRESS);
  const use = (): TokenUse => ({ key, audience: 'google sign-in', now: clock.now() });
  const redirectUri = () => origin() + GOOGLE_CALLBACK;

  return {
    /** Returns Google's address for an attempt that ends on `page`, and the attempt's cookie. */
    async start(page: string): Promise<{ url: string; attempt: string }> {
      const [state, nonce, codeVerifier] = [random(), random(), randomBytes(32).toString('base64url')];
      const url = new URL(AUTHORIZATION_ADDRESS);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: client.clientId,
        redirect_uri: redirectUri(),
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge_method: 'S256',
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        prompt: 'select_account',
      }).toString();
      const attempt = await signToken({ sub: state, nonce, codeVerifier, page }, STATE_SECONDS, use());
      return { url: url.href, attempt };
    },

    /** Reads the profile from the callback's query and the attempt's cookie. */
    async finish(query: URLSearchParams, attempt: string | undefined): Promise<CameBack> {
      const { sub, nonce, codeVerifier, page } = (attempt && (await readToken(attempt, use()))) || {};
      const isOurs = typeof page === 'string' && sub === query.get('state');
      if (!isOurs) return { page: '/login/google-done', trouble: 'state_mismatch' };
      const [error, code] = [query.get('error'), query.get('code')];
      if (error !== null || code === null) return { page, trouble: error ?? 'invalid_code' };
      const exchange = { code, codeVerifier: String(codeVerifier), redirectUri: redirectUri() };
      const expected = { keys, clientId: client.clientId, nonce: String(nonce), now: clock.now() };
      const profile = await askWho(client, exchange, expected, log);
      return typeof profile === 'string' ? { page, trouble: profile } : { page, profile };
    },
  };
}

/** Finds and locks the account of a Google sign-in, and links or creates it first if needed: to a verified
 * account of the same address, else to a new one. */
export async function findGoogleAccount(
  tx: DatabaseTransaction,
  { sub, email, name }: GoogleProfile,
): Promise<{ subject: string; isNew?: boolean } | GoogleTrouble> {
  const google = { providerId: 'google', accountId: sub } as const;
  const findLinked = async () => {
    const linked = tx
      .selectFrom('identity.account')
      .select('userId')
      .where((is) => is.and(google));
    return (await linked.executeTakeFirst())?.userId;
  };
  const linked = await findLinked();
  if (linked !== undefined) {
    await lockFactors(tx, linked);
    // Undoing an address change may have removed the link meanwhile.
    if (await findLinked()) return { subject: linked };
  }
  const same = await tx
    .selectFrom('identity.user')
    .select(['id', 'emailVerified'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  if (same && !same.emailVerified) return 'account_not_linked';
  const subject = same?.id ?? (await createAccount(tx, { email, name, emailVerified: true }));
  // Somebody has just created it.
  if (subject === undefined) return findGoogleAccount(tx, { sub, email, name, emailVerified: true });
  await addLogin(tx, { userId: subject, ...google });
  return { subject, isNew: !same };
}

/** Runs a sign-in that may create an account: an address can be kept for the account that had it. */
export function orKept<Result>(work: Promise<Result>): Promise<Result | GoogleTrouble> {
  return work.catch((error: unknown) => {
    if (breaksConstraint(error, 'user_email_of_undo')) return 'unable_to_create_user';
    throw error;
  });
}

/** Returns who has signed in at Google, with a verified address, or why the sign-in is refused. */
async function askWho(
  client: GoogleClient,
  exchange: CodeExchange,
  expected: Expected,
  log: Log,
): Promise<GoogleProfile | GoogleTrouble> {
  try {
    const idToken = await exchangeCode(client, exchange);
    if (idToken === undefined) return 'invalid_code';
    const profile = await checkGoogleIdToken(idToken, expected);
    if (!profile) return 'google_nonsense';
    return profile.emailVerified ? profile : 'email_not_verified';
  } catch (error) {
    log.warn({ err: error }, 'Google could not be asked who somebody is');
    const isNonsense = error instanceof ProviderError && error.kind === 'nonsense';
    return isNonsense ? 'google_nonsense' : 'google_unavailable';
  }
}

/** Fetches Google's keys and tries a made-up code: only a refusal of the client (RFC 6749, 5.2) is
 * conclusive. @throws Error */
export async function checkGoogleClient(client: GoogleClient): Promise<string> {
  await orExplain('Google’s keys cannot be had', fetchKeys(KEYS_ADDRESS));
  const exchange = { code: 'none', codeVerifier: 'none', redirectUri: 'http://localhost' };
  const { body } = await orExplain('Google cannot be asked for tokens', askForToken(client, exchange));
  if (body.error === 'invalid_client' || body.error === 'unauthorized_client')
    throw new Error('Google does not know GOOGLE_CLIENT_ID with this GOOGLE_CLIENT_SECRET');
  return 'Google answers, and has nothing against the client';
}

/** Exchanges a code for the ID token; `undefined` if Google refuses the code. @throws ProviderError */
async function exchangeCode(client: GoogleClient, exchange: CodeExchange): Promise<string | undefined> {
  const { status, body } = await askForToken(client, exchange);
  if (status >= 400) return undefined;
  if (typeof body.id_token !== 'string') throw new ProviderError('nonsense', new Error('no id_token'));
  return body.id_token;
}

function askForToken(
  { clientId, clientSecret }: GoogleClient,
  { code, codeVerifier, redirectUri }: CodeExchange,
): Promise<ProviderAnswer> {
  return askProvider(TOKEN_ADDRESS, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: codeVerifier,
      redirect_uri: redirectUri,
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
}

/** Google uses two forms of its issuer
 * (https://developers.google.com/identity/openid-connect/openid-connect). */
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
const ALGORITHM = 'RS256';

const SKEW_SECONDS = 60;

/** A Google account. `email` is in lower case. */
export type GoogleProfile = { sub: string; email: string; emailVerified: boolean; name: string };

type Expected = { keys: JWTVerifyGetKey; clientId: string; nonce: string; now: Date };

/** Verifies a token as OpenID Connect Core, section 3.1.3.7, requires; `undefined` if it is invalid. */
async function checkGoogleIdToken(
  idToken: string,
  { keys, clientId, nonce, now }: Expected,
): Promise<GoogleProfile | undefined> {
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      algorithms: [ALGORITHM],
      issuer: ISSUERS,
      audience: clientId,
      requiredClaims: ['sub', 'iat', 'exp'],
      clockTolerance: SKEW_SECONDS,
      currentDate: now,
    });
    const isOurs = payload.nonce === nonce && isForParty(payload, clientId);
    return isOurs ? toProfile(payload) : undefined;
  } catch (error) {
    if (error instanceof JOSEError) return undefined;
    throw error;
  }
}

/** A token for several audiences must have been issued to this client. */
function isForParty({ aud, azp }: JWTPayload, clientId: string): boolean {
  if (azp === undefined) return !Array.isArray(aud) || aud.length === 1;
  return azp === clientId;
}

function toProfile({ sub, email, email_verified, name }: JWTPayload): GoogleProfile | undefined {
  if (!sub || typeof email !== 'string' || email === '') return undefined;
  return {
    sub,
    email: email.toLowerCase(),
    // Google's older tokens have it as a string.
    emailVerified: email_verified === true || email_verified === 'true',
    name: readDisplayName(name) ?? email,
  };
}
