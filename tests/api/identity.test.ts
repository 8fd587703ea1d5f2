import { type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identitySecret } from '#platform/identity-provider/embedded/embedded-identity.ts';
import {
  accessTokenOf,
  idTokenOf,
  mailedToken,
  mailsTo,
  PASSWORD,
  signIn,
  signUp,
} from '#tests/support/accounts.ts';
import { startTestShop, type TestShop } from '#tests/support/test-shop.ts';

let t: TestShop;
beforeAll(async () => {
  t = await startTestShop();
});
afterAll(() => t?.stop());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  t.call<{ message?: string; code?: string; error?: { code: string; message: string; field?: string } }>(
    'POST',
    `/api/auth${path}`,
    { body, headers },
  );

async function countAccounts(): Promise<number> {
  const { count } = await t.shop.db
    .selectFrom('identity.user')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

describe('signing up', () => {
  it('starts a session in a header, never in a cookie', async () => {
    const reply = await post('/sign-up/email', {
      name: ' Grace Turner ',
      email: ' Grace@Shop.Example ',
      password: PASSWORD,
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      user: { name: 'Grace Turner', email: 'grace@shop.example', emailVerified: false },
    });
    expect(reply.headers.get('set-auth-token')).toMatch(/^\S+\.\S+$/);
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('leads to an access token that opens the own profile', async () => {
    const account = await signUp(t, { name: 'Ida Smith' });
    const token = await accessTokenOf(t, account);
    const profile = await t.call('GET', `/user/${account.email}`, { token });
    expect(profile.body).toEqual({
      email: account.email,
      displayName: 'Ida Smith',
      name: 'Ida Smith',
      role: 'user',
      emailVerified: false,
      education: '',
      linkedin: '',
      phone: '',
      city: '',
      district: '',
    });
  });

  it.each(['127.0.0.1', 'localhost'])('works under the name %s', async (host) => {
    const origin = t.url.replace('127.0.0.1', host);
    const response = await fetch(`${origin}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ name: 'Ada', email: `ada@${host}.example`, password: PASSWORD }),
    });
    expect(response.status).toBe(200);
  });

  it('says when an address is taken', async () => {
    const { email } = await signUp(t);
    const again = { name: 'Eve', email: email.toUpperCase(), password: 'another long password' };
    const reply = await post('/sign-up/email', again);
    expect(reply.status).toBe(409);
    expect(reply.body.message).toBe(
      'There is already an account with this email. Log in, or use another one',
    );
    expect(reply.body.error).toEqual({ code: 'conflict', message: reply.body.message, field: 'email' });
    expect(reply.headers.get('set-auth-token')).toBeNull();
    expect((await signIn(t, email, PASSWORD)).status).toBe(200);
  });

  it('makes one account out of many sign-ups at the same time', async () => {
    const body = { name: 'Ada', email: 'race@shop.example', password: PASSWORD };
    const replies = await Promise.all(Array.from({ length: 6 }, () => post('/sign-up/email', body)));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const rows = await t.shop.db
      .selectFrom('identity.user')
      .select('id')
      .where('email', '=', body.email)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it.each([
    [{ password: 'Qwerty123' }, 'password', 'This password is too easy to guess. Choose another one'],
    [{ password: 'abcdefgh' }, 'password', 'This password is too easy to guess. Choose another one'],
    [{ password: 'x9$kq' }, 'password', 'Must be 6 characters or longer'],
    [{ password: 'é'.repeat(129) }, 'password', 'Must be 128 characters or shorter'],
    [{ password: 7 }, 'password', 'Password is required'],
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ name: 'n'.repeat(201) }, 'name', 'Name must be 200 characters or shorter'],
    [{ name: 'A\u0000da' }, 'name', 'Name must be plain text'],
    [{ email: 'ada@nowhere' }, 'email', 'Provide a valid email'],
    [{ email: `${'a'.repeat(250)}@x.io` }, 'email', 'Email must be 254 characters or shorter'],
  ])('refuses %j', async (wrong, field, message) => {
    const before = await countAccounts();
    const good = { name: 'Ada', email: 'refused@shop.example', password: PASSWORD };
    const reply = await post('/sign-up/email', { ...good, ...wrong });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      error: { code: 'invalid_input', message, field },
      message,
      code: 'invalid_input',
    });
    expect(await countAccounts()).toBe(before);
  });

  it('ignores what an account may not say of itself', async () => {
    const body = { name: 'Eve', email: 'eve@shop.example', password: PASSWORD };
    await post('/sign-up/email', { ...body, emailVerified: true, role: 'admin', id: 'mine', image: 'x' });
    const account = await t.shop.db
      .selectFrom('identity.user')
      .select(['id', 'emailVerified'])
      .where('email', '=', body.email)
      .executeTakeFirstOrThrow();
    expect(account.emailVerified).toBe(false);
    expect(account.id).not.toBe('mine');
  });
});

describe('signing in', () => {
  it('answers an unknown address and a wrong password alike', async () => {
    const { email } = await signUp(t);
    const wrong = await signIn(t, email, 'not my password');
    const unknown = await signIn(t, 'nobody@shop.example', 'not my password');
    expect(wrong.status).toBe(401);
    expect(wrong.body.message).toBe('Invalid email or password');
    expect(unknown.status).toBe(wrong.status);
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.session).toBe('');
  });

  it('takes no session from a cookie', async () => {
    const { session } = await signUp(t);
    const cookie = `better-auth.session_token=${encodeURIComponent(session)}`;
    expect((await t.call('GET', '/api/auth/token', { headers: { cookie } })).status).toBe(401);
    expect((await t.call('GET', '/api/auth/token', { token: session })).status).toBe(200);
  });

  it('takes no session without its signature', async () => {
    const { session } = await signUp(t);
    const [bare = ''] = session.split('.');
    expect((await t.call('GET', '/api/auth/token', { token: bare })).status).toBe(401);
    expect((await t.call('GET', '/api/auth/token', { token: `${bare}.AAAA` })).status).toBe(401);
  });

  it('ends with signing out, the ID token with it', async () => {
    const account = await signUp(t);
    const { email } = account;
    const idToken = await idTokenOf(t, account);
    const { session } = account;
    const out = await t.call('POST', '/api/auth/sign-out', { token: session, body: {} });
    expect(out.status).toBe(200);
    expect(out.headers.getSetCookie()).toEqual([]);
    expect((await t.call('GET', '/api/auth/token', { token: session })).status).toBe(401);
    expect((await t.call('PUT', `/user/${email}`, { token: idToken })).status).toBe(401);
  });
});

describe('verifying an address', () => {
  const verify = (query: string, session?: string) =>
    t.call<{ message: string; code: string; error: { code: string; field?: string } }>(
      'GET',
      `/api/auth/verify-email${query}`,
      session === undefined ? {} : { token: session },
    );

  async function isVerified(email: string): Promise<boolean> {
    const { emailVerified } = await t.shop.db
      .selectFrom('identity.user')
      .select('emailVerified')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return emailVerified;
  }

  it("works by the mail's link, to whoever is signed in, and counts at the next exchange", async () => {
    const account = await signUp(t);
    const token = await mailedToken(t, account.email, '/verify-email');
    const verified = await verify(`?token=${token}`, account.session);
    expect(verified.status).toBe(200);
    const access = await accessTokenOf(t, account);
    const profile = await t.call('GET', `/user/${account.email}`, { token: access });
    expect(profile.body).toMatchObject({ emailVerified: true });
    expect((await verify(`?token=${token}`, account.session)).status).toBe(200);
  });

  it('vouches for nobody who signed up with the address of somebody else', async () => {
    const { email } = await signUp(t);
    const owner = await signUp(t);
    const token = await mailedToken(t, email, '/verify-email');
    const visiting = await verify(`?token=${token}`);
    expect(visiting.status).toBe(401);
    expect(visiting.body.message).toBe('Log in to your account first, to finish verifying its email address');
    const signedIn = await verify(`?token=${token}`, owner.session);
    expect(signedIn.status).toBe(400);
    expect(signedIn.body.message).toBe('You are signed in with another email');
    expect([await isVerified(email), await isVerified(owner.email)]).toEqual([false, false]);
  });

  it.each([
    ['none', () => ''],
    ['an empty one', () => '?token='],
    ['nonsense', () => '?token=nonsense'],
    ['one that no text can hold', () => '?token=%00%ff'],
    ['two', () => '?token=a&token=b'],
    ['an ID token', async () => `?token=${await idTokenOf(t, await signUp(t))}`],
    ['one without an address', async () => `?token=${await forge({ exp: inAnHour() })}`],
    ['one that never runs out', async () => `?token=${await forge({ email: 'a@shop.example' })}`],
  ])('refuses %s for a token, in the words of the shop', async (_what, query) => {
    const account = await signUp(t);
    const reply = await verify(await query(), account.session);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      error: { code: 'invalid_input', field: 'token', message: reply.body.message },
      message: 'This link is not valid any more. Please ask for a new one',
      code: 'invalid_input',
    });
    expect(await isVerified(account.email)).toBe(false);
  });

  it('refuses a link that has run out', async () => {
    const account = await signUp(t);
    const token = await forge({ email: account.email, exp: inAnHour() - 3601 });
    const reply = await verify(`?token=${token}`, account.session);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toBe('This link has run out. Please ask for a new one');
    expect(await isVerified(account.email)).toBe(false);
  });

  const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

  /** Signed as the shop signs its links. */
  const forge = (payload: JWTPayload) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(identitySecret(t.shop.secrets)));

  it('sends the mail again on request', async () => {
    const { email, session } = await signUp(t);
    const again = await t.call('POST', '/api/auth/send-verification-email', {
      token: session,
      body: { email, callbackURL: 'https://elsewhere.example' },
    });
    expect(again.status).toBe(200);
    const mails = await mailsTo(t, email);
    expect(mails.every((mail) => mail.text.includes(`${t.url}/verify-email?token=`))).toBe(true);
    expect(mails.some((mail) => mail.text.includes('elsewhere'))).toBe(false);
  });
});

describe('setting a new password', () => {
  it('ends every session, verifies the address and works once', async () => {
    const account = await signUp(t);
    const { email } = account;
    const idToken = await idTokenOf(t, account);
    const { session } = account;
    expect((await post('/request-password-reset', { email })).status).toBe(200);
    const token = await mailedToken(t, email, '/reset-password');

    expect((await post('/reset-password', { token, newPassword: 'a brand new vice' })).status).toBe(200);
    expect((await t.call('GET', '/api/auth/token', { token: session })).status).toBe(401);
    expect((await t.call('PUT', `/user/${email}`, { token: idToken })).status).toBe(401);
    expect((await signIn(t, email, PASSWORD)).status).toBe(401);
    const { session: fresh } = await signIn(t, email, 'a brand new vice');
    const access = await accessTokenOf(t, { email, session: fresh });
    expect((await t.call('GET', `/user/${email}`, { token: access })).body).toMatchObject({
      emailVerified: true,
    });

    const again = await post('/reset-password', { token, newPassword: 'yet another vice' });
    expect(again.status).toBe(400);
    expect(again.body.message).toBe('This link is not valid any more. Please ask for a new one');
    expect((await signIn(t, email, 'a brand new vice')).status).toBe(200);
  });

  it('answers known and unknown addresses alike, and mails only the known', async () => {
    const { email } = await signUp(t);
    const known = await post('/request-password-reset', { email });
    const unknown = await post('/request-password-reset', { email: 'stranger@shop.example' });
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    expect((await mailsTo(t, email)).map((mail) => mail.subject)).toContain('Set a new password');
    expect(await mailsTo(t, 'stranger@shop.example')).toEqual([]);
  });

  it('refuses common and short passwords and made-up links', async () => {
    const { email } = await signUp(t);
    await post('/request-password-reset', { email });
    const token = await mailedToken(t, email, '/reset-password');
    const refused = [
      { token, newPassword: 'password1' },
      { token, newPassword: 'short' },
      { token: 'made-up', newPassword: PASSWORD },
      { token: 'madeup', newPassword: PASSWORD },
      { token: 'a\u0000b', newPassword: PASSWORD },
      { newPassword: PASSWORD },
    ];
    for (const body of refused) expect((await post('/reset-password', body)).status).toBe(400);
    expect((await signIn(t, email, PASSWORD)).status).toBe(200);
    expect((await post('/reset-password', { token, newPassword: 'a good long one' })).status).toBe(200);
  });
});

describe('the calls themselves', () => {
  it.each([
    ['GET', '/api/auth/list-sessions', 404],
    ['POST', '/api/auth/update-user', 404],
    ['POST', '/api/auth/change-password', 404],
    ['GET', '/api/auth/reset-password/some-token', 404],
    ['POST', '/api/auth/toString', 404],
    ['GET', '/api/auth/sign-in/email', 405],
    ['DELETE', '/api/auth/sign-out', 405],
  ])('%s %s answers %i', async (method, path, status) => {
    const reply = await t.call<{ error: { code: string } }>(method, path);
    const code = status === 404 ? 'not_found' : 'method_not_allowed';
    expect([reply.status, reply.body.error.code]).toEqual([status, code]);
  });

  it.each(['/get-session', '/token'])('GET /api/auth%s answers 401 to a stranger', async (path) => {
    const reply = await t.call<{ message: string; error: { message: string } }>('GET', `/api/auth${path}`);
    expect(reply.status).toBe(401);
    expect(reply.body.message).toBe(reply.body.error.message);
  });

  it('refuses bodies that are no JSON, another type, or too large', async () => {
    const send = (body: string, type: string) =>
      fetch(`${t.url}/api/auth/sign-in/email`, { method: 'POST', body, headers: { 'content-type': type } });
    expect((await send('{"email":', 'application/json')).status).toBe(400);
    expect((await send('', 'application/json')).status).toBe(400);
    expect((await send('[]', 'application/json')).status).toBe(400);
    expect((await send('email=a%40b.cd', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await send(`"${'x'.repeat(17_000)}"`, 'application/json')).status).toBe(413);
  });
});

describe('a database in trouble', () => {
  it('does not sign anybody out, and makes no refusal out of it', async () => {
    const { email, session } = await signUp(t);
    await t.asOwner('alter table identity.session rename to session_away');
    const during = [
      await t.call('GET', '/api/auth/token', { token: session }),
      await signIn(t, email, PASSWORD),
    ];
    await t.asOwner('alter table identity.session_away rename to session');
    expect(during.map((reply) => reply.status)).toEqual([500, 500]);
    expect(JSON.stringify(during.map((reply) => reply.body))).not.toContain('identity.session');
    expect((await t.call('GET', '/api/auth/token', { token: session })).status).toBe(200);
  });
});
