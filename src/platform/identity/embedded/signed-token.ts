import { type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** Tokens that the shop signs and verifies itself, with a shared secret: for emailed links, attempts at
 * Google, and sign-in passes. */

const ALGORITHM = 'HS256';
const ISSUER = 'toolyard-accounts';

/** A token's signing key and purpose: a token for another audience is invalid. */
export type TokenUse = { key: Uint8Array; audience: string; now: Date };

/** Signs a token that is valid for `seconds`. `claims.sub` is its subject. */
export function signToken(
  claims: JWTPayload & { sub: string },
  seconds: number,
  { key, audience, now }: TokenUse,
): Promise<string> {
  const issuedSeconds = Math.floor(now.getTime() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setIssuedAt(issuedSeconds)
    .setExpirationTime(issuedSeconds + seconds)
    .sign(key);
}

/** Returns the claims of a valid token for this use; `undefined` for any other text. */
export async function readToken(
  token: string,
  { key, audience, now }: TokenUse,
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience,
      requiredClaims: ['sub', 'exp'],
      currentDate: now,
    });
    return payload;
  } catch {
    return undefined;
  }
}
