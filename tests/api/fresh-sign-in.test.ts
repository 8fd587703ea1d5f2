import { describe, expect, it } from 'vitest';
import type { ManagedDetails } from '#features/shop-settings/contract.ts';
import {
  accessTokenOf,
  callIdentity,
  PASSWORD,
  resetPassword,
  signIn,
  signUp,
} from '#tests/support/accounts.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

// Roles and the bank account change only within 10 minutes of a proof of who is there.
const t = setUpShop();

const MINUTE_MS = 60_000;
const FRESH_NEEDED = {
  error: { code: 'fresh_sign_in_needed', message: 'Confirm that it’s you, then try again' },
};

/** An admin with a password and a session. */
async function makeAdmin() {
  const account = await signUp(t);
  await accessTokenOf(t, account);
  await t.shop.db
    .updateTable('users')
    .set({ role: 'admin', email_verified: true })
    .where('email', '=', account.email)
    .execute();
  await t.shop.db
    .updateTable('identity.user')
    .set({ emailVerified: true })
    .where('email', '=', account.email)
    .execute();
  return account;
}

type Account = Awaited<ReturnType<typeof makeAdmin>>;

const confirm = (account: Account, password: string, email = account.email) =>
  t.call('POST', '/api/auth/confirm-password', { token: account.session, body: { email, password } });

describe('a fresh sign-in', () => {
  it('is needed for each change of a role, 10 minutes after the sign-in', async () => {
    const admin = await makeAdmin();
    const person = await t.makeUser();
    const change = async (method: string, role: string) =>
      t.call(method, `/user/${role}/${person.email}`, { token: await accessTokenOf(t, admin) });
    t.clock.advance(10 * MINUTE_MS - 10_000);
    expect(await change('PUT', 'staff')).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    t.clock.advance(20_000);
    for (const [method, role] of [
      ['PUT', 'admin'],
      ['DELETE', 'admin'],
      ['PUT', 'staff'],
      ['DELETE', 'staff'],
    ] as const)
      expect(await change(method, role)).toMatchObject({ status: 403, body: FRESH_NEEDED });
    const { role } = await t.shop.db
      .selectFrom('users')
      .select('role')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(role).toBe('staff');
  });

  it('is needed to make or delete an API key, and no key can do without', async () => {
    const admin = await makeAdmin();
    const body = { name: 'Settings', scopes: ['shop:read', 'shop:write'] };
    const call = async <Body>(method: string, path: string, sent?: object) =>
      t.call<Body>(method, path, { token: await accessTokenOf(t, admin), body: sent });
    const made = await call<{ _id: string; key: string }>('POST', '/api-keys', body);
    expect(made.status).toBe(201);
    const { _id, key: token } = made.body;
    const { version, details } = (await t.call<ManagedDetails>('GET', '/managedetails', { token })).body;
    const bank = { token, body: { version, bank: details.bank } };
    expect(await t.call('PATCH', '/details', bank)).toMatchObject({ status: 403, body: FRESH_NEEDED });
    t.clock.advance(11 * MINUTE_MS);
    expect(await call('POST', '/api-keys', body)).toMatchObject({ status: 403, body: FRESH_NEEDED });
    expect(await call('DELETE', `/api-keys/${_id}`)).toMatchObject({ status: 403, body: FRESH_NEEDED });
    expect(await call('GET', '/api-keys')).toMatchObject({ status: 200, body: [{ _id }] });
    expect((await t.call('GET', '/managedetails', { token })).status).toBe(200);
  });

  it('is needed for the bank account, and for no other detail of the shop', async () => {
    const admin = await makeAdmin();
    t.clock.advance(11 * MINUTE_MS);
    const token = await accessTokenOf(t, admin);
    const { body: before } = await t.call<ManagedDetails>('GET', '/managedetails', { token });
    const { version, details } = before;
    const bank = { ...details.bank, holder: 'Eve', account: '99' };
    const send = (body: object) => t.call('PATCH', '/details', { token, body: { version, ...body } });
    expect(await send({ bank })).toMatchObject({ status: 403, body: FRESH_NEEDED });
    expect(await send({ bank: null })).toMatchObject({ status: 403, body: FRESH_NEEDED });
    expect(await send({ banner: details.banner, bank })).toMatchObject({ status: 403, body: FRESH_NEEDED });
    expect((await t.call('GET', '/managedetails', { token })).body).toEqual(before);
    expect((await send({ banner: details.banner })).status).toBe(200);
    expect((await confirm(admin, PASSWORD)).status).toBe(200);
    expect((await send({ bank })).status).toBe(200);
  });

  it('follows the password, of this session only', async () => {
    const admin = await makeAdmin();
    const other = { ...admin, session: (await signIn(t, admin.email, PASSWORD)).session };
    t.clock.advance(11 * MINUTE_MS);
    expect(await confirm(admin, PASSWORD)).toMatchObject({ status: 200, body: { status: true } });
    const path = `/user/staff/${(await t.makeUser()).email}`;
    expect((await t.call('PUT', path, { token: await accessTokenOf(t, other) })).status).toBe(403);
    expect((await t.call('PUT', path, { token: await accessTokenOf(t, admin) })).status).toBe(200);
    t.clock.advance(11 * MINUTE_MS);
    expect((await t.call('PUT', path, { token: await accessTokenOf(t, admin) })).status).toBe(403);
  });

  it('is not made by a renewal, a wrong password, or somebody else’s', async () => {
    const admin = await makeAdmin();
    const other = await signUp(t, { password: 'nine sharp gouges' });
    t.clock.advance(11 * MINUTE_MS);
    await accessTokenOf(t, admin);
    expect(await confirm(admin, 'nine sharp gouges')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field: 'password', message: 'That isn’t your password' } },
    });
    expect((await confirm(admin, 'nine sharp gouges', other.email)).status).toBe(401);
    expect(
      (await callIdentity(t, '/confirm-password', { email: admin.email, password: PASSWORD })).status,
    ).toBe(401);
    expect((await callIdentity(t, '/confirm-password', {})).body).toMatchObject({
      error: { field: 'email' },
    });
    const path = `/user/staff/${other.email}`;
    const reply = await t.call('PUT', path, { token: await accessTokenOf(t, admin) });
    expect(reply).toMatchObject({ status: 403, body: FRESH_NEEDED });
  });

  it('shares the limit of guesses with the sign-in, and is refused to a session that a reset ended', async () => {
    const admin = await makeAdmin();
    for (let guess = 0; guess < 10; guess += 1)
      expect((await confirm(admin, `guess ${guess}`)).status).toBe(400);
    expect(await confirm(admin, PASSWORD)).toMatchObject({ status: 429 });
    expect((await signIn(t, admin.email, PASSWORD)).status).toBe(429);
    await resetPassword(t, admin.email, 'nine sharp gouges');
    expect((await confirm(admin, 'nine sharp gouges')).status).toBe(401);
  });
});
