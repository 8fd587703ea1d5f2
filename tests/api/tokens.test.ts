import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { issueAccessToken } from '#features/users/access-token.ts';
import { accessTokenOf, idTokenOf, signUp } from '#tests/support/accounts.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const MINUTE_MS = 60_000;

const t = setUpShop();
const account = setUp(() => signUp(t, { name: 'Ida Smith' }));
const claims = setUp(async () => readClaims(await idTokenOf(t, account)));

function readClaims(token: string): JWTPayload {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

function withoutExpiry({ exp: _exp, ...endless }: JWTPayload): JWTPayload {
  return endless;
}

/** Signs as the shop does, so only the claims decide. */
const sign = (payload: JWTPayload, key: Uint8Array = t.shop.secrets.key('id-token')) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(key);

const exchange = (email: string, token: string | undefined) =>
  t.call<{ token: string; expiresAt: string }>('PUT', `/user/${email}`, token === undefined ? {} : { token });

async function countUsers(): Promise<number> {
  const { count } = await t.shop.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

describe('an ID token', () => {
  it('identifies the user for five minutes', () => {
    expect(claims).toMatchObject({
      iss: 'toolyard-accounts',
      aud: 'toolyard',
      email: account.email,
      email_verified: false,
      name: 'Ida Smith',
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(300);
  });

  it('is accepted when the shop signed the right claims', async () => {
    expect((await exchange(account.email, await sign(claims))).status).toBe(200);
  });

  it.each<[string, () => string | undefined | Promise<string>]>([
    ['is missing', () => undefined],
    ['is nonsense', () => 'nonsense'],
    ['is not signed', () => new UnsecuredJWT(claims).encode()],
    ['is signed by another key', () => sign(claims, t.shop.secrets.key('access-token'))],
    [
      'is signed by a pair of keys',
      async () =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'EdDSA' })
          .sign((await generateKeyPair('EdDSA')).privateKey),
    ],
    ['has run out', () => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 })],
    ['never runs out', () => sign(withoutExpiry(claims))],
    ['is for another audience', () => sign({ ...claims, aud: 'another-shop' })],
    ['is from another issuer', () => sign({ ...claims, iss: 'https://accounts.example' })],
    ['speaks of an account that is not there', () => sign({ ...claims, sub: 'nobody' })],
    ['belongs to no session', () => sign({ ...claims, sid: 'no-session' })],
    ['is the session itself', () => account.session],
    ['is an access token', () => accessTokenOf(t, account)],
  ])('is refused when it %s', async (_reason, makeToken) => {
    const token = await makeToken();
    const before = await countUsers();
    const reply = await exchange(account.email, token);
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({ error: { code: 'not_signed_in', message: 'Please log in' } });
    expect(await countUsers()).toBe(before);
  });

  it('does not open somebody else’s account, whatever it claims', async () => {
    const victim = await signUp(t);
    const before = await countUsers();
    expect((await exchange(victim.email, await idTokenOf(t, account))).status).toBe(401);
    // The address is read from the account, not from the token.
    expect((await exchange(victim.email, await sign({ ...claims, email: victim.email }))).status).toBe(401);
    expect(await countUsers()).toBe(before);
  });

  it('never grants a role that its holder requests', async () => {
    const token = await idTokenOf(t, account);
    const reply = await t.call('PUT', `/user/${account.email}`, {
      token,
      body: { email: account.email, role: 'admin' },
    });
    expect(reply.status).toBe(200);
    const row = await t.shop.db
      .selectFrom('users')
      .select('role')
      .where('email', '=', account.email)
      .executeTakeFirstOrThrow();
    expect(row.role).toBe('user');
  });

  it('moves an address along when the provider gives it to another account', async () => {
    const first = await t.makeUser({ email: 'handed-on@shop.example', role: 'admin' });
    await t.shop.db
      .updateTable('identity.user')
      .set({ email: 'moved-on@shop.example' })
      .where('email', '=', first.email)
      .execute();
    const second = await signUp(t, { email: 'handed-on@shop.example' });
    const token = await accessTokenOf(t, second);
    expect((await t.call('GET', '/user/handed-on@shop.example', { token })).body).toMatchObject({
      role: 'user',
    });
    expect((await t.call('GET', '/user/handed-on@shop.example', { token: first.token })).status).toBe(401);
  });

  it('can be exchanged many times concurrently', async () => {
    const person = await signUp(t);
    const idToken = await idTokenOf(t, person);
    const replies = await Promise.all(Array.from({ length: 8 }, () => exchange(person.email, idToken)));
    expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200));
    expect(new Set(replies.map((reply) => readClaims(reply.body.token).sub)).size).toBe(1);
  });
});

describe('an access token', () => {
  const open = (token: string) => t.call('GET', `/user/${account.email}`, { token });

  it('is valid for ten minutes', async () => {
    const { body } = await exchange(account.email, await idTokenOf(t, account));
    const { iat = 0, exp = 0 } = readClaims(body.token);
    expect(exp - iat).toBe(600);
    expect(Date.parse(body.expiresAt)).toBe(exp * 1000);
    expect(Math.abs(iat * 1000 - t.clock.now().getTime())).toBeLessThan(MINUTE_MS);
    expect((await open(body.token)).status).toBe(200);
    t.clock.advance(10 * MINUTE_MS);
    expect((await open(body.token)).status).toBe(401);
  });

  it('is refused when forged', async () => {
    const good = readClaims(await accessTokenOf(t, account));
    const real = { userId: String(good.sub), sessionId: String(good.sid) };
    const header = { alg: 'HS256', typ: 'at+jwt' };
    const key = t.shop.secrets.key('access-token');
    const resign = (change: JWTPayload, head = header, secret: Uint8Array = key) =>
      sealed({ ...good, ...change }, head, secret);
    const sealed = (payload: JWTPayload, head = header, secret: Uint8Array = key) =>
      new SignJWT(payload).setProtectedHeader(head).sign(secret);
    expect((await open(await resign({}))).status).toBe(200);
    const forged = [
      new UnsecuredJWT(good).encode(),
      await resign({}, header, t.shop.secrets.key('another')),
      await resign({ aud: 'another' }),
      await resign({ iss: 'another' }),
      await sealed(withoutExpiry(good)),
      await resign({}, { ...header, typ: 'JWT' }),
      await resign({ sub: '01a1fcdf-0000-7000-8000-000000000000' }),
      (await issueAccessToken(key, real, new Date(0))).token,
      await idTokenOf(t, account),
      account.session,
    ];
    for (const token of forged) expect((await open(token)).status).toBe(401);
  });
});
