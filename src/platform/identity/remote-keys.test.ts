import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestClock } from '#tests/support/clock.ts';
import { createRemoteKeys } from './remote-keys.ts';

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
beforeEach(() => vi.stubGlobal('fetch', fetched.mockReset()));
afterEach(() => vi.unstubAllGlobals());

/** The keys of an address that publishes these now. */
const publish = (keys: Key[], headers: Record<string, string> = {}) =>
  fetched.mockImplementation(async () =>
    Response.json({ keys: keys.map(({ published }) => published) }, { headers }),
  );

function setUp() {
  const clock = createTestClock();
  const keys = createRemoteKeys(ADDRESS, clock);
  const subjectOf = async (key: Key) => (await jwtVerify(await key.sign(), keys)).payload.sub;
  return { clock, subjectOf };
}

it('looks once for many tokens, and again when the answer is as old as it said', async () => {
  const { clock, subjectOf } = setUp();
  const key = await makeKey('one');
  publish([key], { 'cache-control': 'public, max-age=600, must-revalidate', age: '100' });
  expect(await Promise.all(Array.from({ length: 10 }, () => subjectOf(key)))).toEqual(Array(10).fill('one'));
  clock.advance(490 * SECOND_MS);
  await subjectOf(key);
  expect(fetched).toHaveBeenCalledTimes(1);
  clock.advance(20 * SECOND_MS);
  await subjectOf(key);
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('takes a new key as soon as it is published, and drops one that has gone', async () => {
  const { clock, subjectOf } = setUp();
  const [old, next] = [await makeKey('old'), await makeKey('next')];
  publish([old], { 'cache-control': 'max-age=20000' });
  await subjectOf(old);
  publish([next], { 'cache-control': 'max-age=20000' });
  clock.advance(31 * SECOND_MS);
  expect(await subjectOf(next)).toBe('next');
  await expect(subjectOf(old)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});

it('a key that nobody knows does not make it look again and again', async () => {
  const { clock, subjectOf } = setUp();
  const [known, unknown] = [await makeKey('known'), await makeKey('unknown')];
  publish([known]);
  await subjectOf(known);
  for (let time = 0; time < 20; time += 1) await expect(subjectOf(unknown)).rejects.toThrow();
  expect(fetched).toHaveBeenCalledTimes(1);
  clock.advance(30 * SECOND_MS);
  for (let time = 0; time < 20; time += 1) await expect(subjectOf(unknown)).rejects.toThrow();
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('a key of a known name but another make does not verify', async () => {
  const { subjectOf } = setUp();
  publish([await makeKey('one')]);
  const other = await makeKey('one');
  await expect(subjectOf(other)).rejects.toMatchObject({ code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' });
});

it.each<[string, () => Promise<Response>, string]>([
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed')), 'away'],
  ['fails', async () => new Response('', { status: 502 }), 'away'],
  ['is not there', async () => Response.json({}, { status: 404 }), 'nonsense'],
  ['answers a page', async () => new Response('<p>'), 'nonsense'],
  ['answers keys that are none', async () => Response.json({ keys: ['x'] }), 'nonsense'],
])(
  'an address that %s is trouble, not a refusal of the token, and is asked again',
  async (_what, answer, kind) => {
    const { subjectOf } = setUp();
    const key = await makeKey('one');
    fetched.mockImplementation(answer);
    await expect(subjectOf(key)).rejects.toMatchObject({
      name: 'ProviderTrouble',
      kind,
      code: 'unavailable',
    });
    publish([key]);
    expect(await subjectOf(key)).toBe('one');
  },
);
