import { jwtVerify } from 'jose';
import { JWTExpired } from 'jose/errors';
import { Refusal } from '#contracts/api-error.ts';
import type { Database } from '#platform/database/database.ts';
import { accountRefusalTexts } from '#texts/refusals-accounts.ts';
import { findAccount, markEmailVerified } from './account-store.ts';
import type { NoteIdentityEvent } from './identity-events.ts';
import { expiredLink, invalidLink, otherEmail } from './identity-refusals.ts';
import type { BearerSession } from './sessions.ts';

type Parts = { db: Database; secret: string; onEvent: NoteIdentityEvent };

/**
 * Verifies the address of the account that is signed in, by the token of the mail's link. The mailbox alone is not
 * enough: whoever signs up with somebody else's address knows the password, and its owner, who follows the link, would
 * vouch for them.
 * @throws Refusal `invalid_input` for a bad link, `not_signed_in` without a session of the account.
 */
export async function verifyEmail(
  token: string | null,
  session: BearerSession | undefined,
  { db, secret, onEvent }: Parts,
): Promise<Response> {
  const email = await readVerificationToken(token ?? '', secret);
  if (!session) {
    throw new Refusal('not_signed_in', accountRefusalTexts.logInToVerify);
  }
  await db.transaction().execute(async (tx) => {
    const account = await findAccount(tx, session.subject);
    if (account?.email !== email) throw otherEmail;
    if (account.emailVerified) return;
    await markEmailVerified(tx, session.subject);
    await onEvent({ kind: 'email verified', subject: session.subject }, tx);
  });
  return Response.json({ status: true, user: null });
}

/** The address that a link was mailed to, in lower case; better-auth signs it into the token. */
async function readVerificationToken(token: string, secret: string): Promise<string> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      requiredClaims: ['email', 'exp'],
    });
    return String(payload.email);
  } catch (error) {
    throw error instanceof JWTExpired ? expiredLink : invalidLink;
  }
}
