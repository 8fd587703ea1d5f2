import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';

/** Ours, whatever address the shop is reached under. */
export const ID_TOKEN_ISSUER = 'toolyard-accounts';
export const ID_TOKEN_AUDIENCE = 'toolyard';
export const ID_TOKEN_ALGORITHM = 'EdDSA';

/** What an ID token proves: which account, and under which of its sessions. */
export type IdTokenClaims = { subject: string; sessionId: string };

/**
 * Checks an ID token's signature, issuer, audience and expiry. `findPublicKey` gives the JSON Web Key of a key id.
 * Answers `undefined` for any other token.
 */
export async function checkIdToken(
  idToken: string,
  findPublicKey: (keyId: string) => Promise<string | undefined>,
  now: Date,
): Promise<IdTokenClaims | undefined> {
  const keyId = readKeyId(idToken);
  const publicKey = keyId && (await findPublicKey(keyId));
  if (!publicKey) return undefined;
  try {
    const { payload } = await jwtVerify(idToken, await importJWK(JSON.parse(publicKey), ID_TOKEN_ALGORITHM), {
      algorithms: [ID_TOKEN_ALGORITHM],
      issuer: ID_TOKEN_ISSUER,
      audience: ID_TOKEN_AUDIENCE,
      requiredClaims: ['sub', 'sid', 'exp'],
      currentDate: now,
    });
    const { sub, sid } = payload;
    return sub && typeof sid === 'string' ? { subject: sub, sessionId: sid } : undefined;
  } catch {
    return undefined;
  }
}

/** The key id in a token's header, when it looks like one of ours. */
function readKeyId(idToken: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(idToken);
    return kid && /^[\w-]{1,64}$/.test(kid) ? kid : undefined;
  } catch {
    return undefined;
  }
}
