import { beforeEach, describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Customer } from '#features/customers/contract.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import type { AdminReply, UserRow } from '#features/users/roles-contract.ts';
import { addPasskeyRow } from '#tests/support/access-askers.ts';
import { mailsTo } from '#tests/support/accounts.ts';
import { makeApiKey } from '#tests/support/api-keys.ts';
import { appCode } from '#tests/support/app-code.ts';
import { tally } from '#tests/support/at-once.ts';
import { buy, expectStatus, readOrder } from '#tests/support/buying.ts';
import { accepted, approvedReturn, buyShipped, changeReturn } from '#tests/support/returning.ts';
import { addApp, addPasskey, passByCode, type TestApp, usePasskey } from '#tests/support/second-factors.ts';
import { countSessions, stayIn } from '#tests/support/sessions.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

// The owner demands a second factor of staff and admins, and a fresh sign-in before large refunds.
const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const owner = setUp(() => t.makeUser({ role: 'admin' }));
let app: TestApp;

const HOUR_MS = 60 * 60_000;
const FIELD = 'security.staffFactor';
const NEEDED = {
  status: 403,
  body: {
    error: {
      code: 'factor_setup_needed',
      message: 'Set up two-step verification for your login before you continue',
    },
  },
};
const FRESH_NEEDED = { status: 403, body: { error: { code: 'fresh_sign_in_needed' } } };

/** Calls in a session that has just been used, so that it is good after any time. */
async function as<Body = ErrorReply>(person: TestUser, method: string, path: string, body?: unknown) {
  await stayIn(t, person);
  const { token } = person;
  return t.call<Body & ErrorReply>(method, path, { token, ...(body !== undefined && { body }) });
}

const roleOf = async (person: TestUser) =>
  (await as<AdminReply>(person, 'GET', `/admin/${person.email}`)).body;

/** Proves again who the owner is, with their app. */
async function prove(): Promise<void> {
  t.clock.advance(60_000);
  await stayIn(t, owner);
  expectStatus(await passByCode(t, owner.token, appCode(app.secret, t.clock.now())), 200);
}

async function setSecurity(security: object, person: TestUser = owner) {
  const { body } = await as<ManagedDetails>(person, 'GET', '/managedetails');
  const change = { version: body.version, security: { ...body.details.security, ...security } };
  return as<ManagedDetails>(person, 'PATCH', '/details', change);
}

/** Demands a factor of everyone on staff, anew. */
async function demand(): Promise<void> {
  await prove();
  expectStatus(await setSecurity({ staffFactor: false }), 200);
  expectStatus(await setSecurity({ staffFactor: true }), 200);
}

/** A day after the time that a statement finds. */
async function dayAfter(statement: string): Promise<string> {
  const [{ since }] = (await t.asOwner(statement)) as [{ since: Date }];
  return new Date(since.getTime() + 24 * HOUR_MS).toISOString();
}

