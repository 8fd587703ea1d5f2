import { jwtVerify, SignJWT } from 'jose';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { Identity } from '#platform/identity/identity-provider.ts';
import { errorTexts } from '#texts/errors.ts';
import { giveRole } from './manage-users.ts';
import { lockAddress, saveIdentity } from './store.ts';

const ISSUER = 'toolyard';
const AUDIENCE = 'toolyard-api';
const ALGORITHM = 'HS256';

/** Lifetime of the shop's own access token. */
const ACCESS_TOKEN_TTL_SECONDS = 600;

type AccessClaims = { userId: string; sessionId: string };

/** Signs an access token for a user. It identifies the user, never their rights (decision 46). */
export async function issueAccessToken(
  key: Uint8Array,
  { userId, sessionId }: AccessClaims,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const issuedSeconds = Math.floor(now.getTime() / 1000);
  const expiresSeconds = issuedSeconds + ACCESS_TOKEN_TTL_SECONDS;
  const token = await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setIssuedAt(issuedSeconds)
    .setExpirationTime(expiresSeconds)
    .sign(key);
  return { token, expiresAt: new Date(expiresSeconds * 1000) };
}

type ReadToken = { claims: AccessClaims; expiresSeconds: number };

const MAX_READ_TOKENS = 1000;

/** Cache of verified tokens, by signing key: a token's signature can't change. */
const readTokens = new WeakMap<Uint8Array, Map<string, ReadToken>>();

/** Returns the content of an unexpired token of this shop, else `undefined`. Only the provider knows whether
 * its session is still valid. */
export async function verifyAccessToken(
  key: Uint8Array,
  token: string,
  now: Date,
): Promise<AccessClaims | undefined> {
  const ofKey = readTokens.get(key) ?? new Map<string, ReadToken>();
  readTokens.set(key, ofKey);
  const known = ofKey.get(token);
  const read = known ?? (await readToken(key, token, now));
  // Checked on every use, like jose does: a token expires with its last second.
  if (!read || read.expiresSeconds <= Math.floor(now.getTime() / 1000)) return undefined;
  if (!known) {
    if (ofKey.size >= MAX_READ_TOKENS) ofKey.clear();
    ofKey.set(token, read);
  }
  return read.claims;
}

async function readToken(key: Uint8Array, token: string, now: Date): Promise<ReadToken | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'at+jwt',
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp'],
    });
    const { sub, sid, exp = 0 } = payload;
    if (!sub || typeof sid !== 'string') return undefined;
    return { claims: { userId: sub, sessionId: sid }, expiresSeconds: exp };
  } catch {
    return undefined;
  }
}

/** Exchanges an ID token for an access token. @throws AppError `not_signed_in` if the token does
 * not prove `email` */
export async function exchangeToken(
  context: AppContext,
  { email, idToken }: { email: string; idToken: string | undefined },
): Promise<{ token: string; expiresAt: Date }> {
  const identity = idToken && (await context.identityProvider.verifyIdToken(idToken));
  if (!idToken || !identity || identity.email !== email)
    throw new AppError('not_signed_in', errorTexts.signIn);
  const userId = await context.db.transaction().execute(async (tx) => {
    await lockAddress(tx, email);
    // The account may have changed its address meanwhile; this one would come back.
    const current = context.embeddedIdentity
      ? await context.embeddedIdentity.verifyIdToken(idToken, tx)
      : identity;
    if (current?.email !== email) throw new AppError('not_signed_in', errorTexts.signIn);
    const savedId = await saveIdentity(tx, identity);
    if (isConfiguredAdmin(context, identity)) await giveRole(context, tx, savedId, 'admin');
    return savedId;
  });
  const claims = { userId, sessionId: identity.sessionId };
  return issueAccessToken(context.secrets.key('access-token'), claims, context.clock.now());
}

/** Whether this is the configured admin, with an address that the provider has verified. */
function isConfiguredAdmin({ config }: AppContext, { email, emailVerified }: Identity): boolean {
  return emailVerified && config.admin?.email === email;
}
