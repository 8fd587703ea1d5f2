import { createHash, randomBytes } from 'node:crypto';
import { constantTimeEqual, makeSignature } from 'better-auth/crypto';

/*
 * A session token is the session's id and a secret, `ID_SECRET`. The id tells which session a token belongs to even when
 * it was spent long ago. It travels with better-auth's signature, `ID_SECRET.SIGNATURE`, so that nobody can make
 * one up, not even who has read the database.
 */

const SECRET_BYTES = 32;

/** A new token of a session. */
export function makeSessionToken(sessionId: string): string {
  return `${sessionId}_${randomBytes(SECRET_BYTES).toString('hex')}`;
}

/** The id of the session that a token belongs or belonged to. */
export function sessionIdOf(token: string): string {
  return token.slice(0, Math.max(0, token.lastIndexOf('_')));
}

/** What the database keeps of a spent token: its SHA-256 in hexadecimal digits. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The token as it travels in `set-auth-token` and `Authorization`, as better-auth's bearer plugin signs it. */
export async function signSessionToken(token: string, secret: string): Promise<string> {
  return `${token}.${await makeSignature(token, secret)}`;
}

/** The token of an `Authorization: Bearer …` header, when this shop has signed it. */
export async function readSessionToken(
  authorization: string | null,
  secret: string,
): Promise<string | undefined> {
  const signed = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const token = signed.slice(0, Math.max(0, signed.indexOf('.')));
  if (token === '') return undefined;
  const isOurs = constantTimeEqual(signed, await signSessionToken(token, secret));
  return isOurs ? token : undefined;
}
