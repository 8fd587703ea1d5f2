import { describe, expect, it } from 'vitest';
import type { Profile } from '#features/users/contract.ts';
import type { UserRow } from '#features/users/roles-contract.ts';
import { beginPayment, confirmCard, orderBody, placeOrder, reportPaid } from '#tests/support/buying.ts';
import { comeBack } from '#tests/support/sessions.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const SETTINGS_ADMIN = 'named@shop.example';

const t = setUpShop({
  SHOP_ADMIN_EMAIL: SETTINGS_ADMIN,
  SHOP_ADMIN_PASSWORD: 'the settings name them',
  SHOP_CONTACT_EMAIL: 'hello@shop.example',
});
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const staff = setUp(() => t.makeUser({ role: 'staff' }));

const roleOf = async ({ userId }: TestUser) =>
  (await t.asOwner(`select role from users where id = '${userId}'`))[0]?.role;

const ask = (who: TestUser, method: string, path: string, body?: unknown) =>
  t.call<{ error?: { code: string; message: string; field?: string } }>(method, path, {
    token: who.token,
    body,
  });

/** The audit trail of a person's role and blocks, oldest first. */
const storyOf = ({ userId }: TestUser) =>
  t.asOwner(
    `select action, actor, actor_id, details from audit_events where user_id = '${userId}' order by id`,
  );

describe('the staff role', () => {
  it('is given at once and revoked once each, which ends every session', async () => {
    const person = await t.makeUser();
    const orders = () => ask(person, 'GET', '/manageorders');
    expect((await orders()).body).toMatchObject({
      error: { code: 'not_allowed', message: 'This is for staff only' },
    });
    const path = `/user/staff/${person.email}`;
    expect((await ask(admin, 'PUT', path)).body).toEqual({ modifiedCount: 1 });
    expect((await ask(admin, 'PUT', path)).body).toEqual({ modifiedCount: 0 });
    expect((await orders()).status).toBe(200);
    expect((await ask(person, 'GET', '/overview')).status).toBe(403);
    expect((await ask(admin, 'DELETE', path)).body).toEqual({ modifiedCount: 1 });
    expect((await ask(admin, 'DELETE', path)).body).toEqual({ modifiedCount: 0 });
    expect((await orders()).status).toBe(401);
    await comeBack(t, person);
    expect((await orders()).status).toBe(403);
    const by = { actor: 'admin', actor_id: admin.userId };
    expect((await storyOf(person)).filter(({ actor_id }) => actor_id === admin.userId)).toEqual([
      { action: 'role_given', ...by, details: { role: 'staff' } },
      { action: 'role_taken', ...by, details: { role: 'staff' } },
    ]);
  });

  it('has no powers before the address is verified', async () => {
    const person = await t.makeUser({ role: 'staff', verified: false });
    expect((await ask(person, 'GET', '/manageorders')).status).toBe(403);
    expect((await ask(person, 'GET', `/admin/${person.email}`)).body).toEqual({ admin: false });
  });

  it('is reported by the admin check to staff and admins, and is not set for admins', async () => {
    const check = async (who: TestUser, { email }: TestUser) =>
      (await ask(who, 'GET', `/admin/${email}`)).body;
    expect(await check(staff, staff)).toEqual({ admin: false, staff: true });
    expect(await check(admin, staff)).toEqual({ admin: false, staff: true });
    expect(await check(staff, admin)).toEqual({ admin: false });
    expect(await check(admin, admin)).toEqual({ admin: true });
  });

  it('cannot be given to an admin before the admin role is revoked', async () => {
    const second = await t.makeUser({ role: 'admin' });
    const reply = await ask(admin, 'PUT', `/user/staff/${second.email}`);
    expect(reply.status).toBe(409);
    expect(reply.body.error).toEqual({
      code: 'conflict',
      message: 'Admins can already do everything staff can. Remove the admin role first.',
    });
    expect((await ask(admin, 'DELETE', `/user/staff/${second.email}`)).body).toEqual({ modifiedCount: 0 });
    expect(await roleOf(second)).toBe('admin');
  });

  it('lets staff see and ship orders, but not give roles', async () => {
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, (await t.makeTool()).id);
    expect((await ask(staff, 'GET', `/orders/${order._id}`)).status).toBe(200);
    expect((await ask(staff, 'GET', `/orders?email=${buyer.email}`)).status).toBe(200);
    expect((await ask(staff, 'GET', `/orders/${order._id}/audit`)).status).toBe(200);
    expect((await ask(staff, 'DELETE', `/orders/${order._id}`)).body).toEqual({ deletedCount: 1 });
    for (const role of ['admin', 'staff']) {
      expect((await ask(staff, 'PUT', `/user/${role}/${buyer.email}`)).status).toBe(403);
      expect((await ask(staff, 'DELETE', `/user/${role}/${admin.email}`)).status).toBe(403);
    }
    expect([await roleOf(buyer), await roleOf(admin)]).toEqual(['user', 'admin']);
  });
});

