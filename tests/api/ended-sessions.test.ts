import { describe, expect, it } from 'vitest';
import type { OwnSessionRow } from '#features/sign-in/sessions-contract.ts';
import { ensureAdmin } from '#features/users/manage-users.ts';
import {
  accessTokenOf,
  idTokenOf,
  mailedToken,
  mailsTo,
  PASSWORD,
  resetPassword,
  signIn,
  signOut,
  signUp,
  type TestAccount,
} from '#tests/support/accounts.ts';
import { tally } from '#tests/support/at-once.ts';
import { addApp } from '#tests/support/second-factors.ts';
import { countSessions, expectEnded, openProfile, subjectOf } from '#tests/support/sessions.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const HOUR_MS = 60 * 60 * 1000;

const MINUTE_MS = 60_000;

const t = setUpShop();

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** Signs an account in on another device, with its own session. */
async function signInElsewhere({ email, name }: TestAccount, userAgent = FIREFOX): Promise<TestAccount> {
  const { headers } = await t.call('POST', '/api/auth/sign-in/email', {
    body: { email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  });
  return { email, name, session: headers.get('set-auth-token') ?? '' };
}

const sessionIdOf = ({ session }: TestAccount) => session.split('_')[0];
const listSessions = async (token: string) =>
  (await t.call<OwnSessionRow[]>('GET', '/account/sessions', { token })).body;
const minutesOfUse = ({ startedAt, lastUsedAt }: OwnSessionRow) =>
  Math.floor((Date.parse(lastUsedAt) - Date.parse(startedAt)) / MINUTE_MS);
const end = (account: TestAccount, token: string) =>
  t.call('DELETE', `/account/sessions/${sessionIdOf(account)}`, { token });

describe('the list of one’s sessions', () => {
  it('has each with its device, its network and its times, the calling one marked', async () => {
    const account = await signUp(t);
    const elsewhere = await signInElsewhere(account);
    t.clock.advance(10 * MINUTE_MS);
    const token = await accessTokenOf(t, account);
    await signUp(t);
    const listed = await listSessions(token);
    const place = { network: '127.0.0.0/24', startedAt: expect.any(String), lastUsedAt: expect.any(String) };
    expect(listed).toEqual([
      { _id: sessionIdOf(account), browser: null, system: null, isCurrent: true, ...place },
      { _id: sessionIdOf(elsewhere), browser: 'Firefox', system: 'Linux', isCurrent: false, ...place },
    ]);
    expect(listed.map(minutesOfUse)).toEqual([10, 0]);
  });

  it('keeps the network of an address only, and a bounded part of what a browser says', async () => {
    const account = await signUp(t);
    const { session } = await signInElsewhere(account, `${FIREFOX} ${'x'.repeat(2000)}`);
    const [row] = await t.asOwner(
      `select "ipAddress", length("userAgent") from identity.session where id = '${session.split('_')[0]}'`,
    );
    expect(row).toEqual({ ipAddress: '127.0.0.0/24', length: 300 });
  });

  it('writes nothing for a call, and the last use with the next access token', async () => {
    const account = await signUp(t);
    const token = await accessTokenOf(t, account);
    const [before] = await listSessions(token);
    t.clock.advance(5 * MINUTE_MS);
    expect(await listSessions(token)).toEqual([before]);
    await accessTokenOf(t, account);
    expect((await listSessions(token)).map(minutesOfUse)).toEqual([5]);
  });

  it('ends one of them at once, and records it', async () => {
    const account = await signUp(t);
    const elsewhere = await signInElsewhere(account);
    const third = await signInElsewhere(account);
    const [token, ended] = [await accessTokenOf(t, account), await accessTokenOf(t, elsewhere)];
    expect(await end(elsewhere, token)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(await openProfile(t, account, ended)).toBe(401);
    await expectEnded(t, elsewhere.session);
    expect(await openProfile(t, account, token)).toBe(200);
    expect((await listSessions(token)).map(({ _id }) => _id).toSorted()).toEqual(
      [account, third].map(sessionIdOf).toSorted(),
    );
    const [event] = await t.asOwner('select action, actor from audit_events order by id desc limit 1');
    expect(event).toEqual({ action: 'session_ended', actor: 'user' });
  });

  it('answers a second end at the same moment with 404', async () => {
    const account = await signUp(t);
    const elsewhere = await signInElsewhere(account);
    const token = await accessTokenOf(t, account);
    const replies = await Promise.all([end(elsewhere, token), end(elsewhere, token)]);
    expect(tally(replies)).toEqual({ 200: 1, 404: 1 });
  });

  it('ends all but the calling one', async () => {
    const account = await signUp(t);
    const others = [await signInElsewhere(account), await signInElsewhere(account)];
    const [token, ended] = [await accessTokenOf(t, account), await accessTokenOf(t, others[0] ?? account)];
    const reply = await t.call('DELETE', '/account/sessions', { token });
    expect(reply).toMatchObject({ status: 200, body: { deletedCount: 2 } });
    expect(await openProfile(t, account, ended)).toBe(401);
    await expectEnded(t, ...others.map(({ session }) => session));
    expect(await listSessions(token)).toMatchObject([{ isCurrent: true }]);
    const [event] = await t.asOwner('select action from audit_events order by id desc limit 1');
    expect(event).toEqual({ action: 'other_sessions_ended' });
  });

  it('refuses somebody else’s, an id that is none, and a caller who signed in a while ago', async () => {
    const [account, stranger] = [await signUp(t), await signUp(t)];
    const token = await accessTokenOf(t, account);
    expect(await end(stranger, token)).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', message: 'That device is already logged out' } },
    });
    expect(await t.call('DELETE', '/account/sessions/none', { token })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field: 'id' } },
    });
    const elsewhere = await signInElsewhere(account);
    t.clock.advance(11 * MINUTE_MS);
    const later = await accessTokenOf(t, account);
    const stale = { status: 403, body: { error: { code: 'fresh_sign_in_needed' } } };
    expect(await end(elsewhere, later)).toMatchObject(stale);
    expect(await t.call('DELETE', '/account/sessions', { token: later })).toMatchObject(stale);
    expect(await countSessions(t, account.email)).toBe(2);
    expect(await countSessions(t, stranger.email)).toBe(1);
  });
});

