import { jwtVerify, SignJWT } from 'jose';
import { v7 as uuid } from 'uuid';

/*
 * Somebody who goes on guessing at an account uses its tries up, and would keep its owner out for good. Whoever has set
 * a new password by a mailed link has the mailbox: their pass gives them tries of their own, for a while.
 */

const ALGORITHM = 'HS256';
const AUDIENCE = 'sign-in after a reset';
const GOOD_SECONDS = 15 * 60;

/** A pass for signing in to the account with this address, in lower case. */
export function issueSignInPass(email: string, secret: string, now: Date): Promise<string> {
  const issuedSeconds = Math.floor(now.getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(AUDIENCE)
    .setSubject(email)
    .setJti(uuid())
    .setExpirationTime(issuedSeconds + GOOD_SECONDS)
    .sign(new TextEncoder().encode(secret));
}

/** The id of a pass that is good for this address; `undefined` for any other text. */
export async function readSignInPass(
  pass: unknown,
  email: unknown,
  { secret, now }: { secret: string; now: Date },
): Promise<string | undefined> {
  if (typeof pass !== 'string' || typeof email !== 'string') return undefined;
  try {
    const { payload } = await jwtVerify(pass, new TextEncoder().encode(secret), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      subject: email,
      requiredClaims: ['jti', 'exp'],
      currentDate: now,
    });
    return payload.jti;
  } catch {
    return undefined;
  }
}
