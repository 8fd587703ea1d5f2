import { jwtVerify, SignJWT } from 'jose';

const ISSUER = 'toolyard';
const AUDIENCE = 'toolyard-api';
const ALGORITHM = 'HS256';

/** How long the shop's own access token is good for (decision 1). */
export const ACCESS_TOKEN_TTL_SECONDS = 600;

/** Who an access token speaks for, and the provider's session that it came of. */
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

/**
 * What a token says that this shop signed and that has not run out; `undefined` for any other. Whether its session
 * still stands, only the identity provider knows.
 */
export async function verifyAccessToken(
  key: Uint8Array,
  token: string,
  now: Date,
): Promise<AccessClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'at+jwt',
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp'],
    });
    const { sub, sid } = payload;
    return sub && typeof sid === 'string' ? { userId: sub, sessionId: sid } : undefined;
  } catch {
    return undefined;
  }
}
