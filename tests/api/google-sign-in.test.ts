import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { idTokenOf, signIn, signUp } from '#tests/support/accounts.ts';
import { startTestShop, type TestShop } from '#tests/support/test-shop.ts';

let t: TestShop;
beforeAll(async () => {
  t = await startTestShop({ GOOGLE_CLIENT_ID: 'the-client', GOOGLE_CLIENT_SECRET: 'the-client-secret' });
});
afterAll(() => t?.stop());
afterEach(() => vi.unstubAllGlobals());

/** Stands in for Google's token endpoint; every other address is reached as ever. */
function pretendGoogle(person: { sub: string; email: string; email_verified: boolean; name?: string }) {
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.hostname !== 'oauth2.googleapis.com') return realFetch(input, init);
    const id_token = await new SignJWT({ ...person })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('https://accounts.google.com')
      .setAudience('the-client')
      .setExpirationTime('1h')
      .sign(new Uint8Array(32));
    return Response.json({ access_token: 'a', id_token, token_type: 'Bearer', expires_in: 3600 });
  });
}

const DONE = '/login/google-done?attempt=7';

async function startGoogle() {
  const reply = await t.call<{ url: string }>('POST', '/api/auth/sign-in/social', {
    body: { provider: 'google', callbackURL: DONE, errorCallbackURL: DONE, disableRedirect: true },
  });
  expect(reply.status).toBe(200);
  const cookies = reply.headers.getSetCookie();
  expect(cookies).toHaveLength(1);
  return { google: new URL(reply.body.url), cookie: cookies[0]?.split(';')[0] ?? '' };
}

const comeBack = (state: string, cookie: string) =>
  t.call('GET', `/api/auth/callback/google?code=the-code&state=${state}`, { headers: { cookie } });

async function signInWithGoogle() {
  const { google, cookie } = await startGoogle();
  return comeBack(google.searchParams.get('state') ?? '', cookie);
}

it('sends people to Google, tied to their browser by one cookie', async () => {
  const { google, cookie } = await startGoogle();
  expect(google.origin).toBe('https://accounts.google.com');
  expect(google.searchParams.get('redirect_uri')).toBe(`${t.url}/api/auth/callback/google`);
  expect(google.searchParams.get('code_challenge_method')).toBe('S256');
  expect(cookie).toMatch(/^better-auth\.state=/);
});

it('hands the session to the page at the end, once, through a cookie of one minute', async () => {
  pretendGoogle({ sub: 'g-1', email: 'Gus@Mail.example', email_verified: true, name: 'Gus' });
  const back = await signInWithGoogle();
  expect(back.status).toBe(302);
  expect(back.headers.get('location')).toBe(DONE);
  expect(back.headers.get('set-auth-token')).toBeNull();
  const cookies = back.headers.getSetCookie().filter((cookie) => !/Max-Age=0/i.test(cookie));
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatch(
    /^toolyard_google_session=\S+; Path=\/api\/auth\/get-session; Max-Age=60; HttpOnly; SameSite=Strict$/,
  );

  const cookie = cookies[0]?.split(';')[0] ?? '';
  const handed = await t.call('GET', '/api/auth/get-session', { headers: { cookie } });
  const session = handed.headers.get('set-auth-token') ?? '';
  expect(handed.headers.getSetCookie()[0]).toMatch(/^toolyard_google_session=; .*Max-Age=0/);
  const idToken = await idTokenOf(t, { session });
  expect((await t.call('PUT', '/user/gus@mail.example', { token: idToken })).status).toBe(200);
  expect(await t.shop.identityProvider.verifyIdToken(idToken)).toMatchObject({
    email: 'gus@mail.example',
    emailVerified: true,
    displayName: 'Gus',
  });
});

it('over HTTPS hands it over in a cookie that no other host of the domain can plant', async () => {
  pretendGoogle({ sub: 'g-4', email: 'hana@mail.example', email_verified: true, name: 'Hana' });
  t.shop.origin = 'https://shop.example';
  try {
    const back = await signInWithGoogle();
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
    expect(handed.headers.get('set-auth-token')).toBe(session);
    expect(handed.headers.getSetCookie()[0]).toMatch(/^__Host-toolyard_google_session=; Path=\/; Max-Age=0/);
  } finally {
    t.shop.origin = t.url;
  }
});

it('does not open an account with a password whose address was never verified', async () => {
  const { email } = await signUp(t);
  pretendGoogle({ sub: 'g-2', email, email_verified: true, name: 'Gus' });
  const back = await signInWithGoogle();
  expect(back.headers.get('location')).toBe(`${DONE}&error=account_not_linked`);
  expect(back.headers.getSetCookie().some((cookie) => cookie.startsWith('toolyard_google'))).toBe(false);
});

it('refuses to come back into another browser', async () => {
  pretendGoogle({ sub: 'g-3', email: 'mallory@mail.example', email_verified: true });
  const { google } = await startGoogle();
  const { cookie } = await startGoogle();
  const back = await comeBack(google.searchParams.get('state') ?? '', cookie);
  expect(back.headers.get('location')).toContain('error=');
  expect(back.headers.getSetCookie().some((set) => set.startsWith('toolyard_google'))).toBe(false);
  expect((await signIn(t, 'mallory@mail.example', 'anything')).status).toBe(401);
});

it.each(['https://elsewhere.example', '//elsewhere.example', '/tools', '/login/google-done/../../x'])(
  'does not come back to %s',
  async (callbackURL) => {
    const reply = await t.call('POST', '/api/auth/sign-in/social', {
      body: { provider: 'google', callbackURL, disableRedirect: true },
    });
    expect(reply.status).toBe(400);
  },
);
