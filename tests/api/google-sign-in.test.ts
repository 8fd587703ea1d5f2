import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SignedIn } from '#features/users/sign-in-contract.ts';
import { accessTokenOf, signIn, signUp } from '#tests/support/accounts.ts';
import {
  googleClient,
  makeGoogleKey,
  type PretendedGoogle,
  pretendGoogle,
} from '#tests/support/pretend-google.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ ...googleClient, SHOP_RATE_LIMIT: 'signIn=1000/15m' });
const key = setUp(() => makeGoogleKey('key-1'));
let google: PretendedGoogle;
/** What the next ID token says, in addition to Google's usual claims. */
let claims: JWTPayload;
/** The nonce that the shop sent last. */
let nonce: string;

beforeEach(() => {
  google = pretendGoogle({
    token: async () => answerWith(await key.sign({ nonce, ...hourFromNow(), ...claims })),
    keys: () => Response.json({ keys: [key.published] }),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The hour that begins at the shop's current time. */
function hourFromNow() {
  const iat = Math.floor(t.clock.now().getTime() / 1000);
  return { iat, exp: iat + 3600 };
}

const answerWith = (id_token: string) =>
  Response.json({ access_token: 'a', refresh_token: 'r', id_token, token_type: 'Bearer', expires_in: 3600 });

const DONE = '/login/google-done?attempt=7';

async function startGoogle() {
  const reply = await t.call<{ url: string }>('POST', '/api/auth/sign-in/social', {
    body: { callbackURL: DONE },
  });
  expect(reply.status).toBe(200);
  const cookies = reply.headers.getSetCookie();
  expect(cookies).toHaveLength(1);
  const address = new URL(reply.body.url);
  nonce = address.searchParams.get('nonce') ?? '';
  return { address, cookie: cookies[0]?.split(';')[0] ?? '' };
}

const comeBack = (state: string, cookie: string) =>
  t.call('GET', `/api/auth/callback/google?code=the-code&state=${state}`, { headers: { cookie } });

async function signInWithGoogle(person: JWTPayload = claims) {
  claims = person;
  const { address, cookie } = await startGoogle();
  return comeBack(address.searchParams.get('state') ?? '', cookie);
}

/** The sign-in that the callback from Google hands over. */
async function handedAfter(back: { headers: Headers }) {
  const handOver = back.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('toolyard_google_session='));
  const cookie = handOver?.split(';')[0] ?? '';
  return t.call<SignedIn>('GET', '/api/auth/get-session', { headers: { cookie } });
}

/** Whose session follows a sign-in with Google. */
async function accountAfter(back: { headers: Headers }) {
  const { token: proof, email } = (await handedAfter(back)).body;
  const token = await accessTokenOf(t, { email, proof });
  return (await t.call('GET', '/account/session', { token })).body;
}

/** Expects no sign-in, and no change except that the callback is used up. */
async function expectRefused(back: Awaited<ReturnType<typeof comeBack>>, error: string) {
  expect([back.status, back.headers.get('location')]).toEqual([302, `${DONE}&error=${error}`]);
  expect(back.headers.getSetCookie().filter((cookie) => !/=; .*Max-Age=0/.test(cookie))).toEqual([]);
}

const accountsNow = () =>
  t.asOwner(`select "providerId", "accountId", u.email, u."emailVerified" from identity."user" u
    left join identity.account on "userId" = u.id order by u.email, "providerId"`);
const sessionsNow = () => t.asOwner('select count(*)::int as count from sessions');

it('redirects to Google, bound to the browser by one cookie', async () => {
  const { address, cookie } = await startGoogle();
  expect(`${address.origin}${address.pathname}`).toBe('https://accounts.google.com/o/oauth2/v2/auth');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'the-client',
    redirect_uri: `${t.url}/api/auth/callback/google`,
    scope: 'openid email profile',
    state: expect.stringMatching(/^[\w-]{32}$/),
    nonce: expect.stringMatching(/^[\w-]{32}$/),
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    prompt: 'select_account',
  });
  expect(cookie).toMatch(/^toolyard_google_attempt=/);
});

it('hands the sign-in to the final page once, in a cookie valid for one minute', async () => {
  const back = await signInWithGoogle({
    sub: 'g-1',
    email: 'Gus@Mail.example',
    email_verified: true,
    name: 'Gus',
  });
  expect(back.status).toBe(302);
  expect(back.headers.get('location')).toBe(DONE);
  const [forgotten, ...cookies] = back.headers.getSetCookie();
  expect(forgotten).toBe(
    'toolyard_google_attempt=; Path=/api/auth/callback/google; Max-Age=0; HttpOnly; SameSite=Lax',
  );
  expect(cookies).toEqual([
    expect.stringMatching(
      /^toolyard_google_session=\S+; Path=\/api\/auth\/get-session; Max-Age=60; HttpOnly; SameSite=Strict$/,
    ),
  ]);
  const handed = await handedAfter(back);
  expect(handed.headers.getSetCookie()[0]).toMatch(/^toolyard_google_session=; .*Max-Age=0/);
  expect(handed.body).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    email: 'gus@mail.example',
    secondFactor: [],
  });
  const token = await accessTokenOf(t, { email: handed.body.email, proof: handed.body.token });
  expect((await t.call('GET', '/account/session', { token })).body).toEqual({
    email: 'gus@mail.example',
    displayName: 'Gus',
    emailVerified: true,
  });
});

