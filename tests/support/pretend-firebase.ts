import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { vi } from 'vitest';

/** The settings of a shop whose accounts are in Firebase. */
export const firebaseSettings = {
  IDENTITY_PROVIDER: 'firebase',
  FIREBASE_PROJECT_ID: 'the-project',
  FIREBASE_API_KEY: 'the-api-key',
  FIREBASE_AUTH_DOMAIN: 'the-project.firebaseapp.com',
};

/** A token's claims; `undefined` omits one that every Firebase token has. */
type Claims = Record<string, unknown>;

/** A signing key of Firebase, and its public half as published. */
export type FirebaseKey = {
  sign(claims: Claims, nowSeconds?: number): Promise<string>;
  published: object;
};

/** Creates a key; `signedKid` is the key id in its tokens, the published one by default. */
export async function makeFirebaseKey(
  kid: string,
  signedKid: string | undefined = kid,
): Promise<FirebaseKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return {
    published: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
    sign: (claims, now = Math.floor(Date.now() / 1000)) =>
      new SignJWT({
        iss: 'https://securetoken.google.com/the-project',
        aud: 'the-project',
        sub: 'subject-1',
        email: 'Ada@Mail.example',
        email_verified: true,
        name: 'Ada Joiner',
        auth_time: now - 100,
        iat: now - 10,
        exp: now + 3590,
        // Firebase's tokens of two moments differ by their times; a test's clock may stand.
        jti: randomUUID(),
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', ...(signedKid === '' ? {} : { kid: signedKid }) })
        .sign(privateKey),
  };
}

type Answer = { status?: number; headers?: Record<string, string>; body: unknown };
type Call = { body: Record<string, unknown>; authorization: string | undefined };

/** A fake Google on loopback. Its responses can be changed, and its requests are recorded. */
export type PretendedFirebase = {
  keys: () => Answer;
  account: () => Answer;
  asked: { keys: number; tokens: string[]; lookup: Call[]; update: Call[]; delete: Call[] };
  close(): Promise<void>;
};

/** Starts the fake, and directs every call of Google's addresses to it. */
export async function pretendFirebase(): Promise<PretendedFirebase> {
  const google: PretendedFirebase = {
    keys: () => ({ body: { keys: [] } }),
    account: () => ({ body: {} }),
    asked: { keys: 0, tokens: [], lookup: [], update: [], delete: [] },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
  const server = createServer((request, response) => void answer(google, request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const { hostname, pathname } = new URL(input instanceof Request ? input.url : input);
    const isGoogle = hostname.endsWith('.googleapis.com');
    return isGoogle ? realFetch(`${origin}/${hostname}${pathname}`, init) : realFetch(input, init);
  });
  return google;
}

async function answer(
  google: PretendedFirebase,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status = 200, headers = {}, body } = await answerTo(google, request);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function answerTo(
  { asked, keys, account }: PretendedFirebase,
  request: IncomingMessage,
): Promise<Answer> {
  const body = await text(request);
  if (request.url?.startsWith('/www.googleapis.com/service_accounts/v1/jwk/securetoken@')) {
    asked.keys += 1;
    return keys();
  }
  if (request.url === '/oauth2.googleapis.com/token') {
    asked.tokens.push(new URLSearchParams(body).get('assertion') ?? '');
    return { body: { access_token: `token-${asked.tokens.length}`, expires_in: 3600 } };
  }
  const [, method] =
    /^\/identitytoolkit\.googleapis\.com\/v1\/projects\/the-project\/accounts:(\w+)$/.exec(
      request.url ?? '',
    ) ?? [];
  if (method !== 'lookup' && method !== 'update' && method !== 'delete') return { status: 404, body: {} };
  asked[method].push({ body: JSON.parse(body), authorization: request.headers.authorization });
  return account();
}

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The key file of a service account, in Google's format. */
export const serviceAccountKey = {
  type: 'service_account',
  project_id: 'the-project',
  client_email: 'shop@the-project.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
};

/** Writes the key file of a service account; returns its path. */
export function writeServiceAccount(path: string, key: object = serviceAccountKey): string {
  writeFileSync(path, JSON.stringify(key));
  return path;
}

/** Returns the claims of a service account's assertion. @throws if it is not signed with the account's key */
export async function readAssertion(assertion: string): Promise<Record<string, unknown>> {
  return (await jwtVerify(assertion, publicKey, { algorithms: ['RS256'] })).payload;
}
