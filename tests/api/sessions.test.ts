import { describe, expect, it } from 'vitest';
import { forgetOldSignIns } from '#features/sign-in/identity-counts.ts';
import { endSessions, ensureAdmin } from '#features/users/manage-users.ts';
import {
  accessTokenOf,
  PASSWORD,
  resetPassword,
  signIn,
  signInAgain,
  signUp,
} from '#tests/support/accounts.ts';
import { addApp } from '#tests/support/second-factors.ts';
import { countSessions, expectEnded, expectOpen, subjectOf } from '#tests/support/sessions.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

// The access token is the session: nothing renews it, and each ending counts at the next call.
const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });

const passDays = async (token: string, days: number, stepDays: number) => {
  for (let day = 0; day < days; day += stepDays) {
    t.clock.advance(stepDays * DAY_MS);
    await t.call('GET', '/account/session', { token });
  }
};

describe('a session', () => {
  it('stays open with the same token while it is used, for as many tabs as there are', async () => {
    const { token } = await t.makeUser();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => t.call('GET', '/account/session', { token })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    await passDays(token, 87, 29);
    await expectOpen(t, token);
  });

  it('of a buyer ends 30 days after its last use', async () => {
    const { token } = await t.makeUser();
    t.clock.advance(30 * DAY_MS - MINUTE_MS);
    await expectOpen(t, token);
    t.clock.advance(30 * DAY_MS + MINUTE_MS);
    await expectEnded(t, token);
  });

  it.each(['staff', 'admin'] as const)('of %s ends 12 hours after its last use', async (role) => {
    const { token } = await t.makeUser({ role });
    t.clock.advance(12 * HOUR_MS - MINUTE_MS);
    await expectOpen(t, token);
    t.clock.advance(12 * HOUR_MS + MINUTE_MS);
    await expectEnded(t, token);
  });

  it('ends after 180 days, however much it is used', async () => {
    const { token } = await t.makeUser();
    await passDays(token, 174, 29);
    await expectOpen(t, token);
    t.clock.advance(6 * DAY_MS + MINUTE_MS);
    await expectEnded(t, token);
  });

  it('of a buyer who becomes staff has the shorter time', async () => {
    const { token, userId } = await t.makeUser();
    t.clock.advance(13 * HOUR_MS);
    await t.asOwner(`update users set role = 'staff' where id = '${userId}'`);
    await expectEnded(t, token);
  });

  it('is forgotten with its device once it has ended by its age, as is a sign-in that was given up', async () => {
    const [idle, used] = [await signUp(t), await signUp(t)];
    const token = await accessTokenOf(t, used);
    await accessTokenOf(t, idle);
    await signIn(t, used.email, PASSWORD);
    await passDays(token, 31, 15.5);
    await forgetOldSignIns(t.shop);
    expect([await countSessions(t, idle.email), await countSessions(t, used.email)]).toEqual([0, 1]);
    await expectOpen(t, token);
  });

  it('of an earlier version opens nothing', async () => {
    const account = await signUp(t);
    await t.asOwner(`insert into identity.session (id, token, "userId", "expiresAt", "updatedAt")
      select 'old', 'old_token', id, now() + interval '30 days', now() from identity."user"
      where email = '${account.email}'`);
    await expectEnded(t, 'old_token', 'old', 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmVk');
  });
});

describe('a stolen access token is good for nothing, at once, after', () => {
  const admin = setUp(() => t.makeUser({ role: 'admin' }));
  const asAdmin = async (method: string, path: string, body?: object) => {
    // The clock of a test may run ahead.
    const { token } = await t.makeUser({ role: 'admin' });
    const reply = await t.call(method, path, { token, ...(body && { body }) });
    expect(reply.status).toBe(200);
  };

  const endings: [string, (owner: { email: string; token: string }) => Promise<unknown>][] = [
    ['log out', ({ token }) => t.call('POST', '/api/auth/sign-out', { token })],
    ['a reset of the password', ({ email }) => resetPassword(t, email, 'a brand new vice')],
    ['a block', ({ email }) => asAdmin('PUT', `/user/blocked/${email}`, { reason: 'Chargebacks' })],
    ['the command line', ({ email }) => endSessions(t.shop, email)],
    [
      'a password in the settings',
      ({ email }) =>
        ensureAdmin({
          ...t.shop,
          config: { ...t.shop.config, admin: { email, password: 'the rightful owner' } },
        }),
    ],
    ['the erasure of the account', ({ email }) => asAdmin('DELETE', `/user/${email}`)],
  ];
  it.each(endings)('%s', async (_what, end) => {
    const account = await signUp(t);
    const stolen = await accessTokenOf(t, account);
    await expectOpen(t, stolen);
    await end({ email: account.email, token: stolen });
    await expectEnded(t, stolen);
    expect((await t.call('GET', `/orders?email=${account.email}`, { token: stolen })).status).toBe(401);
  });

  const endingsElsewhere: [string, (token: string) => Promise<unknown>][] = [
    ['a new factor', (token) => addApp(t, { email: '', token })],
    [
      'another password',
      (token) =>
        t.call('POST', '/account/password', {
          token,
          body: { currentPassword: PASSWORD, newPassword: 'a brand new vice' },
        }),
    ],
    ['the list of sessions', (token) => t.call('DELETE', '/account/sessions', { token })],
  ];
  it.each(endingsElsewhere)('%s elsewhere, which the owner’s session outlasts', async (_what, end) => {
    const account = await signUp(t);
    const [stolen, own] = [await accessTokenOf(t, account), await signInAgain(t, account.email)];
    await end(own);
    await expectEnded(t, stolen);
    await expectOpen(t, own);
  });

  it.each(['staff', 'admin'] as const)('the loss of the role of %s', async (role) => {
    const person = await t.makeUser({ role });
    await asAdmin('DELETE', `/user/${role}/${person.email}`);
    await expectEnded(t, person.token);
  });

  it('any of these, for every route and without a change', async () => {
    const person = await t.makeUser();
    const fresh: TestUser = await t.makeUser({ role: 'admin' });
    await t.call('POST', '/api/auth/sign-out', { token: fresh.token });
    const calls: [string, string][] = [
      ['GET', '/user'],
      ['PUT', `/user/admin/${person.email}`],
      ['GET', '/manageorders'],
      ['GET', `/admin/${admin.email}`],
    ];
    for (const [method, path] of calls)
      expect((await t.call(method, path, { token: fresh.token })).status).toBe(401);
    const row = t.shop.db.selectFrom('users').select('role').where('id', '=', person.userId);
    expect(await row.executeTakeFirst()).toEqual({ role: 'user' });
  });
});

it('a session opens the account whose it is now, and no other', async () => {
  const [victim, other] = [await t.makeUser(), await signUp(t)];
  const subject = await subjectOf(t, other);
  await t.asOwner(`update sessions set subject = '${subject}' where subject =
    (select subject from users where id = '${victim.userId}')`);
  // Nobody has exchanged a proof of that account: it is no user of the shop yet.
  await expectEnded(t, victim.token);
});

describe('a page of another site', () => {
  it('gets nothing by a browser’s own means: no cookie signs a call, and no call answers to its origin', async () => {
    const { token, email } = await t.makeUser();
    const cookie = `accessToken=${token}; toolyard_google_session=${token}`;
    // A browser that tells of the other site is refused before that.
    for (const [site, status] of [
      [{}, 401],
      [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ] as const) {
      const headers = { cookie, ...site };
      const replies = [
        await t.call('POST', '/api/auth/sign-out', { headers }),
        await t.call('PATCH', `/user/${email}`, { headers, body: { city: 'Bergen' } }),
        await t.call('PUT', `/user/${email}`, { headers }),
      ];
      expect(replies.map((reply) => reply.status)).toEqual([status, status, status]);
      for (const reply of replies) expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    }
    await expectOpen(t, token);
  });
});