it.each(['x', 'e30', Buffer.from('{"token":7}').toString('base64url')])(
  'hands over nothing for a cookie that it did not write (%s)',
  async (value) => {
    const headers = { cookie: `toolyard_google_session=${value}` };
    expect((await t.call('GET', '/api/auth/get-session', { headers })).status).toBe(401);
  },
);

it('uses a cookie over HTTPS that no other host of the domain can plant', async () => {
  t.shop.origin = 'https://shop.example';
  try {
    const back = await signInWithGoogle({ sub: 'g-4', email: 'hana@mail.example', email_verified: true });
    const cookies = back.headers.getSetCookie().filter((cookie) => !/Max-Age=0/i.test(cookie));
    expect(cookies).toHaveLength(1);
    const [, session] =
      /^__Host-toolyard_google_session=(\S+); Path=\/; Max-Age=60; HttpOnly; SameSite=Strict; Secure$/.exec(
        cookies[0] ?? '',
      ) ?? [];
    const handOver = (name: string) =>
      t.call('GET', '/api/auth/get-session', { headers: { cookie: `${name}=${session}` } });
    expect((await handOver('toolyard_google_session')).status).toBe(401);
    const handed = await handOver('__Host-toolyard_google_session');
    expect(handed.status).toBe(200);
    expect(handed.headers.getSetCookie()[0]).toMatch(/^__Host-toolyard_google_session=; Path=\/; Max-Age=0/);
  } finally {
    t.shop.origin = t.url;
  }
});

it('proves to Google that it started this sign-in, and stores nothing of Google’s reply', async () => {
  const back = await signInWithGoogle({ sub: 'g-5', email: 'ivo@mail.example', email_verified: true });
  expect(back.headers.get('location')).toBe(DONE);
  expect(Object.fromEntries(google.asked.token[0] ?? [])).toEqual({
    grant_type: 'authorization_code',
    code: 'the-code',
    code_verifier: expect.stringMatching(/^[\w-]{43,128}$/),
    redirect_uri: `${t.url}/api/auth/callback/google`,
    client_id: 'the-client',
    client_secret: 'the-client-secret',
  });
  const kept = `select "accessToken", "refreshToken", "idToken" from identity.account where "accountId" = 'g-5'`;
  expect(await t.asOwner(kept)).toEqual([{ accessToken: null, refreshToken: null, idToken: null }]);
});