const NEW_PASSWORD = 'a brand new vice';

describe('changing one’s password', () => {
  const change = (token: string, newPassword = NEW_PASSWORD, currentPassword = PASSWORD) =>
    t.call('POST', '/account/password', { token, body: { currentPassword, newPassword } });
  const refusal = (field: string, message: string) => ({
    status: 400,
    body: { error: { code: 'invalid_input', field, message } },
  });

  it('ends the other sessions and emailed links, records it, and tells the owner', async () => {
    const account = await signUp(t);
    const verification = await mailedToken(t, account.email, '/verify-email');
    await t.call('GET', `/api/auth/verify-email?token=${verification}`, { token: account.session });
    await t.call('POST', '/api/auth/request-password-reset', { body: { email: account.email } });
    const link = await mailedToken(t, account.email, '/reset-password');
    const elsewhere = await signInElsewhere(account);
    const token = await accessTokenOf(t, account);
    expect(await change(token)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    await expectEnded(t, elsewhere.session);
    expect(await openProfile(t, account, token)).toBe(200);
    await accessTokenOf(t, account);
    expect((await signIn(t, account.email, PASSWORD)).status).toBe(401);
    expect((await signIn(t, account.email, NEW_PASSWORD)).status).toBe(200);
    const reset = await t.call('POST', '/api/auth/reset-password', {
      body: { token: link, newPassword: 'by an old link' },
    });
    expect(reset.status).toBe(400);
    const [event] = await t.asOwner("select actor from audit_events where action = 'password_changed'");
    expect(event).toEqual({ actor: 'user' });
    const [mail] = await mailsTo(t, account.email);
    expect(mail?.subject).toBe('Your password was changed');
  });

  it('refuses a wrong current password, and new ones that a sign-up would refuse', async () => {
    const account = await signUp(t);
    const elsewhere = await signInElsewhere(account);
    const token = await accessTokenOf(t, account);
    expect(await change(token, NEW_PASSWORD, 'guessed password')).toMatchObject(
      refusal('currentPassword', 'That isn’t your password'),
    );
    expect(await change(token, 'vice')).toMatchObject(
      refusal('newPassword', 'Must be 6 characters or longer'),
    );
    expect(await change(token, 'password1')).toMatchObject(
      refusal('newPassword', 'This password is too easy to guess. Choose a different one.'),
    );
    expect(await change(token, 'x'.repeat(129))).toMatchObject(
      refusal('newPassword', 'Must be 128 characters or shorter'),
    );
    expect((await signIn(t, account.email, PASSWORD)).status).toBe(200);
    await accessTokenOf(t, elsewhere);
  });

  it('counts wrong ones as guesses at the account', async () => {
    const account = await signUp(t);
    const token = await accessTokenOf(t, account);
    for (let guess = 0; guess < 10; guess += 1)
      expect((await change(token, NEW_PASSWORD, `guess ${guess}`)).status).toBe(400);
    expect((await change(token)).status).toBe(429);
    t.clock.advance(16 * MINUTE_MS);
    expect((await change(await accessTokenOf(t, account))).status).toBe(200);
  });

  it('takes one of two at the same moment', async () => {
    const account = await signUp(t);
    const token = await accessTokenOf(t, account);
    const replies = await Promise.all([change(token), change(token, 'another new vice')]);
    expect(tally(replies)).toEqual({ 200: 1, 400: 1 });
    const password = replies[0]?.status === 200 ? NEW_PASSWORD : 'another new vice';
    expect((await signIn(t, account.email, password)).status).toBe(200);
  });

  it('needs a fresh sign-in of somebody with a second factor, and a password to be changed', async () => {
    const account = await signUp(t);
    await addApp(t, account);
    t.clock.advance(11 * MINUTE_MS);
    expect(await change(await accessTokenOf(t, account))).toMatchObject({
      status: 403,
      body: { error: { code: 'fresh_sign_in_needed' } },
    });
    const { token } = await t.makeUser();
    expect(await change(token)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });
});

describe('an access token ends with its session', () => {
  const signedIn = async () => {
    const account = await signUp(t);
    const access = await accessTokenOf(t, account);
    expect(await openProfile(t, account, access)).toBe(200);
    return { account, access };
  };

  it('on sign-out, while other sessions of the account continue', async () => {
    const { account, access } = await signedIn();
    const other = { ...account, session: (await signIn(t, account.email, PASSWORD)).session };
    const otherAccess = await accessTokenOf(t, other);
    await signOut(t, account);
    expect(await openProfile(t, account, access)).toBe(401);
    expect(await openProfile(t, account, otherAccess)).toBe(200);
  });

  it('on a password reset', async () => {
    const { account, access } = await signedIn();
    await resetPassword(t, account.email, 'a brand new vice');
    expect(await openProfile(t, account, access)).toBe(401);
  });

  it('when the settings give the account a password', async () => {
    const { account, access } = await signedIn();
    const admin = { email: account.email, password: 'the rightful owner' };
    await ensureAdmin({ ...t.shop, config: { ...t.shop.config, admin } });
    expect(await openProfile(t, account, access)).toBe(401);
  });

  it('when the account is deleted', async () => {
    const { account, access } = await signedIn();
    await t.shop.db.deleteFrom('identity.user').where('email', '=', account.email).execute();
    expect(await openProfile(t, account, access)).toBe(401);
  });

  it('for every route, without a change', async () => {
    const admin = await t.makeUser({ role: 'admin' });
    const person = await t.makeUser();
    await signOut(t, admin);
    const calls: [string, string][] = [
      ['GET', '/user'],
      ['PUT', `/user/admin/${person.email}`],
      ['GET', '/manageorders'],
      ['GET', `/admin/${admin.email}`],
    ];
    for (const [method, path] of calls) {
      expect((await t.call(method, path, { token: admin.token })).status).toBe(401);
    }
    const { role } = await t.shop.db
      .selectFrom('users')
      .select('role')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(role).toBe('user');
  });

  it('and does not open another account with a valid session', async () => {
    const victim = await t.makeUser();
    const { sid } = JSON.parse(Buffer.from(victim.token.split('.')[1] ?? '', 'base64url').toString());
    await t.shop.db
      .updateTable('identity.session')
      .set({ userId: await subjectOf(t, await signUp(t)) })
      .where('id', '=', sid)
      .execute();
    expect(await openProfile(t, victim, victim.token)).toBe(401);
  });
});

it('rejects ID tokens of an ended session', async () => {
  const account = await signUp(t);
  const idToken = await idTokenOf(t, account);
  await signOut(t, account);
  expect((await t.call('PUT', `/user/${account.email}`, { token: idToken })).status).toBe(401);
});

it('ends sign-ins with the old password during a reset', { tags: ['sweep'] }, async () => {
  const { email } = await signUp(t);
  let password = PASSWORD;
  for (let round = 0; round < 6; round += 1) {
    await t.call('POST', '/api/auth/request-password-reset', { body: { email } });
    const token = await mailedToken(t, email, '/reset-password');
    const newPassword = `a brand new vice ${round}`;
    const [reset, ...tries] = await Promise.all([
      t.call('POST', '/api/auth/reset-password', { body: { token, newPassword } }),
      ...Array.from({ length: 6 }, () => signIn(t, email, password)),
    ]);
    expect(reset.status).toBe(200);
    for (const { session } of tries) if (session) await expectEnded(t, session);
    expect(await countSessions(t, email)).toBe(0);
    password = newPassword;
    t.clock.advance(HOUR_MS);
  }
});
