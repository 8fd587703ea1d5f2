import { describe, expect, it } from 'vitest';
import { accessTokenOf, exchange, PASSWORD, signIn, signUp } from '#tests/support/accounts.ts';
import { expectEnded, expectOpen } from '#tests/support/sessions.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();

describe('signing in', () => {
  it('answers an unknown address and a wrong password alike', async () => {
    const { email } = await signUp(t);
    const wrong = await signIn(t, email, 'not my password');
    const unknown = await signIn(t, 'nobody@shop.example', 'not my password');
    expect(wrong.status).toBe(401);
    expect(wrong.body.error?.message).toBe('Invalid email or password');
    expect(unknown.status).toBe(wrong.status);
    expect(unknown.body).toEqual(wrong.body);
  });

  it('takes no token from a cookie or the address', async () => {
    const token = await accessTokenOf(t, await signUp(t));
    for (const name of ['accessToken', 'session', 'toolyard_google_session']) {
      const headers = { cookie: `${name}=${token}` };
      expect((await t.call('GET', `/account/session?${name}=${token}`, { headers })).status).toBe(401);
    }
    await expectOpen(t, token);
  });

  it('ends on sign-out, which sets no cookie', async () => {
    const token = await accessTokenOf(t, await signUp(t));
    const out = await t.call('POST', '/api/auth/sign-out', { token });
    expect([out.status, out.headers.getSetCookie()]).toEqual([200, []]);
    await expectEnded(t, token);
    expect((await t.call('POST', '/api/auth/sign-out', { token })).status).toBe(401);
  });
});

describe('the account calls', () => {
  it.each([
    ['GET', '/api/auth/token', 404],
    ['GET', '/api/auth/list-sessions', 404],
    ['POST', '/api/auth/update-user', 404],
    ['POST', '/api/auth/change-password', 404],
    ['GET', '/api/auth/reset-password/some-token', 404],
    ['POST', '/api/auth/toString', 404],
    ['GET', '/api/auth/sign-in/email', 405],
    ['DELETE', '/api/auth/sign-out', 405],
  ])('%s %s returns %i', async (method, path, status) => {
    const reply = await t.call<{ error: { code: string } }>(method, path);
    const code = status === 404 ? 'not_found' : 'method_not_allowed';
    expect([reply.status, reply.body.error.code]).toEqual([status, code]);
  });

  it('GET /api/auth/get-session returns 401 without a sign-in with Google', async () => {
    expect((await t.call('GET', '/api/auth/get-session')).status).toBe(401);
  });

  it('refuse bodies that are not JSON, of another type, or too large', async () => {
    const send = (body: string, type: string) =>
      fetch(`${t.url}/api/auth/sign-in/email`, { method: 'POST', body, headers: { 'content-type': type } });
    expect((await send('{"email":', 'application/json')).status).toBe(400);
    expect((await send('', 'application/json')).status).toBe(400);
    expect((await send('[]', 'application/json')).status).toBe(400);
    expect((await send('email=a%40b.cd', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await send(`"${'x'.repeat(17_000)}"`, 'application/json')).status).toBe(413);
  });
});

describe('a database failure', () => {
  it('signs nobody out, and is not reported as a refusal', async () => {
    const account = await signUp(t);
    const token = await accessTokenOf(t, account);
    const { proof } = await signIn(t, account.email, PASSWORD);
    await t.asOwner('alter table sessions rename to sessions_away');
    const during = [
      await t.call('GET', '/account/session', { token }),
      await exchange(t, account.email, proof),
      await signIn(t, account.email, PASSWORD),
    ];
    await t.asOwner('alter table sessions_away rename to sessions');
    expect(during.map((reply) => reply.status)).toEqual([500, 500, 500]);
    expect(JSON.stringify(during.map((reply) => reply.body))).not.toContain('sessions');
    await expectOpen(t, token);
  });
});
