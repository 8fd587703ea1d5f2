import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { accessTokenOf } from './accounts.ts';
import { appCode } from './app-code.ts';
import { expectStatus } from './buying.ts';
import type { TestShop } from './test-shop.ts';

/** An authenticator app of a test. */
export type TestApp = { secret: string; recoveryCodes: string[] };

/** Adds an authenticator app to an account, whose session has passed it then. The clock is moved to the next
 * code. */
export async function addApp(
  t: TestShop,
  account: { email: string; proof?: string; token?: string },
): Promise<TestApp> {
  const token = await accessTokenOf(t, account);
  const started = await t.call<{ secret: string; uri: string }>('POST', '/account/authenticator', { token });
  expectStatus(started, 200);
  const { secret } = started.body;
  const confirmed = await t.call<{ recoveryCodes: string[] }>('POST', '/account/authenticator/confirm', {
    token,
    body: { code: appCode(secret, t.clock.now()) },
  });
  expectStatus(confirmed, 200);
  t.clock.advance(60_000);
  return { secret, recoveryCodes: confirmed.body.recoveryCodes };
}

/** Passes the second factor of a sign-in, or of a session, by a code. */
export function passByCode(t: Pick<TestShop, 'call'>, token: string, code: string) {
  return t.call<{ error?: { code: string; message: string } }>('POST', '/api/auth/second-factor', {
    token,
    body: { code },
  });
}

/** The parts of CBOR (RFC 8949) that an attestation has. */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, item]) => [cbor(key), cbor(item)]),
  ]);
}

const base64url = (bytes: Buffer) => bytes.toString('base64url');

/** What an authenticator of a test does differently. */
type Oddity = { origin?: string; verified?: boolean; key?: KeyObject };

/** An authenticator with one passkey, like a phone's (WebAuthn, ES256, without attestation), of a browser at
 * the test shop's address: passkeys are for a host name, not for an IP address. */
export function makeAuthenticator(t: TestShop) {
  const origin = t.shop.origin.replace('127.0.0.1', 'localhost');
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, challenge: string, odd: Oddity) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: odd.origin ?? origin, crossOrigin: false }));

  /** The flags say who was there (1), verified (4), and that a key follows (64). */
  function data(flags: number, rest: Buffer = Buffer.alloc(0)): Buffer {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const host = createHash('sha256').update(new URL(origin).hostname).digest();
    return Buffer.concat([host, Buffer.from([flags]), count, rest]);
  }

  const answer = <Response>(response: Response) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    /** Answers `navigator.credentials.create`. */
    create({ challenge }: { challenge: string }, odd: Oddity = {}) {
      const key = new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const length = Buffer.from([0, id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, cbor(key)]);
      const authData = data(odd.verified === false ? 65 : 69, credential);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, odd)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      });
    },

    /** Answers `navigator.credentials.get`. */
    get({ challenge }: { challenge: string }, odd: Oddity = {}) {
      const client = clientData('webauthn.get', challenge, odd);
      const authenticatorData = data(odd.verified === false ? 1 : 5);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()]);
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, odd.key ?? privateKey)),
      });
    },
  };
}

export type Authenticator = ReturnType<typeof makeAuthenticator>;

/** Adds a passkey to an account. */
export async function addPasskey(
  t: TestShop,
  account: { email: string; proof?: string; token?: string },
  name = 'Laptop',
) {
  const token = await accessTokenOf(t, account);
  const authenticator = makeAuthenticator(t);
  const options = await t.call<{ challenge: string }>('POST', '/account/passkeys/options', { token });
  expectStatus(options, 200);
  const added = await t.call<{ recoveryCodes: string[] }>('POST', '/account/passkeys', {
    token,
    body: { name, passkey: authenticator.create(options.body) },
  });
  expectStatus(added, 200);
  return { authenticator, recoveryCodes: added.body.recoveryCodes };
}

/** Uses a passkey: to sign in, or with `bearer` for a second factor. */
export async function usePasskey(
  t: Pick<TestShop, 'call'>,
  authenticator: Authenticator,
  { bearer, ...odd }: Oddity & { bearer?: string } = {},
) {
  const sent = bearer === undefined ? {} : { token: bearer };
  const options = await t.call<{ challenge: string }>('POST', '/api/auth/passkey/options', sent);
  expectStatus(options, 200);
  return sendPasskey(t, authenticator.get(options.body, odd), bearer);
}

/** Sends a passkey's answer. `body.token` is the proof of a sign-in. */
export function sendPasskey(t: Pick<TestShop, 'call'>, passkey: unknown, bearer?: string) {
  const [path, sent] =
    bearer === undefined
      ? (['/api/auth/passkey', {}] as const)
      : (['/api/auth/second-factor/passkey', { token: bearer }] as const);
  return t.call<{ token?: string; error?: { code: string } }>('POST', path, { ...sent, body: { passkey } });
}