describe('the demand', () => {
  it('is made only after a fresh sign-in, by an admin who has a factor, and is written down', async () => {
    expect(await setSecurity({ staffFactor: true })).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'conflict',
          field: FIELD,
          message: 'Set up two-step verification for your own login first',
        },
      },
    });
    expect(await setSecurity({ refundsAbove: 0.001 })).toMatchObject({
      status: 400,
      body: { error: { field: 'security.refundsAbove' } },
    });
    expect(await setSecurity({ refundsAbove: -1 })).toMatchObject({ status: 400 });
    app = await addApp(t, owner);
    t.clock.advance(11 * 60_000);
    expect(await setSecurity({ staffFactor: true })).toMatchObject(FRESH_NEEDED);
    await prove();
    expect((await setSecurity({ staffFactor: true })).body.details.security).toEqual({
      staffFactor: true,
      refundsAbove: null,
    });
    const [event] = await t.asOwner(
      `select actor, details from audit_events where action = 'details_changed' order by id desc limit 1`,
    );
    expect(event).toMatchObject({ actor: 'admin', details: { sections: 'security', staffFactor: true } });
    expect((await t.call<object>('GET', '/details')).body).not.toHaveProperty('security');
    // Another change leaves the grace as it began.
    const [{ since }] = (await t.asOwner('select factors_demanded_at as since from shop_details')) as [
      { since: Date },
    ];
    t.clock.advance(HOUR_MS);
    await prove();
    expectStatus(await setSecurity({ refundsAbove: 100 }), 200);
    expect(await t.asOwner('select factors_demanded_at as since from shop_details')).toEqual([{ since }]);
    expectStatus(await setSecurity({ staffFactor: false, refundsAbove: null }), 200);
    expect(await t.asOwner('select factors_demanded_at as since from shop_details')).toEqual([
      { since: null },
    ]);
  });

  it('gives a day, after which staff without a factor have no rights, nor have their keys, until they have one', async () => {
    const staff = await t.makeUser({ role: 'staff' });
    const admin = await t.makeUser({ role: 'admin' });
    const buyer = await t.makeUser();
    const { key } = await makeApiKey(t, staff, { scopes: ['orders:read', 'customers:read'] });
    const buyersKey = (await makeApiKey(t, buyer, { scopes: ['orders:read'] })).key;
    await demand();
    const due = await dayAfter(`select factors_demanded_at as since from shop_details`);
    expect([await roleOf(staff), await roleOf(admin), await roleOf(buyer), await roleOf(owner)]).toEqual([
      { admin: false, staff: true, factorDueAt: due },
      { admin: true, factorDueAt: due },
      { admin: false },
      { admin: true },
    ]);
    // The clock goes on while the calls are answered.
    const untilDueMs = () => Date.parse(due) - t.clock.now().getTime();
    t.clock.advance(untilDueMs() - HOUR_MS / 2);
    expect((await as(staff, 'GET', '/user')).status).toBe(200);
    expect((await t.call('GET', '/user', { token: key })).status).toBe(200);
    t.clock.advance(untilDueMs());
    for (const [person, method, path] of [
      [staff, 'GET', '/user'],
      [staff, 'GET', '/managetool'],
      [staff, 'PATCH', '/details'],
      [admin, 'GET', '/managedetails'],
      [admin, 'PUT', `/user/staff/${buyer.email}`],
      [admin, 'DELETE', `/user/factors/${owner.email}`],
    ] as const)
      expect(await as(person, method, path)).toMatchObject(NEEDED);
    // Nothing at all by a key: not even what a buyer's may.
    for (const path of ['/user', '/orders'])
      expect(await t.call('GET', path, { token: key })).toMatchObject(NEEDED);
    expect((await t.call('GET', `/orders?email=${buyer.email}`, { token: buyersKey })).status).toBe(200);
    // What staff see of others by calls of everyone is not theirs either; their own account is.
    expect((await as(staff, 'GET', `/user/${buyer.email}`)).status).toBe(403);
    expect((await as(admin, 'GET', `/admin/${owner.email}`)).body).toEqual({ admin: false });
    expect((await as(staff, 'GET', `/user/${staff.email}`)).status).toBe(200);
    expect(await roleOf(staff)).toEqual({ admin: false, factorDueAt: due });
    await stayIn(t, admin, { proved: true });
    await addPasskey(t, admin);
    expect((await as(admin, 'GET', '/managedetails')).status).toBe(200);
    expect(await as(staff, 'GET', '/user')).toMatchObject(NEEDED);
    await stayIn(t, staff, { proved: true });
    const ownApp = await addApp(t, staff);
    expect(await roleOf(staff)).toEqual({ admin: false, staff: true });
    expect((await as(staff, 'GET', '/user')).status).toBe(200);
    expect((await t.call('GET', '/user', { token: key })).status).toBe(200);
    expectStatus(await passByCode(t, staff.token, appCode(ownApp.secret, t.clock.now())), 200);
    expectStatus(await as(staff, 'DELETE', '/account/authenticator'), 200);
    expect(await as(staff, 'GET', '/user')).toMatchObject(NEEDED);
    expectStatus(await setSecurityAfterProof({ staffFactor: false }), 200);
    expect((await as(staff, 'GET', '/user')).status).toBe(200);
  });

  it('gives whoever becomes staff later a day of their own', async () => {
    await demand();
    t.clock.advance(48 * HOUR_MS);
    await prove();
    const [person, other] = [await t.makeUser(), await t.makeUser({ role: 'staff' })];
    expect((await roleOf(other)).staff).toBeUndefined();
    expectStatus(await as(owner, 'PUT', `/user/staff/${person.email}`), 200);
    const due = await dayAfter(`select staff_since as since from users where id = '${person.userId}'`);
    expect(await roleOf(person)).toEqual({ admin: false, staff: true, factorDueAt: due });
    t.clock.advance(23 * HOUR_MS);
    await prove();
    // From staff to admin, it goes on.
    expectStatus(await as(owner, 'PUT', `/user/admin/${person.email}`), 200);
    expect(await roleOf(person)).toEqual({ admin: true, factorDueAt: due });
    t.clock.advance(HOUR_MS);
    expect(await as(person, 'GET', '/user')).toMatchObject(NEEDED);
  });

  it('is refused, or made first, where the owner removes their factor at the same time', async () => {
    for (let round = 0; round < 6; round += 1) {
      const admin = await t.makeUser({ role: 'admin' });
      const passkeyId = await addPasskeyRow(t, admin);
      await t.asOwner(`update sessions set factor_at = now() where subject =
        (select subject from users where id = '${admin.userId}')`);
      expectStatus(await setSecurityAfterProof({ staffFactor: false }), 200);
      const { token } = admin;
      const { body } = await t.call<ManagedDetails>('GET', '/managedetails', { token });
      const security = { ...body.details.security, staffFactor: true };
      const change = () => t.call('PATCH', '/details', { token, body: { version: body.version, security } });
      const remove = () => t.call('DELETE', `/account/passkeys/${passkeyId}`, { token });
      const [one, two] = await Promise.all(round % 2 ? [change(), remove()] : [remove(), change()]);
      const [changed, removed] = round % 2 ? [one, two] : [two, one];
      expect(removed.status).toBe(200);
      const [{ on }] = (await t.asOwner(
        'select factors_demanded_at is not null as on from shop_details',
      )) as [{ on: boolean }];
      expect([changed.status, on]).toEqual(changed.status === 200 ? [200, true] : [409, false]);
      // Nobody is locked out by it: there is a day, and the way to set one up.
      expect((await roleOf(admin)).admin).toBe(true);
    }
  });
});

