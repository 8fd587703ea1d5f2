import { describe, expect, it } from 'vitest';
import type { OwnSessionRow } from '#features/sign-in/sessions-contract.ts';
import { hashToken } from '#platform/identity/sessions.ts';
import {
  accessTokenOf,
  exchange,
  mailedToken,
  mailsTo,
  PASSWORD,
  signIn,
  signUp,
  type TestAccount,
} from '#tests/support/accounts.ts';
import { tally } from '#tests/support/at-once.ts';
import { addApp } from '#tests/support/second-factors.ts';
import { countSessions, expectEnded, expectOpen } from '#tests/support/sessions.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const HOUR_MS = 60 * 60 * 1000;

const MINUTE_MS = 60_000;

const t = setUpShop();

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** Signs an account in on another device. Returns the access token of that session. */
async function signInElsewhere({ email }: TestAccount, userAgent = FIREFOX): Promise<string> {
  const headers = { 'user-agent': userAgent };
  const { body } = await t.call<{ token: string }>('POST', '/api/auth/sign-in/email', {
    body: { email, password: PASSWORD },
    headers,
  });
  return accessTokenOf(t, { email, proof: body.token });
}

async function sessionIdOf(token: string): Promise<string> {
  const row = t.shop.db.selectFrom('sessions').select('id').where('token_hash', '=', hashToken(token));
  return (await row.executeTakeFirstOrThrow()).id;
}
const listSessions = async (token: string) =>
  (await t.call<OwnSessionRow[]>('GET', '/account/sessions', { token })).body;
const minutesOfUse = ({ startedAt, lastUsedAt }: OwnSessionRow) =>
  Math.floor((Date.parse(lastUsedAt) - Date.parse(startedAt)) / MINUTE_MS);
const end = (id: string, token: string) => t.call('DELETE', `/account/sessions/${id}`, { token });

