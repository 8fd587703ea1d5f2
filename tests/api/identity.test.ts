import { describe, expect, it } from 'vitest';
import { idTokenOf, PASSWORD, signIn, signUp } from '#tests/support/accounts.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();

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

  it('accepts no session from a cookie', async () => {
    const { session } = await signUp(t);
    const cookie = `better-auth.session_token=${encodeURIComponent(session)}`;
    expect((await t.call('GET', '/api/auth/token', { headers: { cookie } })).status).toBe(401);
    expect((await t.call('GET', '/api/auth/token', { token: session })).status).toBe(200);
  });

  it('accepts no session without its signature', async () => {
    const { session } = await signUp(t);
    const [bare = ''] = session.split('.');
    expect((await t.call('GET', '/api/auth/token', { token: bare })).status).toBe(401);
    expect((await t.call('GET', '/api/auth/token', { token: `${bare}.AAAA` })).status).toBe(401);
  });

  it('ends on sign-out, along with the ID token', async () => {
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

describe('the account calls', () => {
  it.each([
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

  it.each(['/get-session', '/token'])('GET /api/auth%s returns 401 without a session', async (path) => {
    const reply = await t.call<{ message: string; error: { message: string } }>('GET', `/api/auth${path}`);
    expect(reply.status).toBe(401);
    expect(reply.body.message).toBe(reply.body.error.message);
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