async function setSecurityAfterProof(security: object) {
  await prove();
  return setSecurity(security);
}

describe('who has a second factor', () => {
  it('is told in the list of users, by a filter, and on their page', async () => {
    const [staff, other] = [await t.makeUser({ role: 'staff' }), await t.makeUser({ role: 'staff' })];
    const buyer = await t.makeUser();
    await addApp(t, staff);
    const { authenticator } = await addPasskey(t, staff, 'Laptop');
    expectStatus(await usePasskey(t, authenticator), 200);
    const rows = async (query: string) =>
      (await as<UserRow[]>(owner, 'GET', `/user?limit=100&${query}`)).body;
    const listed = await rows('role=staff');
    expect(listed.find(({ email }) => email === staff.email)).toMatchObject({ secondFactor: true });
    expect(listed.find(({ email }) => email === other.email)).toMatchObject({ secondFactor: false });
    const missing = (await rows('secondFactor=missing')).map(({ email }) => email);
    expect(missing).toContain(other.email);
    expect(missing).not.toContain(staff.email);
    expect(missing).not.toContain(buyer.email);
    expect(missing).not.toContain(owner.email);
    expect((await as(owner, 'GET', '/user?secondFactor=yes')).status).toBe(400);
    const page = async ({ email }: TestUser) =>
      (await as<Customer>(owner, 'GET', `/customers/${email}`)).body.factors;
    expect(await page(staff)).toEqual({
      authenticatorUsedAt: expect.any(String),
      passkeys: [{ name: 'Laptop', lastUsedAt: expect.any(String) }],
      recoveryCodesLeft: 10,
    });
    expect(await page(buyer)).toEqual({ authenticatorUsedAt: null, passkeys: [], recoveryCodesLeft: 0 });
  });
});