describe('DELETE /user/admin/{email}', () => {
  it('revokes the role at once, even in an open session', async () => {
    const second = await t.makeUser({ role: 'admin' });
    expect((await ask(second, 'GET', '/overview')).status).toBe(200);
    const path = `/user/admin/${second.email}`;
    expect((await ask(admin, 'DELETE', path)).body).toEqual({ modifiedCount: 1 });
    expect((await ask(admin, 'DELETE', path)).body).toEqual({ modifiedCount: 0 });
    expect((await ask(second, 'GET', '/overview')).status).toBe(401);
    await comeBack(t, second);
    expect((await ask(second, 'GET', '/overview')).status).toBe(403);
    expect((await ask(second, 'GET', `/admin/${second.email}`)).body).toEqual({ admin: false });
    expect(await storyOf(second)).toContainEqual({
      action: 'role_taken',
      actor: 'admin',
      actor_id: admin.userId,
      details: { role: 'admin' },
    });
  });

  it('refuses to remove the last admin whose powers are in effect', async () => {
    await t.makeUser({ role: 'admin', verified: false });
    await t.asOwner(`update users set role = 'user' where role = 'admin' and email_verified
      and id <> '${admin.userId}'`);
    const before = await storyOf(admin);
    const reply = await ask(admin, 'DELETE', `/user/admin/${admin.email}`);
    expect(reply.status).toBe(409);
    expect(reply.body.error).toEqual({
      code: 'conflict',
      message: 'This is the last admin. Make someone else an admin first.',
    });
    expect(await roleOf(admin)).toBe('admin');
    expect((await storyOf(admin)).filter(({ action }) => action === 'role_taken')).toEqual(
      before.filter(({ action }) => action === 'role_taken'),
    );
    await expect(t.asOwner(`delete from users where id = '${admin.userId}'`)).rejects.toThrow(
      'the last admin stays',
    );
  });

  it('refuses to remove the admin of the settings, who would regain the role at each sign-in', async () => {
    const named = await t.makeUser({ email: SETTINGS_ADMIN, role: 'admin' });
    const reply = await ask(admin, 'DELETE', `/user/admin/${named.email}`);
    expect(reply.status).toBe(409);
    expect(reply.body.error?.message).toContain('SHOP_ADMIN_EMAIL');
    expect(await roleOf(named)).toBe('admin');
    await t.asOwner(`update users set role = 'user' where id = '${named.userId}'`);
  });

  it('leaves one of two admins who remove each other at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, two] = await Promise.all([t.makeUser({ role: 'admin' }), t.makeUser({ role: 'admin' })]);
      await t.asOwner(`update users set role = 'user' where role = 'admin' and email_verified
        and id not in ('${one.userId}', '${two.userId}')`);
      const replies = await Promise.all([
        ask(one, 'DELETE', `/user/admin/${two.email}`),
        ask(two, 'DELETE', `/user/admin/${one.email}`),
      ]);
      expect([await roleOf(one), await roleOf(two)].toSorted()).toEqual(['admin', 'user']);
      // The later request's sender is no longer an admin or logged in, or is the last one.
      expect(replies.map(({ status }) => status).toSorted()[0]).toBe(200);
      expect([401, 403, 409]).toContain(Math.max(...replies.map(({ status }) => status)));
    }
    await t.asOwner(`update users set role = 'admin' where id = '${admin.userId}'`);
  });
});

