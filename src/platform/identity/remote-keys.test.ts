import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRemoteKeys } from './ask-provider.ts';

const ADDRESS = 'https://keys.example/jwks';
const SECOND_MS = 1000;

type Key = { published: object; sign(): Promise<string> };

async function makeKey(kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return {
    published: { ...(await exportJWK(publicKey)), kid, alg: 'RS256' },
    sign: () => new SignJWT({ sub: kid }).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
  };
}

const fetched = vi.fn<() => Promise<Response>>();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('fetch', fetched.mockReset());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * SECOND_MS);

/** The keys of an address that now publishes these. */
const publish = (keys: Key[]) =>
  fetched.mockImplementation(async () => Response.json({ keys: keys.map(({ published }) => published) }));

function setUp() {
  const keys = createRemoteKeys(ADDRESS);
  const subjectOf = async (key: Key) => (await jwtVerify(await key.sign(), keys)).payload.sub;
  return { subjectOf };
}

it('fetches the keys once for many tokens, and again after an hour', async () => {
  const { subjectOf } = setUp();
  const key = await makeKey('one');
  publish([key]);
  expect(await Promise.all(Array.from({ length: 10 }, () => subjectOf(key)))).toEqual(Array(10).fill('one'));
  pass(3590);
  await subjectOf(key);
  expect(fetched).toHaveBeenCalledTimes(1);
  pass(20);
  await subjectOf(key);
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('accepts a new key as soon as it is published, and drops a removed one', async () => {
  const { subjectOf } = setUp();
  const [old, next] = [await makeKey('old'), await makeKey('next')];
  publish([old]);
  await subjectOf(old);
  publish([next]);
  pass(31);
  expect(await subjectOf(next)).toBe('next');
  await expect(subjectOf(old)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});

it('does not refetch repeatedly for an unknown key', async () => {
  const { subjectOf } = setUp();
  const [known, unknown] = [await makeKey('known'), await makeKey('unknown')];
  publish([known]);
  await subjectOf(known);
  for (let time = 0; time < 20; time += 1) await expect(subjectOf(unknown)).rejects.toThrow();
  expect(fetched).toHaveBeenCalledTimes(1);
  pass(30);
  for (let time = 0; time < 20; time += 1) await expect(subjectOf(unknown)).rejects.toThrow();
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('does not verify with a key of a known name but another type', async () => {
  const { subjectOf } = setUp();
  publish([await makeKey('one')]);
  const other = await makeKey('one');
  await expect(subjectOf(other)).rejects.toMatchObject({ code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' });
});

it.each<[string, () => Promise<Response>, string]>([
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed')), 'unavailable'],
  ['fails', async () => new Response('', { status: 502 }), 'unavailable'],
  ['is not there', async () => Response.json({}, { status: 404 }), 'nonsense'],
  ['answers a page', async () => new Response('<p>'), 'nonsense'],
  ['answers keys that are none', async () => Response.json({ keys: ['x'] }), 'nonsense'],
])(
  'an address that %s is an outage, not a refusal of the token, and is asked again',
  async (_what, answer, kind) => {
    const { subjectOf } = setUp();
    const key = await makeKey('one');
    fetched.mockImplementation(answer);
    await expect(subjectOf(key)).rejects.toMatchObject({ name: 'ProviderError', kind });
    publish([key]);
    expect(await subjectOf(key)).toBe('one');
  },
);
