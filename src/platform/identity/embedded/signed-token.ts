import { type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** What the accounts sign to read again themselves, so with a secret: ID
 * tokens, and passes for signing in. */

const ALGORITHM = 'HS256';
const ISSUER = 'toolyard-accounts';

/** What a token is signed with, and what it is good for: one for another audience counts for nothing. */
export type TokenUse = { key: Uint8Array; audience: string; now: Date };

/** Signs a token that is good for so many seconds. `claims` holds whom it is about, as `sub`. */
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

/** What a token says that was signed for this use and has not run out; `undefined` for any other text. */
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
