import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Security } from '#features/sign-in/security-contract.ts';
import { addPasskeyRow } from '#tests/support/access-askers.ts';
import {
  accessTokenOf,
  exchange,
  mailedToken,
  mailsTo,
  PASSWORD,
  resetPassword,
  signIn,
  signInAgain,
  signUp,
  type TestAccount,
} from '#tests/support/accounts.ts';
import { appCode } from '#tests/support/app-code.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { googleClient, makeGoogleKey, pretendGoogle } from '#tests/support/pretend-google.ts';
import {
  addApp,
  addPasskey,
  makeAuthenticator,
  passByCode,
  sendPasskey,
  usePasskey,
} from '#tests/support/second-factors.ts';
import { countSessions, expectEnded, expectOpen } from '#tests/support/sessions.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

// An account with an authenticator app or a passkey: no way in gives a token of the shop without it.
const t = setUpShop({ ...googleClient });

const MINUTE_MS = 60_000;
const NEEDED = { status: 403, body: { error: { code: 'second_factor_needed' } } };
const WRONG = { status: 400, body: { error: { code: 'invalid_input', field: 'code' } } };

/** The proof of a sign-in with the password, which lacks its second factor. */
async function signInHalf(account: TestAccount) {
  const { status, body, proof } = await signIn(t, account.email, PASSWORD);
  expect([status, body.secondFactor]).toEqual([200, expect.arrayContaining(['code'])]);
  return proof;
}

/** Expects that nothing but passing a factor works with a proof. */
async function expectUseless(account: TestAccount, proof: string): Promise<void> {
  expect(await exchange(t, account.email, proof)).toMatchObject(NEEDED);
  await expectEnded(t, proof);
  const body = { password: PASSWORD };
  expect((await t.call('POST', '/api/auth/confirm-password', { token: proof, body })).status).toBe(401);
}

async function verify(account: TestAccount): Promise<void> {
  const token = await mailedToken(t, account.email, '/verify-email');
  await t.call('GET', `/api/auth/verify-email?token=${token}`, { token: await accessTokenOf(t, account) });
}

const actionsOf = async (account: TestAccount) =>
  (
    await t.asOwner(
      `select action, details->>'factor' as factor from audit_events where details->>'subject' =
        (select id from identity."user" where email = '${account.email}') order by id`,
    )
  ).map(({ action, factor }) => (factor ? `${action} ${factor}` : action));

/** How often the audit trail has it that somebody signed in. */
const countSignIns = async (account: TestAccount) =>
  (await actionsOf(account)).filter((action) => action === 'signed_in').length;

const security = async (account: TestAccount) =>
  (await t.call<Security>('GET', '/account/security', { token: await accessTokenOf(t, account) })).body;

