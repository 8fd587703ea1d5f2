import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { ERASED } from '#features/account/texts.ts';
import type { PlacedOrder } from '#features/cart/place-order.ts';
import type { Customer } from '#features/customers/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import {
  callIdentity,
  exchange,
  mailedToken,
  mailsTo,
  PASSWORD,
  signInAgain,
  signUp,
} from '#tests/support/accounts.ts';
import { expectStatus, orderBody } from '#tests/support/buying.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

// Decision 126: staff order for somebody without an account, who can claim the account later.
const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const nora = { name: 'Nora Caller', phone: '+1 330 555 0142' };

const open = (body: object = nora, key?: string) =>
  t.call<{ email: string } & ErrorReply>('POST', '/customers', {
    token: staff.token,
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const customer = setUpForEach(async () => expectStatus(await open(), 201));

const give = (email: string, newEmail: string) =>
  t.call<{ email: string } & ErrorReply>('PUT', `/customers/${email}/email`, {
    token: staff.token,
    body: { email: newEmail },
  });
const resend = (email: string) =>
  t.call<{ modifiedCount: number } & ErrorReply>('POST', `/customers/${email}/verification`, {
    token: staff.token,
  });
const page = async (email: string) =>
  expectStatus(await t.call<Customer>('GET', `/customers/${email}`, { token: staff.token }), 200);
const newEmail = () => `nora-${randomUUID()}@example.com`;

async function order(email: string): Promise<PlacedOrder> {
  const tool = await t.makeTool({ onHand: 5 });
  const reply = await t.call<PlacedOrder>('POST', `/customers/${email}/orders`, {
    token: staff.token,
    body: orderBody(tool.id, 2),
  });
  return expectStatus(reply, 201);
}

async function markPaid(email: string, { _id }: Pick<Order, '_id'>): Promise<Order[]> {
  const body = { orderIds: [_id], method: 'cash' };
  const reply = await t.call<Order[]>('POST', `/customers/${email}/mark-paid`, { token: staff.token, body });
  return expectStatus(reply, 200);
}

describe('a customer without an account', () => {
  test('is added once per key, ordered for, and pays in store; nothing is emailed', async () => {
    const key = randomUUID();
    const { email } = expectStatus(await open(nora, key), 201);
    expect(email).toMatch(/^[\w-]{36}@no-email\.invalid$/);
    expect(expectStatus(await open(nora, key), 201)).toEqual({ email });
    const placed = await order(email);
    expect(placed).toMatchObject({ email, userName: 'Nora Caller', state: 'unpaid' });
    expect(await markPaid(email, placed)).toMatchObject([{ paid: true }]);
    await t.runJobs();
    const { body: mails } = await t.call<{ to: string }[]>('GET', '/mailbox/messages');
    expect(mails.filter(({ to }) => to.endsWith('.invalid'))).toEqual([]);
    expect(await page(email)).toMatchObject({
      displayName: 'Nora Caller',
      phone: '+1 330 555 0142',
      emailVerified: false,
      openedByStaff: true,
      delivery: { phone: placed.phone, address: placed.address },
      orders: { count: 1, unpaid: 0 },
    });
    const [user] = await t.asOwner(`select id from users where email = '${email}'`);
    expect(
      await t.asOwner(
        `select actor from audit_events where action = 'customer_opened' and user_id = '${user?.id}'`,
      ),
    ).toEqual([{ actor: 'staff' }]);
  });

  test('is exported and listed without an email, and needs a name and a phone', async () => {
    const file = await fetch(`${t.url}/exports/users.csv?q=Nora`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const text = await file.text();
    expect(text).toContain('Nora Caller');
    expect(text).not.toContain('.invalid');
    for (const body of [{ name: 'Nora' }, { phone: '1' }, { ...nora, name: ' ' }])
      expect((await open(body)).status).toBe(400);
    expect(
      expectStatus(
        await t.call<{ email: string }[]>('GET', '/user?q=3305550142', { token: staff.token }),
        200,
      ),
    ).toContainEqual(expect.objectContaining(customer));
  });

  test('gets no pay link, quote, role, or data copy, and nobody signs up or in with what stands for them', async () => {
    const { email } = customer;
    const { _id } = await order(email);
    const refused = async (method: 'POST' | 'PUT', path: string, body?: object) => {
      const { status } = await t.call(method, path, { token: admin.token, ...(body && { body }) });
      return status;
    };
    expect(await refused('POST', `/customers/${email}/pay-link`, { orderIds: [_id] })).toBe(409);
    expect(await refused('PUT', `/user/admin/${email}`)).toBe(409);
    expect(await refused('PUT', `/user/staff/${email}`)).toBe(409);
    expect(await refused('POST', `/user/export/${email}`)).toBe(409);
    expect((await resend(email)).status).toBe(409);
    const account = { name: 'A', email, password: PASSWORD };
    expect((await callIdentity(t, '/sign-up/email', account)).status).toBe(400);
    const change = await t.call('POST', '/account/email', { token: staff.token, body: { email } });
    expect(change.status).toBe(400);
    await expect(t.asOwner(`update users set role = 'staff' where email = '${email}'`)).rejects.toThrow(
      /users_without_email/,
    );
    await expect(
      t.asOwner(`update users set email = 'x@no-email.invalid' where email = '${email}'`),
    ).rejects.toThrow(/users_without_email/);
  });

  test('is erased as anyone else, with the name, phone, and address on their orders', async () => {
    const placed = await order(customer.email);
    const erased = await t.call('DELETE', `/user/${customer.email}`, { token: admin.token });
    expect(erased.status).toBe(200);
    expect(
      await t.asOwner(`select user_name, email, phone, address from orders where id = '${placed._id}'`),
    ).toEqual([
      { user_name: 'Deleted customer', email: ERASED.email, phone: '', address: expect.any(String) },
    ]);
    expect((await t.call('GET', `/customers/${customer.email}`, { token: staff.token })).status).toBe(404);
  });
});

describe('the email of a customer whom staff added', () => {
  test('is theirs with all orders once they follow the link, and not before', async () => {
    const placed = await order(customer.email);
    const email = newEmail();
    expect(expectStatus(await give(customer.email, email), 200)).toEqual({ email });
    // Not what they ordered, nor their name: it may be a stranger's address.
    const [mail, ...others] = await mailsTo(t, email);
    expect(others).toEqual([]);
    expect(mail?.text).not.toMatch(new RegExp(`Nora|${placed.number}`));
    expect(await page(email)).toMatchObject({
      emailVerified: false,
      openedByStaff: true,
      orders: { count: 1 },
    });
    expect((await t.call('GET', `/customers/${customer.email}`, { token: staff.token })).status).toBe(404);
    const second = await order(email);
    expect(
      (
        await t.call('POST', `/customers/${email}/pay-link`, {
          token: staff.token,
          body: { orderIds: [second._id] },
        })
      ).status,
    ).toBe(409);
    // A stranger who signs up with it doesn't get in.
    await callIdentity(t, '/sign-up/email', { name: 'S', email, password: PASSWORD });
    expect((await callIdentity(t, '/sign-in/email', { email, password: PASSWORD })).status).toBe(401);

    const token = await mailedToken(t, email, '/reset-password');
    await callIdentity(t, '/reset-password', { token, newPassword: 'a brand new vice' });
    const access = await signInAgain(t, email, 'a brand new vice');
    const own = await t.call<Order[]>('GET', `/orders?email=${email}`, { token: access });
    expect(own.body.map(({ number }) => number).sort()).toEqual([placed.number, second.number].sort());
    expect(await page(email)).toMatchObject({ emailVerified: true, displayName: 'Nora Caller' });
    expect(await page(email)).not.toHaveProperty('openedByStaff');
    expect((await give(email, newEmail())).status).toBe(409);
    expect((await resend(email)).status).toBe(409);
  });

  test('can be corrected, and the link sent again, while nobody has logged in', async () => {
    const [wrong, right] = [newEmail(), newEmail()];
    expectStatus(await give(customer.email, wrong), 200);
    const stale = await mailedToken(t, wrong, '/reset-password');
    expectStatus(await give(wrong, right), 200);
    const reset = { token: stale, newPassword: 'a brand new vice' };
    expect((await callIdentity(t, '/reset-password', reset)).status).toBe(400);
    expect(expectStatus(await resend(right), 200)).toEqual({ modifiedCount: 1 });
    expect(await mailsTo(t, right)).toHaveLength(2);
    // The mistyped address is free again.
    expect(await signUp(t, { email: wrong })).toMatchObject({ email: wrong });
  });

  test('is refused if it has an account, also of two at once', async () => {
    const { email } = await signUp(t);
    expect(await give(customer.email, email)).toMatchObject({
      status: 409,
      body: { error: { field: 'email', message: expect.stringMatching(/already has an account/) } },
    });
    expect(await page(customer.email)).toMatchObject({ openedByStaff: true });
    const [other, wanted] = [expectStatus(await open(), 201), newEmail()];
    const given = await Promise.all([customer, other].map(({ email: of }) => give(of, wanted)));
    expect(given.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await give(newEmail(), newEmail())).status).toBe(404);
  });
});

test('an unverified account is not ordered for; its link is sent again', async () => {
  const account = await signUp(t);
  await exchange(t, account.email, account.proof);
  const tool = await t.makeTool();
  const placing = await t.call<ErrorReply>('POST', `/customers/${account.email}/orders`, {
    token: staff.token,
    body: orderBody(tool.id),
  });
  expect(placing.body.error?.code).toBe('email_not_verified');
  const before = (await mailsTo(t, account.email)).length;
  // A link of the same moment is the same.
  t.clock.advance(2_000);
  expectStatus(await resend(account.email), 200);
  const mails = await mailsTo(t, account.email);
  expect(mails).toHaveLength(before + 1);
  expect(mails[0]?.text).toContain('/verify-email?token=');
  expect((await give(account.email, newEmail())).status).toBe(409);
  expect((await resend(newEmail())).status).toBe(404);
});