describe('the list of one’s sessions', () => {
  it('has each with its device, its network and its times, the calling one marked', async () => {
    const account = await signUp(t);
    const token = await accessTokenOf(t, account);
    const elsewhere = await signInElsewhere(account);
    // A sign-in that is not exchanged is no session yet.
    await signIn(t, account.email, PASSWORD);
    await accessTokenOf(t, await signUp(t));
    t.clock.advance(10 * MINUTE_MS);
    const listed = await listSessions(token);
    const place = { network: '127.0.0.0/24', startedAt: expect.any(String), lastUsedAt: expect.any(String) };
    expect(listed).toEqual([
      { _id: await sessionIdOf(token), browser: null, system: null, isCurrent: true, ...place },
      { _id: await sessionIdOf(elsewhere), browser: 'Firefox', system: 'Linux', isCurrent: false, ...place },
    ]);
    expect(listed.map(minutesOfUse)).toEqual([10, 0]);
  });

  it('keeps the network of an address only, and a bounded part of what a browser says', async () => {
    const token = await signInElsewhere(await signUp(t), `${FIREFOX} ${'x'.repeat(2000)}`);
    const id = await sessionIdOf(token);
    const [row] = await t.asOwner(`select network, length(user_agent) from sessions where id = '${id}'`);
    expect(row).toEqual({ network: '127.0.0.0/24', length: 300 });
  });

  it('notes the last use and its device every five minutes, not at each call', async () => {
    const token = await signInElsewhere(await signUp(t));
    const [before] = await listSessions(token);
    t.clock.advance(5 * MINUTE_MS - 1000);
    expect(await listSessions(token)).toEqual([before]);
    t.clock.advance(2000);
    await t.call('GET', '/account/session', { token, headers: { 'user-agent': 'curl/8.0' } });
    const [after] = await listSessions(token);
    expect(after).toMatchObject({ browser: null, isCurrent: true });
    expect(after && minutesOfUse(after)).toBe(5);
  });

  it('ends one of them at once, and records it', async () => {
    const account = await signUp(t);
    const token = await accessTokenOf(t, account);
    const [elsewhere, third] = [await signInElsewhere(account), await signInElsewhere(account)];
    const ended = await end(await sessionIdOf(elsewhere), token);
    expect(ended).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    await expectEnded(t, elsewhere);
    await expectOpen(t, token, third);
    expect((await listSessions(token)).map(({ _id }) => _id).toSorted()).toEqual(
      [await sessionIdOf(token), await sessionIdOf(third)].toSorted(),
    );
    const [event] = await t.asOwner('select action, actor from audit_events order by id desc limit 1');
    expect(event).toEqual({ action: 'session_ended', actor: 'user' });
  });

  it('leaves out those that have ended by their age', async () => {
    const { token, userId } = await t.makeUser({ role: 'staff' });
    await t.asOwner(`insert into sessions (id, token_hash, subject, started_at, opened_at, proved_at, used_at)
      select gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), subject,
        now() - began, now(), now(), now() - idle
      from users, (values (interval '13 hours', interval '13 hours'), ('181 days', '0')) ended (began, idle)
      where users.id = '${userId}'`);
    expect(await listSessions(token)).toMatchObject([{ isCurrent: true }]);
  });

  it('answers a second end at the same moment with 404', async () => {
    const account = await signUp(t);
    const token = await accessTokenOf(t, account);
    const id = await sessionIdOf(await signInElsewhere(account));
    const replies = await Promise.all([end(id, token), end(id, token)]);
    expect(tally(replies)).toEqual({ 200: 1, 404: 1 });
  });

  it('ends all but the calling one, sign-ins under way too', async () => {
    const account = await signUp(t);
    const token = await accessTokenOf(t, account);
    const elsewhere = await signInElsewhere(account);
    const { proof } = await signIn(t, account.email, PASSWORD);
    const reply = await t.call('DELETE', '/account/sessions', { token });
    expect(reply).toMatchObject({ status: 200, body: { deletedCount: 2 } });
    await expectEnded(t, elsewhere);
    expect((await exchange(t, account.email, proof)).status).toBe(401);
    expect(await listSessions(token)).toMatchObject([{ isCurrent: true }]);
    const [event] = await t.asOwner('select action from audit_events order by id desc limit 1');
    expect(event).toEqual({ action: 'other_sessions_ended' });
  });

  it('refuses somebody else’s, an id that is none, and a caller who signed in a while ago', async () => {
    const [account, stranger] = [await signUp(t), await signUp(t)];
    const token = await accessTokenOf(t, account);
    expect(await end(await sessionIdOf(await accessTokenOf(t, stranger)), token)).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', message: 'That device is already logged out' } },
    });
    expect(await end('none', token)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field: 'id' } },
    });
    const elsewhere = await sessionIdOf(await signInElsewhere(account));
    t.clock.advance(11 * MINUTE_MS);
    const stale = { status: 403, body: { error: { code: 'fresh_sign_in_needed' } } };
    expect(await end(elsewhere, token)).toMatchObject(stale);
    expect(await t.call('DELETE', '/account/sessions', { token })).toMatchObject(stale);
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
    const token = await accessTokenOf(t, account);
    await t.call('GET', `/api/auth/verify-email?token=${verification}`, { token });
    await t.call('POST', '/api/auth/request-password-reset', { body: { email: account.email } });
    const link = await mailedToken(t, account.email, '/reset-password');
    const elsewhere = await signInElsewhere(account);
    expect(await change(token)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    await expectEnded(t, elsewhere);
    await expectOpen(t, token);
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
    await expectOpen(t, elsewhere);
  });

  it('counts wrong ones as guesses at the account', async () => {
    const account = await signUp(t);
    const token = await accessTokenOf(t, account);
    for (let guess = 0; guess < 10; guess += 1)
      expect((await change(token, NEW_PASSWORD, `guess ${guess}`)).status).toBe(400);
    expect((await change(token)).status).toBe(429);
    t.clock.advance(16 * MINUTE_MS);
    expect((await change(token)).status).toBe(200);
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
    for (const { proof } of tries) if (proof) expect((await exchange(t, email, proof)).status).toBe(401);
    expect(await countSessions(t, email)).toBe(0);
    password = newPassword;
    t.clock.advance(HOUR_MS);
  }
});
