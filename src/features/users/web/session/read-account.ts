import type { Account } from './identity-client.ts';

/** Reads the claims of an ID token. It is not checked here: the server does that. */
export function readAccount(idToken: string): Account {
  const payload = idToken.split('.')[1] ?? '';
  const binary = atob(payload.replace(/-/g, '+').replace(/_/g, '/'));
  const claims: { email?: string; email_verified?: boolean; name?: string } = JSON.parse(
    new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0))),
  );
  const email = (claims.email ?? '').toLowerCase();
  return { email, displayName: claims.name || email, emailVerified: claims.email_verified === true };
}
