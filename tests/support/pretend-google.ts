import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { vi } from 'vitest';

/** The shop as the pretended Google knows it. */
export const googleClient = { GOOGLE_CLIENT_ID: 'the-client', GOOGLE_CLIENT_SECRET: 'the-client-secret' };

/** What a token says; `undefined` leaves out what every token of Google's has. */
type Claims = Record<string, unknown>;

/** A key that Google signs with, and its public half as it is published. */
export type GoogleKey = { kid: string; sign(claims: Claims): Promise<string>; published: object };

/** Makes a key for RS256. */
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

/** How each of Google's addresses answers. A call of it is noted in `asked`. */
export type PretendedGoogle = {
  token: (form: URLSearchParams) => Promise<Response> | Response;
  keys: () => Promise<Response> | Response;
  asked: { token: URLSearchParams[]; keys: number };
};

/** Stands in for Google's addresses that the server asks; every other one is reached as ever. */
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
