import { jwtVerify, SignJWT } from 'jose';

const ISSUER = 'toolyard';
const AUDIENCE = 'toolyard-api';
const ALGORITHM = 'HS256';

/** How long the shop's own access token is good for (decision 1). */
export const ACCESS_TOKEN_TTL_SECONDS = 600;

export type AccessClaims = { userId: string; sessionId: string };

/** Signs an access token for a user. It says who, never what they may do (decision 4). */
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

/** The tokens that were found good, by the key that signed them: a token's signature stays as it is. */
const readTokens = new WeakMap<Uint8Array, Map<string, ReadToken>>();

/** What an unexpired token of this shop says, else `undefined`. Whether its session still
 * stands only the provider knows. */
export async function verifyAccessToken(
  key: Uint8Array,
  token: string,
  now: Date,
): Promise<AccessClaims | undefined> {
  const ofKey = readTokens.get(key) ?? new Map<string, ReadToken>();
  readTokens.set(key, ofKey);
  const known = ofKey.get(token);
  const read = known ?? (await readToken(key, token, now));
  // Checked anew each time, as jose does it: it ends with its last second.
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
