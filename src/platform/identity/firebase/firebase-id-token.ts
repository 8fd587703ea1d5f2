import { type JWTPayload, type JWTVerifyGetKey, jwtVerify, UnsecuredJWT } from 'jose';
import { JOSEError } from 'jose/errors';
import { readDisplayName } from '../identity-provider.ts';

const ALGORITHM = 'RS256';

/** Clocks are set apart by no more than this. */
const SKEW_SECONDS = 60;

/** Firebase's names for accounts are no longer (https://firebase.google.com/docs/auth/admin/manage-users). */
const MAX_SUBJECT_CHARACTERS = 128;

/** What an ID token says. `authTimeSeconds` is when the person signed in, in seconds since 1970; it stays over renewals. */
export type FirebaseClaims = {
  subject: string;
  authTimeSeconds: number;
  email: string;
  emailVerified: boolean;
  displayName: string;
};

/** What a token must fit. `keys` are Google's; `undefined` takes the unsigned tokens of an emulator. */
type Expected = { projectId: string; keys: JWTVerifyGetKey | undefined; now: Date };

/**
 * Checks an ID token of Firebase as its documentation says (https://firebase.google.com/docs/auth/admin/verify-id-tokens):
 * signature, algorithm, issuer, audience, expiry, and that it was not issued nor its person signed in in the future.
 * Answers `undefined` for a token that proves nothing, or that is of nobody with an address.
 * @throws ProviderError when Google's keys cannot be had.
 */
export async function checkFirebaseIdToken(
  idToken: string,
  { projectId, keys, now }: Expected,
): Promise<FirebaseClaims | undefined> {
  const expected = {
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    clockTolerance: SKEW_SECONDS,
    currentDate: now,
  };
  try {
    const { payload } = keys
      ? await jwtVerify(idToken, keys, { ...expected, algorithms: [ALGORITHM] })
      : UnsecuredJWT.decode(idToken, expected);
    return readClaims(payload, Math.floor(now.getTime() / 1000) + SKEW_SECONDS);
  } catch (error) {
    if (error instanceof JOSEError) return undefined;
    throw error;
  }
}

function readClaims(claims: JWTPayload, latestSeconds: number): FirebaseClaims | undefined {
  const { sub = '', iat, exp, auth_time: authTime, email, email_verified, name } = claims;
  const isPast = (time: unknown) => typeof time === 'number' && time <= latestSeconds;
  if (!isPast(iat) || !isPast(authTime) || exp === undefined) return undefined;
  if (sub === '' || sub.length > MAX_SUBJECT_CHARACTERS) return undefined;
  if (typeof email !== 'string' || email === '') return undefined;
  return {
    subject: sub,
    authTimeSeconds: Number(authTime),
    email: email.toLowerCase(),
    emailVerified: email_verified === true,
    displayName: readDisplayName(name) ?? email,
  };
}
