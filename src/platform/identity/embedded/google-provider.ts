import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { AuthContext, BetterAuthPlugin } from 'better-auth';
import { APIError, getOAuthState } from 'better-auth/api';
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { JOSEError } from 'jose/errors';
import type { Clock } from '#platform/clock.ts';
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

export type GoogleClient = { clientId: string; clientSecret: string };

type Parts = { clock: Clock; log: Log; onProfile: (profile: GoogleProfile) => Promise<void> };
type GoogleTrouble = 'invalid_code' | 'google_unavailable' | 'google_nonsense' | 'email_not_verified';
type SocialProvider = AuthContext['socialProviders'][number];
type AuthorizationRequest = Parameters<SocialProvider['createAuthorizationURL']>[0];
type CodeExchange = Parameters<SocialProvider['validateAuthorizationCode']>[0];

/** Google's fixed addresses (https://accounts.google.com/.well-known/openid-configuration). */
const ISSUER = 'https://accounts.google.com';
const AUTHORIZATION_ADDRESS = 'https://accounts.google.com/o/oauth2/v2/auth';
const TOKEN_ADDRESS = 'https://oauth2.googleapis.com/token';
const KEYS_ADDRESS = 'https://www.googleapis.com/oauth2/v3/certs';

const atGoogle = new AsyncLocalStorage<{ subject?: string }>();

/** Runs the part of a sign-in in which Google is asked who somebody is. Returns Google's subject, too, if it
 * said so. */
export async function whoIsAtGoogle(
  handle: () => Promise<Response>,
): Promise<{ answer: Response; subject: string | undefined }> {
  const asked: { subject?: string } = {};
  const answer = await atGoogle.run(asked, handle);
  return { answer, subject: asked.subject };
}

/** Adds Google to better-auth in place of its own provider, which checks neither signature nor audience of an
 * ID token, has no timeout and stores Google's tokens. better-auth still handles state, PKCE's verifier, the
 * nonce and account linking. */
export function googleSignIn(client: GoogleClient, parts: Parts): BetterAuthPlugin {
  const provider = createGoogleProvider(client, parts, createRemoteKeys(KEYS_ADDRESS));
  return {
    id: 'google-sign-in',
    init: ({ socialProviders }) => ({ context: { socialProviders: [...socialProviders, provider] } }),
  };
}

function createGoogleProvider(
  client: GoogleClient,
  { clock, log, onProfile }: Parts,
  keys: JWTVerifyGetKey,
): SocialProvider {
  return {
    id: 'google',
    name: 'Google',
    issuer: ISSUER,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => (profile as GoogleProfile).sub,
    createAuthorizationURL: (request) => authorizationUrl(client, request),
    // Values under `raw` are passed on and not stored. The code is exchanged below, where better-auth lets
    // errors through.
    validateAuthorizationCode: async (exchange) => ({ raw: { exchange } }),
    async getUserInfo({ raw, expectedIdTokenNonce: nonce }) {
      const expected = { keys, clientId: client.clientId, nonce, now: clock.now() };
      const profile = await askWho(client, raw?.exchange as CodeExchange, expected, log);
      if (typeof profile === 'string') return comeBackWith(profile);
      const { sub, email, emailVerified, name } = profile;
      await onProfile(profile);
      const asked = atGoogle.getStore();
      if (asked) asked.subject = sub;
      return { user: { email, emailVerified, name }, data: profile };
    },
  };
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

/** Redirects the browser to the page where its sign-in ends, with the reason: better-auth has one code for
 * all. */
async function comeBackWith(error: GoogleTrouble): Promise<never> {
  const { errorURL = '/login/google-done' } = (await getOAuthState()) ?? {};
  const location = `${errorURL}${errorURL.includes('?') ? '&' : '?'}error=${error}`;
  throw new APIError('FOUND', undefined, { location });
}

/** Returns Google's sign-in address, with PKCE (RFC 7636) and the account chooser. */
function authorizationUrl(client: GoogleClient, request: AuthorizationRequest): URL {
  const { state, codeVerifier, redirectURI, idTokenNonce = '' } = request;
  const url = new URL(AUTHORIZATION_ADDRESS);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectURI,
    scope: 'openid email profile',
    state,
    nonce: idTokenNonce,
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    prompt: 'select_account',
  }).toString();
  return url;
}

/** Fetches Google's keys and tries a made-up code: only a refusal of the client (RFC 6749, 5.2) is
 * conclusive. @throws Error */
export async function checkGoogleClient(client: GoogleClient): Promise<string> {
  await orExplain('Google’s keys cannot be had', fetchKeys(KEYS_ADDRESS));
  const exchange = { code: 'none', codeVerifier: 'none', redirectURI: 'http://localhost' };
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
  { code, codeVerifier = '', redirectURI }: CodeExchange,
): Promise<ProviderAnswer> {
  return askProvider(TOKEN_ADDRESS, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: codeVerifier,
      redirect_uri: redirectURI,
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

/** Who somebody is at Google. `email` is in lower case. */
export type GoogleProfile = { sub: string; email: string; emailVerified: boolean; name: string };

type Expected = { keys: JWTVerifyGetKey; clientId: string; nonce: string | undefined; now: Date };

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
    const isOurs = nonce !== undefined && payload.nonce === nonce && isForParty(payload, clientId);
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