describe('a sign-in', () => {
  it('joins a verified account with the same verified address', async () => {
    const { email } = await t.makeUser({ email: 'jana@mail.example', verified: true });
    const back = await signInWithGoogle({ sub: 'g-6', email: 'Jana@mail.example', email_verified: true });
    expect(await accountAfter(back)).toMatchObject({ email });
    const linked = `select "accountId" from identity.account join identity."user" u on u.id = "userId"`;
    expect(await t.asOwner(`${linked} where email = '${email}'`)).toEqual([{ accountId: 'g-6' }]);
  });

  it('finds a Google account by its subject after its address has changed', async () => {
    const person = { sub: 'g-7', email: 'kim@mail.example', email_verified: true };
    await signInWithGoogle(person);
    const before = await accountsNow();
    const back = await signInWithGoogle({ ...person, email: 'kim@new.example' });
    expect(await accountAfter(back)).toMatchObject({ email: 'kim@mail.example' });
    expect(await accountsNow()).toEqual(before);
  });

  it('does not open an account with a password and an unverified address', async () => {
    const { email } = await signUp(t);
    const before = [await accountsNow(), await sessionsNow()];
    await expectRefused(
      await signInWithGoogle({ sub: 'g-2', email, email_verified: true }),
      'account_not_linked',
    );
    expect([await accountsNow(), await sessionsNow()]).toEqual(before);
  });

  it.each([false, 'false', undefined, 1, null])(
    'an address whose verification is %j opens no account: no new one, no existing one, no linked one',
    async (email_verified) => {
      const person = { sub: 'g-8', email: 'lou@mail.example', email_verified: true };
      await signInWithGoogle(person);
      const { email } = await t.makeUser({ verified: true });
      const before = [await accountsNow(), await sessionsNow()];
      for (const other of [person, { sub: 'g-9', email }, { sub: 'g-10', email: 'max@mail.example' }]) {
        await expectRefused(await signInWithGoogle({ ...other, email_verified }), 'email_not_verified');
      }
      expect([await accountsNow(), await sessionsNow()]).toEqual(before);
    },
  );
});

