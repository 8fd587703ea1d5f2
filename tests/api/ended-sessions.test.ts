import { describe, expect, it } from 'vitest';
import { ensureAdmin } from '#features/users/manage-users.ts';
import {
  accessTokenOf,
  idTokenOf,
  mailedToken,
  PASSWORD,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from '#tests/support/accounts.ts';
import { countSessions, expectEnded, openProfile, subjectOf } from '#tests/support/sessions.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const HOUR_MS = 60 * 60 * 1000;

const t = setUpShop();

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
