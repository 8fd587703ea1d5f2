import { jwtVerify, SignJWT } from 'jose';

const ISSUER = 'toolyard';
const AUDIENCE = 'toolyard-api';
const ALGORITHM = 'HS256';

/** How long the shop's own access token is good for (decision 1). */
export const ACCESS_TOKEN_TTL_SECONDS = 600;

/** Signs an access token for a user. It says who, never what they may do (decision 4). */
export async function issueAccessToken(
  key: Uint8Array,
  userId: string,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const issuedSeconds = Math.floor(now.getTime() / 1000);
  const expiresSeconds = issuedSeconds + ACCESS_TOKEN_TTL_SECONDS;
  const token = await new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setIssuedAt(issuedSeconds)
    .setExpirationTime(expiresSeconds)
    .sign(key);
  return { token, expiresAt: new Date(expiresSeconds * 1000) };
}

/** The user id of a token that this shop signed and that has not run out; `undefined` for any other. */
export async function verifyAccessToken(
  key: Uint8Array,
  token: string,
  now: Date,
): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'at+jwt',
      currentDate: now,
      requiredClaims: ['sub', 'exp'],
    });
    return payload.sub;
  } catch {
    return undefined;
  }
}