describe('a lost factor', () => {
  const reset = (person: TestUser, email: string) => as(person, 'DELETE', `/user/factors/${email}`);

  it('is reset by an admin, who has just proved who they are: the person is logged out and told', async () => {
    const person = await t.makeUser({ role: 'staff' });
    await addApp(t, person);
    await addPasskey(t, person);
    const { token } = person;
    const staff = await t.makeUser({ role: 'staff' });
    await addApp(t, staff);
    t.clock.advance(11 * 60_000);
    expect(await reset(owner, person.email)).toMatchObject(FRESH_NEEDED);
    expect(await reset(staff, person.email)).toMatchObject({
      status: 403,
      body: { error: { code: 'not_allowed' } },
    });
    await prove();
    expect(await reset(owner, 'nobody@shop.example')).toMatchObject({ status: 404 });
    expect(await reset(owner, owner.email)).toMatchObject({
      status: 409,
      body: { error: { code: 'own_account' } },
    });
    expect(await reset(owner, person.email)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(await reset(owner, person.email)).toMatchObject({ status: 200, body: { deletedCount: 0 } });
    expect(await countSessions(t, person.email)).toBe(0);
    expect((await t.call('GET', `/user/${person.email}`, { token })).status).toBe(401);
    expect(
      await t.asOwner(
        `select actor, user_id from audit_events where action = 'factors_reset' and user_id = '${person.userId}'`,
      ),
    ).toEqual([{ actor: 'admin', user_id: expect.any(String) }]);
    const [mail] = await mailsTo(t, person.email);
    expect(mail).toMatchObject({ subject: 'Your two-step verification was reset' });
    expect(
      await t.asOwner(`select count(*)::int as left from identity.recovery_code code
      join users on subject = "userId" where users.id = '${person.userId}'`),
    ).toEqual([{ left: 0 }]);
  });

  it('is reset once by two admins at the same time, and its owner is told once', async () => {
    const person = await t.makeUser({ role: 'staff' });
    await addApp(t, person);
    await prove();
    const tokens = [owner.token, (await t.makeUser({ role: 'admin' })).token];
    const replies = await Promise.all(
      tokens.map((token) =>
        t.call<{ deletedCount: number }>('DELETE', `/user/factors/${person.email}`, { token }),
      ),
    );
    expect(tally(replies)).toEqual({ 200: 2 });
    expect(replies.map(({ body }) => body.deletedCount).sort()).toEqual([0, 1]);
    const told = (await mailsTo(t, person.email)).filter(({ subject }) => subject.endsWith('was reset'));
    expect(told).toHaveLength(1);
  });

  it('leaves no session behind that passed it at the same time', async () => {
    const ways = {
      code: async (person: TestUser) => {
        const { secret } = await addApp(t, person);
        return () => passByCode(t, person.token, appCode(secret, t.clock.now()));
      },
      recovery: async (person: TestUser) => {
        const { recoveryCodes } = await addApp(t, person);
        return () => passByCode(t, person.token, recoveryCodes[0] ?? '');
      },
      passkey: async (person: TestUser) => {
        const { authenticator } = await addPasskey(t, person);
        return () => usePasskey(t, authenticator);
      },
    };
    for (const prepare of Object.values(ways))
      for (let round = 0; round < 2; round += 1) {
        const person = await t.makeUser();
        const pass = await prepare(person);
        await prove();
        const { token } = owner;
        const end = () => t.call('DELETE', `/user/factors/${person.email}`, { token });
        const [one, two] = await Promise.all(round % 2 ? [pass(), end()] : [end(), pass()]);
        const [passed, ended] = round % 2 ? [one, two] : [two, one];
        expect([ended.status, ended.body]).toEqual([200, { deletedCount: 1 }]);
        expect([200, 400, 401]).toContain(passed.status);
        expect(await countSessions(t, person.email)).toBe(0);
      }
  });
});

describe('a refund above the shop’s setting', () => {
  const tool = setUp(() => t.makeTool({ priceCents: 10_000, onHand: 100 }));
  let buyer: TestUser;
  let staff: TestUser;

  beforeEach(async () => {
    staff = await t.makeUser({ role: 'staff' });
    expectStatus(await setSecurityAfterProof({ staffFactor: false, refundsAbove: 150 }), 200);
    t.clock.advance(11 * 60_000);
    buyer = await t.makeUser();
  });

  const refund = (person: TestUser, orderId: string, amount: number) =>
    as(person, 'POST', `/orders/${orderId}/refunds`, { amount, reason: 'Dented' });

  it('needs a fresh sign-in, all refunds of a payment together, and no key has one', async () => {
    const { _id } = await buy(t, buyer, tool.id, 3);
    expect((await refund(staff, _id, 100)).status).toBe(201);
    expect((await refund(staff, _id, 50)).status).toBe(201);
    expect(await refund(staff, _id, 0.01)).toMatchObject(FRESH_NEEDED);
    const fresh = await t.makeUser({ role: 'staff' });
    const { key } = await makeApiKey(t, fresh, { scopes: ['refunds:write'] });
    const byKey = { token: key, body: { amount: 0.01, reason: 'Dented' } };
    expect(await t.call('POST', `/orders/${_id}/refunds`, byKey)).toMatchObject(FRESH_NEEDED);
    expect((await refund(fresh, _id, 0.01)).status).toBe(201);
    expect((await readOrder(t, buyer, _id)).refundable).toBe(149.99);
  });

  it('needs it when staff cancel, not when the buyer does', async () => {
    const [first, second] = [await buy(t, buyer, tool.id, 2), await buy(t, buyer, tool.id, 2)];
    const cancel = (person: TestUser, orderId: string) =>
      as(person, 'POST', `/orders/${orderId}/cancel`, { reason: 'Sold out' });
    expect(await cancel(staff, first._id)).toMatchObject(FRESH_NEEDED);
    const rest = { quantity: 2, reason: 'Sold out' };
    expect(await as(staff, 'POST', `/orders/${first._id}/refunds`, rest)).toMatchObject(FRESH_NEEDED);
    expect((await readOrder(t, buyer, first._id)).state).toBe('paid');
    expect((await cancel(buyer, second._id)).status).toBe(200);
    expect((await cancel(await t.makeUser({ role: 'staff' }), first._id)).status).toBe(200);
  });

  it('needs it when staff receive a return', async () => {
    const order = await buyShipped(t, buyer, 2, 10_000);
    const { _id } = await approvedReturn(t, { buyer, staff }, order, 2);
    const body = { state: 'received', lines: [accepted(order, 2)] };
    expect(await changeReturn(t, staff, _id, body)).toMatchObject(FRESH_NEEDED);
    expect((await readOrder(t, buyer, order._id)).returningQuantity).toBe(2);
    expect((await changeReturn(t, await t.makeUser({ role: 'staff' }), _id, body)).status).toBe(200);
  });

  it('never needs it without the setting, and always with nothing', async () => {
    const { _id } = await buy(t, buyer, tool.id, 3);
    expectStatus(await setSecurityAfterProof({ refundsAbove: null }), 200);
    t.clock.advance(11 * 60_000);
    expect((await refund(staff, _id, 200)).status).toBe(201);
    expectStatus(await setSecurityAfterProof({ refundsAbove: 0 }), 200);
    t.clock.advance(11 * 60_000);
    expect(await refund(staff, _id, 0.01)).toMatchObject(FRESH_NEEDED);
  });
});