describe('a blocked buyer', () => {
  const reason = 'Two payments were charged back';
  const refusal = {
    error: {
      code: 'account_blocked',
      message: `Your account can’t place, change, or pay for orders (${reason}). Questions? Email hello@toolyard.example.`,
    },
  };
  const block = (who: TestUser, { email }: TestUser, why: unknown = reason) =>
    ask(who, 'PUT', `/user/blocked/${email}`, { reason: why });

  it('can read, but cannot place, change or pay for orders, and sees why', async () => {
    const buyer = await t.makeUser();
    const tool = await t.makeTool();
    const order = await placeOrder(t, buyer, tool.id);
    expect((await block(staff, buyer)).body).toEqual({ modifiedCount: 1 });
    expect((await block(staff, buyer)).body).toEqual({ modifiedCount: 0 });
    // Every session ends; who logs in again sees why.
    expect((await ask(buyer, 'GET', `/orders?email=${buyer.email}`)).status).toBe(401);
    await comeBack(t, buyer);
    const refused = [
      await ask(buyer, 'POST', '/orders', { ...orderBody(tool.id), email: buyer.email }),
      await ask(buyer, 'PUT', `/orders/${order._id}`, { ...orderBody(tool.id), address: 'Elsewhere 1' }),
      await ask(buyer, 'POST', '/create-payment-intent', { orderId: order._id, price: order.price }),
    ];
    expect(refused.map(({ status, body }) => ({ status, body }))).toEqual(
      refused.map(() => ({ status: 403, body: refusal })),
    );
    const { body: orders } = await t.call<unknown[]>('GET', `/orders?email=${buyer.email}`, {
      token: buyer.token,
    });
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({ address: order.address });
    expect(await t.asOwner(`select from payment_orders where order_id = '${order._id}'`)).toEqual([]);
    const profile = await t.call<Profile>('GET', `/user/${buyer.email}`, { token: buyer.token });
    expect(profile.body).toMatchObject({ role: 'user', blockedReason: reason });

    expect((await ask(staff, 'DELETE', `/user/blocked/${buyer.email}`)).body).toEqual({ modifiedCount: 1 });
    expect((await ask(staff, 'DELETE', `/user/blocked/${buyer.email}`)).body).toEqual({ modifiedCount: 0 });
    await placeOrder(t, buyer, tool.id);
    const told = (await storyOf(buyer)).map(({ action, actor }) => `${action} by ${actor}`);
    expect(told.filter((line) => line.endsWith('staff'))).toEqual([
      'user_blocked by staff',
      'user_unblocked by staff',
    ]);
  });

  it('can finish a payment in progress', async () => {
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, (await t.makeTool()).id);
    const intent = await beginPayment(t, buyer, order);
    await block(admin, buyer);
    await comeBack(t, buyer);
    expect((await beginPayment(t, buyer, order)).paymentIntentId).toBe(intent.paymentIntentId);
    await confirmCard(t, intent);
    expect((await reportPaid(t, buyer, order._id, intent.paymentIntentId)).status).toBe(200);
  });

  it('can be given another reason, and staff can still change the order for them', async () => {
    const buyer = await t.makeUser();
    const tool = await t.makeTool();
    const order = await placeOrder(t, buyer, tool.id);
    await block(staff, buyer);
    expect((await block(staff, buyer, 'Another')).body).toEqual({ modifiedCount: 1 });
    const change = { ...orderBody(tool.id), address: 'Elsewhere 2' };
    expect((await ask(staff, 'PUT', `/orders/${order._id}`, change)).status).toBe(200);
    const { body } = await t.call<UserRow[]>('GET', `/user?q=${buyer.email}`, { token: staff.token });
    expect(body[0]).toMatchObject({ email: buyer.email, blockedReason: 'Another' });
  });

  it('is unblocked by being given a role, and users with a role cannot be blocked', async () => {
    const buyer = await t.makeUser();
    await block(admin, buyer);
    await ask(admin, 'PUT', `/user/staff/${buyer.email}`);
    for (const one of [buyer, admin]) {
      const reply = await block(staff, one);
      expect(reply.status).toBe(409);
      expect(reply.body.error?.message).toBe('Only buyers can be blocked. Remove the role first.');
    }
    await expect(
      t.asOwner(`update users set blocked_reason = 'x' where id = '${buyer.userId}'`),
    ).rejects.toThrow('users_only_buyers_are_blocked');
  });

  it.each([
    [' ', 'Please give a reason'],
    [undefined, 'Please give a reason'],
    ['x'.repeat(201), 'Reason must be 200 characters or shorter'],
    ['a\u0000b', 'Reason must be plain text'],
  ])('needs a reason to be blocked: %j is not one', async (why, message) => {
    const buyer = await t.makeUser();
    const reply = await t.call('PUT', `/user/blocked/${buyer.email}`, {
      token: staff.token,
      body: { reason: why },
    });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ error: { code: 'invalid_input', field: 'reason', message } });
    expect(await t.asOwner(`select blocked_reason from users where id = '${buyer.userId}'`)).toEqual([
      { blocked_reason: null },
    ]);
  });
});

it.each([
  'PUT /user/staff',
  'DELETE /user/staff',
  'DELETE /user/admin',
  'PUT /user/blocked',
  'DELETE /user/blocked',
])('%s does not reveal who has an account', async (call) => {
  const [method = '', path = ''] = call.split(' ');
  const body = { reason: 'x' };
  expect((await ask(admin, method, `${path}/nobody@shop.example`, body)).status).toBe(404);
  expect((await ask(admin, method, `${path}/nobody`, body)).body.error).toMatchObject({
    code: 'invalid_input',
    field: 'email',
  });
});

it('lists the users with one role', async () => {
  const { body } = await t.call<UserRow[]>('GET', '/user?role=staff', { token: staff.token });
  expect(new Set(body.map(({ role }) => role))).toEqual(new Set(['staff']));
  expect(body.map(({ email }) => email)).toContain(staff.email);
});
