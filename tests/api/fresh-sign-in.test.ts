import { describe, expect, it } from 'vitest';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import {
  accessTokenOf,
  callIdentity,
  mailsTo,
  PASSWORD,
  resetPassword,
  signIn,
  signInAgain,
  signUp,
} from '#tests/support/accounts.ts';
import { makeApiKey } from '#tests/support/api-keys.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

// Roles and the bank account change only within 10 minutes of a proof of who is there.
const t = setUpShop();

const MINUTE_MS = 60_000;
const FRESH_NEEDED = {
  error: { code: 'fresh_sign_in_needed', message: 'Confirm it’s you, then try again' },
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

const confirm = async (account: Account, password: string) =>
  t.call('POST', '/api/auth/confirm-password', {
    token: await accessTokenOf(t, account),
    body: { password },
  });

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

  it('is needed for a webhook endpoint, its address, events, and secret, of which all admins are emailed', async () => {
    const admin = await makeAdmin();
    const token = async () => accessTokenOf(t, admin);
    const call = async (method: string, path: string, body?: object) =>
      t.call<{ _id: string }>(method, path, { token: await token(), body });
    const endpoint = { url: 'https://93.184.216.34/hooks', events: ['purchase.paid'] };
    const { _id } = (await call('POST', '/webhook-endpoints', endpoint)).body;
    const path = `/webhook-endpoints/${_id}`;
    t.clock.advance(11 * MINUTE_MS);
    for (const [method, at, body] of [
      ['POST', '/webhook-endpoints', endpoint],
      ['PATCH', path, { events: ['order.shipped'] }],
      ['PATCH', path, { url: 'https://93.184.216.34/other' }],
      ['POST', `${path}/rotate-secret`],
    ] as const)
      expect(await call(method, at, body)).toMatchObject({ status: 403, body: FRESH_NEEDED });
    const { key } = await makeApiKey(t, await t.makeUser({ role: 'admin' }));
    const byKey = (method: string, at: string, body?: object) => t.call(method, at, { token: key, body });
    expect((await byKey('PATCH', path, { url: endpoint.url })).body).toEqual(FRESH_NEEDED);
    expect(await byKey('POST', '/webhook-endpoints', endpoint)).toMatchObject({
      body: { error: { code: 'key_refused' } },
    });
    expect((await call('PATCH', path, { isOn: false })).status).toBe(200);
    await confirm(admin, PASSWORD);
    expect((await call('PATCH', path, { url: 'https://93.184.216.34/other' })).status).toBe(200);
    expect((await call('POST', `${path}/rotate-secret`)).status).toBe(200);
    await t.runJobs();
    const told = (await mailsTo(t, admin.email)).filter(({ text }) => text.includes('93.184.216.34'));
    expect(told.map(({ subject }) => subject).toSorted()).toEqual([
      'A webhook endpoint was added',
      'A webhook endpoint was changed',
      'A webhook secret was replaced',
    ]);
  });

  it('is needed to export orders, users, or invoices, of which whoever does it is emailed', async () => {
    const admin = await makeAdmin();
    const paths = ['orders.csv', 'users.csv', 'invoices.csv', 'papers.zip?month=2026-11'];
    const ask = async (path: string) =>
      t.call('GET', `/exports/${path}`, { token: await accessTokenOf(t, admin) });
    t.clock.advance(11 * MINUTE_MS);
    for (const path of paths) expect(await ask(path)).toMatchObject({ status: 403, body: FRESH_NEEDED });
    expect((await ask('tools.csv')).status).toBe(200);
    const { key } = await makeApiKey(t, await t.makeUser({ role: 'admin' }));
    for (const path of paths)
      expect((await t.call('GET', `/exports/${path}`, { token: key })).status).toBe(200);
    await confirm(admin, PASSWORD);
    for (const path of paths) expect((await ask(path)).status).toBe(200);
    await t.runJobs();
    const subjects = (await mailsTo(t, admin.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.endsWith('exported')).toSorted()).toEqual([
      'Invoices were exported',
      'Invoices were exported',
      'Orders were exported',
      'Users were exported',
    ]);
  });

  it('is needed for the copy of one’s own data, and to download it, of which its owner is emailed', async () => {
    const admin = await makeAdmin();
    const call = async (method: string, path: string) =>
      t.call(method, `/account/export${path}`, { token: await accessTokenOf(t, admin) });
    t.clock.advance(11 * MINUTE_MS);
    expect(await call('POST', '')).toMatchObject({ status: 403, body: FRESH_NEEDED });
    await confirm(admin, PASSWORD);
    expect((await call('POST', '')).status).toBe(202);
    await t.runJobs();
    t.clock.advance(11 * MINUTE_MS);
    expect((await call('GET', '')).body).toMatchObject({ state: 'ready' });
    expect(await call('GET', '/file')).toMatchObject({ status: 403, body: FRESH_NEEDED });
    await confirm(admin, PASSWORD);
    expect((await call('GET', '/file')).status).toBe(200);
    await t.runJobs();
    const subjects = (await mailsTo(t, admin.email)).map(({ subject }) => subject);
    expect(subjects).toContain('The copy of your data was downloaded');
  });

  it('tells all admins of new roles and bank details, and the person of their role', async () => {
    const [admin, other] = [await makeAdmin(), await makeAdmin()];
    const person = await t.makeUser();
    const token = await accessTokenOf(t, admin);
    for (const method of ['PUT', 'DELETE'])
      expect((await t.call(method, `/user/staff/${person.email}`, { token })).status).toBe(200);
    const { version, details } = (await t.call<ManagedDetails>('GET', '/managedetails', { token })).body;
    const bank = { ...details.bank, holder: 'Foundry Tools', account: '12345678' };
    expect((await t.call('PATCH', '/details', { token, body: { version, bank } })).status).toBe(200);
    await t.runJobs();
    const about = async (email: string) =>
      (await mailsTo(t, email)).filter(({ text }) => text.includes(`By: ${admin.email}`));
    const roles = ['A new staff member was added', 'A role was removed'];
    for (const { email } of [admin, other])
      expect((await about(email)).map(({ subject }) => subject).toSorted()).toEqual([
        ...roles,
        'The bank details were changed',
      ]);
    expect((await about(person.email)).map(({ subject }) => subject).toSorted()).toEqual(roles);
  });

  it('follows the password, of this session only', async () => {
    const admin = await makeAdmin();
    const other = { ...admin, token: await signInAgain(t, admin.email) };
    t.clock.advance(11 * MINUTE_MS);
    expect(await confirm(admin, PASSWORD)).toMatchObject({ status: 200, body: { status: true } });
    const path = `/user/staff/${(await t.makeUser()).email}`;
    expect((await t.call('PUT', path, { token: await accessTokenOf(t, other) })).status).toBe(403);
    expect((await t.call('PUT', path, { token: await accessTokenOf(t, admin) })).status).toBe(200);
    t.clock.advance(11 * MINUTE_MS);
    expect((await t.call('PUT', path, { token: await accessTokenOf(t, admin) })).status).toBe(403);
  });

  it('is not made by a wrong password, or somebody else’s', async () => {
    const admin = await makeAdmin();
    const other = await signUp(t, { password: 'nine sharp gouges' });
    t.clock.advance(11 * MINUTE_MS);
    expect(await confirm(admin, 'nine sharp gouges')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field: 'password', message: 'That isn’t your password' } },
    });
    expect((await callIdentity(t, '/confirm-password', { password: PASSWORD })).status).toBe(401);
    expect(await confirm(admin, '')).toMatchObject({ status: 400, body: { error: { field: 'password' } } });
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
