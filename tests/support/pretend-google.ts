import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { vi } from 'vitest';

/** The shop's client at the fake Google. */
export const googleClient = { GOOGLE_CLIENT_ID: 'the-client', GOOGLE_CLIENT_SECRET: 'the-client-secret' };

/** A token's claims; `undefined` omits one that every Google token has. */
type Claims = Record<string, unknown>;

/** A signing key of Google, and its public half as published. */
export type GoogleKey = { kid: string; sign(claims: Claims): Promise<string>; published: object };

/** Creates a key for RS256. */
export async function makeGoogleKey(kid: string): Promise<GoogleKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return {
    kid,
    published: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
    sign: (claims) =>
      new SignJWT({
        iss: 'https://accounts.google.com',
        aud: googleClient.GOOGLE_CLIENT_ID,
        iat: Math.floor(Date.now() / 1000),
        exp: Math.floor(Date.now() / 1000) + 3600,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(privateKey),
  };
}

/** The response of each of Google's addresses. Calls are recorded in `asked`. */
export type PretendedGoogle = {
  token: (form: URLSearchParams) => Promise<Response> | Response;
  keys: () => Promise<Response> | Response;
  asked: { token: URLSearchParams[]; keys: number };
};

/** Replaces Google's addresses that the server calls; all other addresses stay reachable. */
export function pretendGoogle({ token, keys }: Omit<PretendedGoogle, 'asked'>): PretendedGoogle {
  const google: PretendedGoogle = { token, keys, asked: { token: [], keys: 0 } };
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    if (request.url === 'https://oauth2.googleapis.com/token') {
      const form = new URLSearchParams(await request.text());
      google.asked.token.push(form);
      return google.token(form);
    }
    if (request.url === 'https://www.googleapis.com/oauth2/v3/certs') {
      google.asked.keys += 1;
      return google.keys();
    }
    return realFetch(input, init);
  });
  return google;
}
