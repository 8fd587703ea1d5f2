import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { JOSEError } from 'jose/errors';
import { readDisplayName } from '#platform/identity/display-name.ts';

/** Google writes its issuer in two ways (https://developers.google.com/identity/openid-connect/openid-connect). */
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
const ALGORITHM = 'RS256';

/** Clocks are set apart by no more than this. */
const SKEW_SECONDS = 60;

/** Who Google says has signed in. `sub` is Google's own, lasting name for the account. */
export type GoogleProfile = { sub: string; email: string; emailVerified: boolean; name: string };

/** What an ID token must fit: the shop's client at Google, and the nonce that this sign-in was begun with. */
type Expected = { keys: JWTVerifyGetKey; clientId: string; nonce: string | undefined; now: Date };

/**
 * Checks Google's ID token (OpenID Connect Core, section 3.1.3.7): signature, issuer, audience, authorised party, expiry
 * and nonce. Answers `undefined` for a token that proves nothing.
 * @throws ProviderTrouble when Google's keys cannot be had.
 */
export async function checkGoogleIdToken(
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

/** A token for several audiences must have been given out to this client. */
function isForParty({ aud, azp }: JWTPayload, clientId: string): boolean {
  if (azp === undefined) return !Array.isArray(aud) || aud.length === 1;
  return azp === clientId;
}

function toProfile({ sub, email, email_verified, name }: JWTPayload): GoogleProfile | undefined {
  if (!sub || typeof email !== 'string' || email === '') return undefined;
  return {
    sub,
    email: email.toLowerCase(),
    // Google's older tokens have it as a text.
    emailVerified: email_verified === true || email_verified === 'true',
    name: readDisplayName(name) ?? email,
  };
}