describe('an authenticator app', () => {
  it('is set up by its first code, with ten recovery codes that are shown once', async () => {
    const account = await signUp(t);
    const token = await accessTokenOf(t, account);
    const started = await t.call<{ secret: string; uri: string }>('POST', '/account/authenticator', {
      token,
    });
    const { secret, uri } = started.body;
    const address = new URL(uri);
    expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Toolyard:${account.email}`,
    ]);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ secret, digits: '6', period: '30' });
    expect(secret).toMatch(/^[A-Z2-7]{40,}$/);
    // Nothing is on before its first code.
    expect((await signIn(t, account.email, PASSWORD)).body).toHaveProperty('token');
    const confirm = (code: string) =>
      t.call<{ recoveryCodes: string[] }>('POST', '/account/authenticator/confirm', {
        token,
        body: { code },
      });
    const wrong = appCode(secret, new Date(t.clock.now().getTime() + 10 * MINUTE_MS));
    expect(await confirm(wrong)).toMatchObject(WRONG);
    expect(await confirm('12345')).toMatchObject(WRONG);
    expect((await security(account)).authenticatorSince).toBeNull();
    const { status, body } = await confirm(appCode(secret, t.clock.now()));
    expect(status).toBe(200);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    for (const code of body.recoveryCodes) expect(code).toMatch(/^[a-km-np-z2-9]{5}-[a-km-np-z2-9]{5}$/);
    expect(await security(account)).toEqual({
      provider: 'embedded',
      authenticatorSince: expect.any(String),
      passkeys: [],
      recoveryCodesLeft: 10,
      hasPassword: true,
    });
    const kept = await t.asOwner('select secret from identity.authenticator');
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect((await t.call('POST', '/account/authenticator', { token })).status).toBe(409);
    expect(await actionsOf(account)).toContain('factor_added authenticator');
  });

  it('takes a fresh sign-in to add and to remove', async () => {
    const token = await accessTokenOf(t, await signUp(t));
    t.clock.advance(11 * MINUTE_MS);
    const stale = { status: 403, body: { error: { code: 'fresh_sign_in_needed' } } };
    expect(await t.call('POST', '/account/authenticator', { token })).toMatchObject(stale);
    expect(await t.call('POST', '/account/passkeys/options', { token })).toMatchObject(stale);
    const fresh = await signUp(t);
    const { secret } = await addApp(t, fresh);
    t.clock.advance(11 * MINUTE_MS);
    const later = await accessTokenOf(t, fresh);
    for (const [method, path] of [
      ['DELETE', '/account/authenticator'],
      ['POST', '/account/recovery-codes'],
      ['DELETE', `/account/passkeys/${crypto.randomUUID()}`],
    ] as const)
      expect(await t.call(method, path, { token: later })).toMatchObject(stale);
    const body = { password: PASSWORD };
    expect(await t.call('POST', '/api/auth/confirm-password', { token: later, body })).toMatchObject(NEEDED);
    expect((await passByCode(t, later, appCode(secret, t.clock.now()))).status).toBe(200);
    const removed = await t.call('DELETE', '/account/authenticator', { token: later });
    expect(removed).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(await security(fresh)).toMatchObject({ authenticatorSince: null, recoveryCodesLeft: 0 });
    expect((await signIn(t, fresh.email, PASSWORD)).body).toHaveProperty('token');
  });
});

describe('without its second factor, no session gives a token of the shop', () => {
  it('after the password', async () => {
    const account = await signUp(t);
    const { secret } = await addApp(t, account);
    const before = await countSignIns(account);
    const half = await signInHalf(account);
    await expectUseless(account, half);
    expect(await countSignIns(account)).toBe(before);
    const passed = await passByCode(t, half, appCode(secret, t.clock.now()));
    expect(passed.status).toBe(200);
    expect(await countSignIns(account)).toBe(before + 1);
    const exchanged = await exchange(t, account.email, half);
    expect(exchanged.status).toBe(200);
    await expectOpen(t, exchanged.body.token);
    // It counts once.
    expect((await exchange(t, account.email, half)).status).toBe(401);
  });

  it('in the sessions that were open before, and in sign-ins under way, which end', async () => {
    const account = await signUp(t);
    const other = await signInAgain(t, account.email);
    const { proof } = await signIn(t, account.email, PASSWORD);
    await addApp(t, account);
    await expectEnded(t, other);
    expect((await exchange(t, account.email, proof)).status).toBe(401);
    expect((await security(account)).recoveryCodesLeft).toBe(10);
  });

  it('after Google', async () => {
    const key = await makeGoogleKey('key-1');
    let nonce = '';
    const account = await signUp(t);
    const iat = Math.floor(t.clock.now().getTime() / 1000);
    const claims = { sub: 'g-1', email: account.email, email_verified: true, name: 'Ada' };
    pretendGoogle({
      token: async () =>
        Response.json({
          id_token: await key.sign({ nonce, iat, exp: iat + 3600, ...claims }),
          token_type: 'Bearer',
          access_token: 'a',
          expires_in: 3600,
        }),
      keys: () => Response.json({ keys: [key.published] }),
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    await verify(account);
    const { secret } = await addApp(t, account);
    const callbackURL = '/login/google-done?attempt=7';
    const started = await t.call<{ url: string }>('POST', '/api/auth/sign-in/social', {
      body: { callbackURL },
    });
    const address = new URL(started.body.url);
    nonce = address.searchParams.get('nonce') ?? '';
    const cookie = started.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const back = await t.call(
      'GET',
      `/api/auth/callback/google?code=c&state=${address.searchParams.get('state')}`,
      { headers: { cookie } },
    );
    expect(back.headers.get('location')).toBe(callbackURL);
    const handed = back.headers.getSetCookie().find((each) => each.startsWith('toolyard_google_session='));
    const given = await t.call<{ token: string }>('GET', '/api/auth/get-session', {
      headers: { cookie: handed?.split(';')[0] ?? '' },
    });
    const half = given.body.token;
    await expectUseless(account, half);
    expect((await passByCode(t, half, appCode(secret, t.clock.now()))).status).toBe(200);
  });

  it('after a new password, of an address that was verified', async () => {
    const account = await signUp(t);
    await verify(account);
    const { secret } = await addApp(t, account);
    const pass = await resetPassword(t, account.email, 'nine sharp gouges');
    await expectEnded(t, await accessTokenOf(t, account));
    const { body } = await t.call<{ token: string }>('POST', '/api/auth/sign-in/email', {
      body: { email: account.email, password: 'nine sharp gouges', pass },
    });
    expect(body).toEqual({ token: expect.any(String), email: account.email, secondFactor: ['code'] });
    const half = body.token;
    await expectUseless(account, half);
    expect((await passByCode(t, half, appCode(secret, t.clock.now()))).status).toBe(200);
  });

  it('and does not verify an address', async () => {
    const account = await signUp(t);
    const token = await mailedToken(t, account.email, '/verify-email');
    await addApp(t, account);
    const half = await signInHalf(account);
    const verified = await t.call('GET', `/api/auth/verify-email?token=${token}`, { token: half });
    expect(verified.status).toBe(401);
  });
});

describe('a code', () => {
  it('counts once, not even twice at the same time, and none before it after it', async () => {
    const account = await signUp(t);
    const { secret } = await addApp(t, account);
    const code = appCode(secret, t.clock.now());
    const before = appCode(secret, new Date(t.clock.now().getTime() - 30_000));
    const halves = await times(6, () => signInHalf(account));
    const replies = await Promise.all(halves.map((half) => passByCode(t, half, code)));
    expect(tally(replies)).toEqual({ 200: 1, 400: 5 });
    const left = halves[replies.findIndex(({ status }) => status === 400)] ?? '';
    expect(await passByCode(t, left, code)).toMatchObject(WRONG);
    expect(await passByCode(t, left, before)).toMatchObject(WRONG);
    t.clock.advance(30_000);
    expect((await passByCode(t, left, appCode(secret, t.clock.now()))).status).toBe(200);
    expect(await actionsOf(account)).toContain('second_factor_refused');
  });

  it('is guessed at 10 times in 15 minutes, from wherever and in whichever session', async () => {
    const account = await signUp(t);
    const { secret } = await addApp(t, account);
    const halves = await times(3, () => signInHalf(account));
    const far = appCode(secret, new Date(t.clock.now().getTime() + 60 * MINUTE_MS));
    const replies = await times(15, (index) => passByCode(t, halves[index % 3] ?? '', far));
    expect(tally(replies)).toEqual({ 400: 10, 429: 5 });
    const refused = await passByCode(t, halves[0] ?? '', appCode(secret, t.clock.now()));
    expect(refused.status).toBe(429);
    expect(refused.body.error?.message).toMatch(
      /^Too many attempts\. Please wait \d+ (minutes?|seconds?)\.$/,
    );
    t.clock.advance(16 * MINUTE_MS);
    // A sign-in waits for ten minutes.
    expect((await passByCode(t, halves[0] ?? '', appCode(secret, t.clock.now()))).status).toBe(401);
    const half = await signInHalf(account);
    expect((await passByCode(t, half, appCode(secret, t.clock.now()))).status).toBe(200);
  });

  it('ends its session where it is the tenth wrong one in a row, also of ten at the same time', async () => {
    const account = await signUp(t);
    const { secret } = await addApp(t, account);
    const guess = (session: string) =>
      passByCode(t, session, appCode(secret, new Date(t.clock.now().getTime() + 60 * MINUTE_MS)));
    const half = await signInHalf(account);
    expect(tally(await times(9, () => guess(half)))).toEqual({ 400: 9 });
    expect((await passByCode(t, half, appCode(secret, t.clock.now()))).status).toBe(200);
    const session = await accessTokenOf(t, { email: account.email, proof: half });
    // One that is right begins the count anew.
    t.clock.advance(16 * MINUTE_MS);
    expect(tally(await times(9, () => guess(session)))).toEqual({ 400: 9 });
    const open = await countSessions(t, account.email);
    t.clock.advance(16 * MINUTE_MS);
    const left = await signInHalf(account);
    expect((await actionsOf(account)).at(-1)).toBe('second_factor_asked');
    const guesses = await times(10, () => guess(left));
    expect(tally(guesses)).toEqual({ 400: 10 });
    expect(guesses.map(({ body }) => body.error?.message)).toContain(
      'Too many wrong codes, so this login has ended. Log in again.',
    );
    expect(await countSessions(t, account.email)).toBe(open);
    t.clock.advance(16 * MINUTE_MS);
    expect((await passByCode(t, left, appCode(secret, t.clock.now()))).status).toBe(401);
    expect((await guess(session)).status).toBe(400);
    expect((await passByCode(t, session, appCode(secret, t.clock.now()))).status).toBe(401);
  });

  it('for recovery works once, not even twice at the same time, and its owner is told', async () => {
    const account = await signUp(t);
    await verify(account);
    const { recoveryCodes } = await addApp(t, account);
    const [first = '', second = ''] = recoveryCodes;
    const halves = await times(4, () => signInHalf(account));
    const replies = await Promise.all(halves.map((half) => passByCode(t, half, first)));
    expect(tally(replies)).toEqual({ 200: 1, 400: 3 });
    const left = halves[replies.findIndex(({ status }) => status === 400)] ?? '';
    expect((await passByCode(t, left, ` ${second.toUpperCase().replace('-', ' ')}`)).status).toBe(200);
    expect((await security(account)).recoveryCodesLeft).toBe(8);
    const subjects = (await mailsTo(t, account.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'A recovery code was used')).toHaveLength(2);
    expect(subjects).toContain('Two-step verification was added to your login');
    const token = await accessTokenOf(t, account);
    const renewed = await t.call<{ recoveryCodes: string[] }>('POST', '/account/recovery-codes', { token });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    const half = await signInHalf(account);
    expect(await passByCode(t, half, recoveryCodes[2] ?? '')).toMatchObject(WRONG);
    expect((await passByCode(t, half, renewed.body.recoveryCodes[0] ?? '')).status).toBe(200);
  });

  it('of somebody else, an empty one, or none at all passes nothing', { tags: ['sweep'] }, async () => {
    const account = await signUp(t);
    const other = await signUp(t);
    await addApp(t, account);
    const { secret, recoveryCodes } = await addApp(t, other);
    const half = await signInHalf(account);
    expect(await passByCode(t, half, appCode(secret, t.clock.now()))).toMatchObject(WRONG);
    expect(await passByCode(t, half, recoveryCodes[0] ?? '')).toMatchObject(WRONG);
    expect(await passByCode(t, half, ' ')).toMatchObject(WRONG);
    expect(await t.call('POST', '/api/auth/second-factor', { token: half, body: {} })).toMatchObject(WRONG);
    expect((await passByCode(t, 'none', '123456')).status).toBe(401);
    await expectUseless(account, half);
  });
});

describe('a passkey', () => {
  it('signs in without a password, is listed with its last use, renamed, and removed', async () => {
    const account = await signUp(t);
    const { authenticator, recoveryCodes } = await addPasskey(t, account);
    expect(recoveryCodes).toHaveLength(10);
    const [listed] = (await security(account)).passkeys;
    expect(listed).toEqual({
      _id: expect.any(String),
      name: 'Laptop',
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    const entered = await usePasskey(t, authenticator);
    expect(entered.status).toBe(200);
    const token = await accessTokenOf(t, { email: account.email, proof: entered.body.token ?? '' });
    const path = `/account/passkeys/${listed?._id}`;
    expect((await t.call('PATCH', path, { token, body: { name: ' Work laptop ' } })).status).toBe(200);
    expect((await t.call('PATCH', path, { token, body: { name: ' ' } })).status).toBe(400);
    const { passkeys } = await security(account);
    expect(passkeys).toMatchObject([{ name: 'Work laptop', lastUsedAt: expect.any(String) }]);
    expect((await t.call('DELETE', path, { token })).status).toBe(200);
    expect((await t.call('DELETE', path, { token })).status).toBe(404);
    expect((await usePasskey(t, authenticator)).status).toBe(400);
    expect((await signIn(t, account.email, PASSWORD)).body).toHaveProperty('token');
    expect(await actionsOf(account)).toEqual(
      expect.arrayContaining(['factor_added passkey', 'factor_removed passkey']),
    );
  });

  it('is a second factor after the password, and a fresh sign-in later', async () => {
    const account = await signUp(t);
    const { authenticator, recoveryCodes } = await addPasskey(t, account);
    const { body, proof } = await signIn(t, account.email, PASSWORD);
    expect(body.secondFactor).toEqual(['code', 'passkey']);
    await expectUseless(account, proof);
    expect((await usePasskey(t, authenticator, { bearer: proof })).status).toBe(200);
    const token = await accessTokenOf(t, { email: account.email, proof });
    const signIns = await countSignIns(account);
    t.clock.advance(11 * MINUTE_MS);
    const ask = async () => (await t.call('POST', '/account/recovery-codes', { token })).status;
    expect(await ask()).toBe(403);
    expect((await usePasskey(t, authenticator, { bearer: token })).status).toBe(200);
    expect(await ask()).toBe(200);
    // It was the same login.
    expect(await countSignIns(account)).toBe(signIns);
    const lost = await signIn(t, account.email, PASSWORD);
    expect((await passByCode(t, lost.proof, recoveryCodes[0] ?? '')).status).toBe(400);
  });

  it('is one of 20 at most, also where two are added at the same time', async () => {
    const account = await signUp(t);
    await addPasskey(t, account);
    await times(18, () => addPasskeyRow(t, account));
    const token = await accessTokenOf(t, account);
    const start = () =>
      t.call<{ challenge: string; error?: object }>('POST', '/account/passkeys/options', { token });
    const made = await times(2, async () => makeAuthenticator(t).create((await start()).body));
    const replies = await times(2, (index) =>
      t.call('POST', '/account/passkeys', { token, body: { name: 'Phone', passkey: made[index] } }),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 1 });
    const error = {
      code: 'conflict',
      message: 'You already have 20 passkeys. Remove one before you add another.',
    };
    expect(replies.find(({ status }) => status === 409)).toMatchObject({ body: { error } });
    expect(await start()).toMatchObject({ status: 409, body: { error } });
    expect((await security(account)).passkeys).toHaveLength(20);
  });

  it('is refused for another site, unverified, forged, of somebody else, or answered twice', {
    tags: ['sweep'],
  }, async () => {
    const account = await signUp(t);
    const other = await signUp(t);
    const { authenticator } = await addPasskey(t, account);
    const { authenticator: theirs } = await addPasskey(t, other);
    const refused = { status: 400, body: { error: { code: 'invalid_input', field: 'passkey' } } };
    const before = await countSessions(t, account.email);
    expect(await usePasskey(t, authenticator, { origin: 'https://evil.example' })).toMatchObject(refused);
    expect(await usePasskey(t, authenticator, { verified: false })).toMatchObject(refused);
    const { privateKey } = await import('node:crypto').then(({ generateKeyPairSync }) =>
      generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    );
    expect(await usePasskey(t, authenticator, { key: privateKey })).toMatchObject(refused);
    const half = await signInHalf(account);
    expect(await usePasskey(t, theirs, { bearer: half })).toMatchObject(refused);
    const options = await t.call<{ challenge: string }>('POST', '/api/auth/passkey/options');
    expect(await sendPasskey(t, authenticator.get(options.body), half)).toMatchObject(refused);
    const answer = authenticator.get(options.body);
    const replies = await times(4, () => sendPasskey(t, answer));
    expect(tally(replies)).toEqual({ 200: 1, 400: 3 });
    expect(await sendPasskey(t, answer)).toMatchObject(refused);
    for (const odd of [undefined, {}, { ...answer, response: {} }, { ...answer, id: 'x'.repeat(9_000) }])
      expect(await sendPasskey(t, odd)).toMatchObject({ status: 400 });
    const late = await t.call<{ challenge: string }>('POST', '/api/auth/passkey/options');
    t.clock.advance(6 * MINUTE_MS);
    expect(await sendPasskey(t, authenticator.get(late.body))).toMatchObject(refused);
    expect(await countSessions(t, account.email)).toBe(before + 2);
  });

  it('is added only for its own challenge and account, once', { tags: ['sweep'] }, async () => {
    const account = await signUp(t);
    const other = await signUp(t);
    const token = await accessTokenOf(t, account);
    const authenticator = makeAuthenticator(t);
    const { body: options } = await t.call<{ challenge: string }>('POST', '/account/passkeys/options', {
      token,
    });
    const add = (passkey: object, by = token) =>
      t.call('POST', '/account/passkeys', { token: by, body: { name: 'Phone', passkey } });
    const passkey = authenticator.create(options);
    expect((await add(passkey, await accessTokenOf(t, other))).status).toBe(400);
    expect((await add(authenticator.create(options, { verified: false }))).status).toBe(400);
    const next = await t.call<{ challenge: string }>('POST', '/account/passkeys/options', { token });
    expect(tally(await times(3, () => add(authenticator.create(next.body))))).toEqual({ 200: 1, 400: 2 });
    expect((await security(account)).passkeys).toHaveLength(1);
    expect((await security(other)).passkeys).toEqual([]);
  });
});

describe('a factor of somebody who signed up with a stranger’s address', () => {
  it('goes when its owner takes the account over by a new password', { tags: ['sweep'] }, async () => {
    const account = await signUp(t);
    const { authenticator } = await addPasskey(t, account);
    await addApp(t, account);
    const pass = await resetPassword(t, account.email, 'nine sharp gouges');
    expect((await usePasskey(t, authenticator)).status).toBe(400);
    const { body } = await t.call<{ token: string }>('POST', '/api/auth/sign-in/email', {
      body: { email: account.email, password: 'nine sharp gouges', pass },
    });
    expect(await security({ email: account.email, name: '', proof: body.token })).toMatchObject({
      authenticatorSince: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
  });
});

describe('a factor removed while somebody signs in', () => {
  it('lets nobody in who waits for a code with the password only', { tags: ['sweep'] }, async () => {
    const account = await signUp(t);
    await addApp(t, account);
    const half = await signInHalf(account);
    const removed = await t.call('DELETE', '/account/authenticator', {
      token: await accessTokenOf(t, account),
    });
    expect(removed.status).toBe(200);
    expect((await exchange(t, account.email, half)).status).toBe(401);
    await expectOpen(t, await accessTokenOf(t, account));
  });

  it('ends with one of both: a passed session, or none', { tags: ['sweep'] }, async () => {
    for (let round = 0; round < 10; round += 1) {
      const account = await signUp(t);
      const { secret } = await addApp(t, account);
      const half = await signInHalf(account);
      const token = await accessTokenOf(t, account);
      const pass = () => passByCode(t, half, appCode(secret, t.clock.now()));
      const remove = () => t.call('DELETE', '/account/authenticator', { token });
      const [one, two] = await Promise.all(round % 2 ? [pass(), remove()] : [remove(), pass()]);
      const [passed, removed] = round % 2 ? [one, two] : [two, one];
      expect(removed.status).toBe(200);
      expect([200, 400, 401]).toContain(passed.status);
      expect(await countSessions(t, account.email)).toBe(passed.status === 200 ? 2 : 1);
    }
  });
});
