import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { type Invitation, MAX_INVITATIONS } from '#features/invitations/contract.ts';
import { INVITATION_MS } from '#features/invitations/links.ts';
import { mailedToken, mailsTo } from '#tests/support/accounts.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { subjectOf } from '#tests/support/sessions.ts';
import { setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';
import { makeSession, type TestUser } from '#tests/support/test-shop.ts';

// Decision 125: admins invite people to a role by email.
const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const boss = setUpForEach(() => t.makeUser({ role: 'admin' }));
const ada = setUpForEach(() => t.makeUser());

const invite = (email: string, role = 'staff', token = boss.token) =>
  t.call<{ insertedId: string } & ErrorReply>('POST', '/invitations', { token, body: { email, role } });
const listed = async () =>
  expectStatus(await t.call<Invitation[]>('GET', '/invitations', { token: boss.token }), 200);
const resend = (id: string) => t.call<ErrorReply>('POST', `/invitations/${id}/resend`, { token: boss.token });
const withdraw = (id: string) => t.call('DELETE', `/invitations/${id}`, { token: boss.token });
const accept = (token: string, { token: access }: Pick<TestUser, 'token'>) =>
  t.call<{ role: string; emailVerified: boolean } & ErrorReply>('POST', '/invitations/accept', {
    token: access,
    body: { token },
  });
const linkOf = (email: string) => mailedToken(t, email, '/invitation');
const roleOf = async ({ userId }: TestUser) =>
  (await t.asOwner(`select role from users where id = '${userId}'`))[0]?.role;
const actions = async (id: string) =>
  (
    await t.asOwner(
      `select action from audit_events where details->>'invitationId' = '${id}' order by audit_events.id`,
    )
  ).map(({ action }) => action);

describe('an invitation', () => {
  test('gives its role once, to the account of its email only, and admins are told', async () => {
    const { insertedId } = expectStatus(await invite(ada.email), 201);
    expect(await listed()).toContainEqual({
      _id: insertedId,
      email: ada.email,
      role: 'staff',
      invitedBy: boss.email,
      sentAt: expect.any(String),
      expiresAt: expect.any(String),
      isExpired: false,
    });
    const link = await linkOf(ada.email);
    expect((await mailsTo(t, boss.email)).map(({ subject }) => subject)).toContain(
      'Someone was invited to the team',
    );
    const other = await t.makeUser();
    expect(await accept(link, other)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect([await roleOf(other), await roleOf(ada)]).toEqual(['user', 'user']);

    expect((await accept(link, ada)).body).toEqual({ role: 'staff', emailVerified: true });
    expect(await roleOf(ada)).toBe('staff');
    expect((await t.call('GET', '/manageorders', { token: ada.token })).status).toBe(200);
    expect((await accept(link, ada)).status).toBe(400);
    expect((await listed()).map(({ _id }) => _id)).not.toContain(insertedId);
    expect(await actions(insertedId)).toEqual(['staff_invited', 'invitation_accepted']);
    expect((await mailsTo(t, boss.email)).map(({ subject }) => subject)).toContain(
      'A new staff member was added',
    );
  });

  test('has no effect before the email is verified', async () => {
    const unverified = await t.makeUser({ verified: false });
    expectStatus(await invite(unverified.email, 'admin'), 201);
    const reply = await accept(await linkOf(unverified.email), unverified);
    expect(reply.body).toEqual({ role: 'admin', emailVerified: false });
    expect((await t.call('GET', '/manageorders', { token: unverified.token })).status).toBe(403);
  });

  test('ends after 7 days; sent again, only its newest link works', async () => {
    const { insertedId } = expectStatus(await invite(ada.email), 201);
    const first = await linkOf(ada.email);
    t.clock.advance(INVITATION_MS);
    const newSession = async (person: TestUser) => ({
      token: await makeSession(t.shop, await subjectOf(t, person)),
    });
    const [late, lateBoss] = [await newSession(ada), await newSession(boss)];
    expect((await accept(first, late)).body.error?.code).toBe('invalid_input');
    const found = await t.call<Invitation[]>('GET', '/invitations', { token: lateBoss.token });
    expect(found.body).toContainEqual(expect.objectContaining({ _id: insertedId, isExpired: true }));
    const again = await t.call('POST', `/invitations/${insertedId}/resend`, { token: lateBoss.token });
    expect(again.status).toBe(200);
    expect((await accept(first, late)).status).toBe(400);
    expect((await accept(await linkOf(ada.email), late)).status).toBe(200);
    expect(await actions(insertedId)).toEqual(['staff_invited', 'invitation_resent', 'invitation_accepted']);
  });

  test('is withdrawn with its link, and nothing is sent that was still queued', async () => {
    const { insertedId } = expectStatus(await invite(ada.email), 201);
    expect((await withdraw(insertedId)).body).toEqual({ deletedCount: 1 });
    expect((await withdraw(insertedId)).body).toEqual({ deletedCount: 0 });
    expect((await mailsTo(t, ada.email)).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringMatching(/invited to join/),
    );
    expect((await resend(insertedId)).status).toBe(404);
    expectStatus(await invite(ada.email), 201);
    const link = await linkOf(ada.email);
    const [{ _id } = { _id: '' }] = await listed();
    await withdraw(_id);
    expect((await accept(link, ada)).status).toBe(400);
    expect(await roleOf(ada)).toBe('user');
  });

  test('ends with the role of who sent it', async () => {
    await invite(ada.email, 'admin');
    const link = await linkOf(ada.email);
    const other = await t.makeUser({ role: 'admin' });
    expectStatus(await t.call('DELETE', `/user/admin/${boss.email}`, { token: other.token }), 200);
    expect((await accept(link, ada)).status).toBe(400);
    expect(await roleOf(ada)).toBe('user');
  });

  test('never lowers a role that was given meanwhile', async () => {
    await invite(ada.email);
    const link = await linkOf(ada.email);
    expectStatus(await t.call('PUT', `/user/admin/${ada.email}`, { token: boss.token }), 200);
    expect((await accept(link, ada)).status).toBe(200);
    expect(await roleOf(ada)).toBe('admin');
  });
});

describe('inviting', () => {
  test('is refused twice for one email, also at once, for who has the role, and without a fresh sign-in', async () => {
    const email = `sam-${randomUUID()}@example.com`;
    const replies = await Promise.all([invite(email), invite(email, 'admin'), invite(email.toUpperCase())]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await invite(email)).toMatchObject({
      status: 409,
      body: { error: { field: 'email', message: expect.stringMatching(/already invited/) } },
    });
    const staff = await t.makeUser({ role: 'staff' });
    expect((await invite(staff.email)).status).toBe(409);
    expect((await invite(boss.email, 'staff')).status).toBe(409);
    expect((await invite(staff.email, 'admin')).status).toBe(201);
    expect((await invite(email, 'owner')).status).toBe(400);
    expect((await invite('x@no-email.invalid')).status).toBe(400);
    expect((await invite(`sam-${randomUUID()}@example.com`, 'staff', staff.token)).status).toBe(403);
    t.clock.advance(11 * 60_000);
    for (const late of [await invite(`sam-${randomUUID()}@example.com`), await resend(randomUUID())])
      expect(late.body.error?.code).toBe('fresh_sign_in_needed');
  });

  test('two that accept at once get one role, one refusal', async () => {
    await invite(ada.email);
    const link = await linkOf(ada.email);
    const replies = await Promise.all([accept(link, ada), accept(link, ada)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('stops at a number of invitations', async () => {
    await t.asOwner(
      `insert into staff_invitations select gen_random_uuid(), n || '@many.example', 'staff', '${boss.userId}', now(),
        now() + interval '1 day' from generate_series(1, ${MAX_INVITATIONS}) n`,
    );
    const reply = await invite(`sam-${randomUUID()}@example.com`);
    expect(reply.body.error?.message).toContain(String(MAX_INVITATIONS));
    await t.asOwner('delete from staff_invitations');
  });

  test('is forgotten with an erased account', async () => {
    await invite(ada.email);
    expectStatus(await t.call('DELETE', `/user/${ada.email}`, { token: boss.token }), 200);
    expect((await listed()).map(({ email }) => email)).not.toContain(ada.email);
  });
});