describe('an ID token that proves nothing', () => {
  const person = { sub: 'g-11', email: 'mallory@mail.example', email_verified: true };
  const hour = 3600;
  const now = () => Math.floor(Date.now() / 1000);
  const unsigned = () =>
    new UnsecuredJWT({ ...person, nonce, iss: 'https://accounts.google.com', aud: 'the-client' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .encode();
  const byTheSecret = () =>
    new SignJWT({ ...person, nonce, iss: 'https://accounts.google.com', aud: 'the-client' })
      .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('the-client-secret'.padEnd(32)));

  it.each<[string, () => string | Promise<string>]>([
    ['for another client', () => key.sign({ ...person, nonce, aud: 'another-client' })],
    [
      'for several, given out to another',
      () => key.sign({ ...person, nonce, aud: ['the-client', 'x'], azp: 'x' }),
    ],
    ['for several, given out to nobody', () => key.sign({ ...person, nonce, aud: ['the-client', 'x'] })],
    ['given out to another', () => key.sign({ ...person, nonce, azp: 'another-client' })],
    ['of another issuer', () => key.sign({ ...person, nonce, iss: 'https://accounts.elsewhere.example' })],
    ['of another sign-in', () => key.sign({ ...person, nonce: 'x'.repeat(32) })],
    ['of no sign-in', () => key.sign(person)],
    ['run out', () => key.sign({ ...person, nonce, iat: now() - 2 * hour, exp: now() - hour })],
    ['without an end', () => key.sign({ ...person, nonce, exp: undefined })],
    ['of nobody', () => key.sign({ ...person, nonce, sub: undefined })],
    ['without an address', () => key.sign({ ...person, nonce, email: undefined })],
    ['not signed', unsigned],
    ['signed with the client secret', byTheSecret],
    [
      'signed with a key of the same name',
      async () => (await makeGoogleKey('key-1')).sign({ ...person, nonce }),
    ],
    ['signed with an unknown key', async () => (await makeGoogleKey('key-9')).sign({ ...person, nonce })],
    ['altered', async () => `${(await key.sign({ ...person, nonce })).slice(0, -6)}AAAAAA`],
    ['no token at all', () => 'no token at all'],
  ])('%s logs no one in', async (_what, token) => {
    google.token = async () => answerWith(await token());
    const before = [await accountsNow(), await sessionsNow()];
    await expectRefused(await signInWithGoogle(person), 'google_nonsense');
    expect([await accountsNow(), await sessionsNow()]).toEqual(before);
  });
});

describe('Google failures', () => {
  const person = { sub: 'g-12', email: 'nina@mail.example', email_verified: true };
  const away = () => Promise.reject(new TypeError('fetch failed'));
  const late = () => Promise.reject(new DOMException('signal timed out', 'TimeoutError'));
  const html = () => new Response('<h1>Sorry</h1>', { headers: { 'content-type': 'text/html' } });

  it.each<[string, () => Response | Promise<Response>, string]>([
    ['cannot be reached', away, 'google_unavailable'],
    ['does not answer in time', late, 'google_unavailable'],
    ['fails', () => new Response('{}', { status: 503 }), 'google_unavailable'],
    ['has had enough', () => new Response('{}', { status: 429 }), 'google_unavailable'],
    ['answers a page', html, 'google_nonsense'],
    ['answers a list', () => Response.json([]), 'google_nonsense'],
    ['answers without an ID token', () => Response.json({ access_token: 'a' }), 'google_nonsense'],
    ['takes no code', () => Response.json({ error: 'invalid_grant' }, { status: 400 }), 'invalid_code'],
  ])('when its token address %s, the user is told', async (_what, answer, error) => {
    google.token = answer;
    await expectRefused(await signInWithGoogle(person), error);
    google.token = async () => answerWith(await key.sign({ nonce, ...hourFromNow(), ...person }));
    expect((await signInWithGoogle(person)).headers.get('location')).toBe(DONE);
  });

  it.each<[string, () => Response | Promise<Response>, string]>([
    ['cannot be reached', away, 'google_unavailable'],
    ['fails', () => new Response('{}', { status: 500 }), 'google_unavailable'],
    ['answers no keys', () => Response.json({ keys: [] }), 'google_nonsense'],
    ['answers a page', html, 'google_nonsense'],
  ])('when its key address %s, the user is told', async (_what, answer, error) => {
    google.keys = answer;
    // Cached keys are valid for an hour.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3600 * 1000 });
    onTestFinished(() => void vi.useRealTimers());
    await expectRefused(await signInWithGoogle(person), error);
  });
});

it('reports that the user declined at Google', async () => {
  const { address, cookie } = await startGoogle();
  const state = address.searchParams.get('state');
  const back = await t.call('GET', `/api/auth/callback/google?error=access_denied&state=${state}`, {
    headers: { cookie },
  });
  await expectRefused(back, 'access_denied');
});

it.each(['', '?code=the-code', '?code=the-code&state=made-up', '?error=access_denied'])(
  'a callback that no one started (%s) ends on the page that says so',
  async (query) => {
    const back = await t.call('GET', `/api/auth/callback/google${query}`);
    expect(back.status).toBe(302);
    expect(back.headers.get('location')).toMatch(
      /\/login\/google-done\?error=(state_not_found|state_mismatch)$/,
    );
  },
);

it('refuses a callback in another browser', async () => {
  claims = { sub: 'g-3', email: 'mallory@mail.example', email_verified: true };
  const { address } = await startGoogle();
  const { cookie } = await startGoogle();
  const back = await comeBack(address.searchParams.get('state') ?? '', cookie);
  expect(back.headers.get('location')).toContain('error=');
  expect(back.headers.getSetCookie().some((set) => set.startsWith('toolyard_google_session'))).toBe(false);
  expect((await signIn(t, 'mallory@mail.example', 'anything')).status).toBe(401);
});

it.each(['https://elsewhere.example', '//elsewhere.example', '/tools', '/login/google-done/../../x'])(
  'does not come back to %s',
  async (callbackURL) => {
    const reply = await t.call('POST', '/api/auth/sign-in/social', {
      body: { callbackURL },
    });
    expect(reply.status).toBe(400);
  },
);
