import { describe, expect, it } from 'vitest';
import { forgetEmailChanges } from '#features/account/change-email/store.ts';
import { accessTokenOf, mailsTo, PASSWORD, signIn, signInAgain, signUp } from '#tests/support/accounts.ts';
import { readOrder } from '#tests/support/buying.ts';
import { makeEmailChanges } from '#tests/support/email-changes.ts';
import { expectEnded } from '#tests/support/sessions.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const HOUR_MS = 60 * 60_000;

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', DATABASE_POOL_SIZE: '20' });
const tool = setUp(() => t.makeTool());
const {
  freeEmail,
  ask,
  confirm,
  undo,
  profile,
  confirmLink,
  askedLink,
  changed,
  subjectOf,
  factsOf,
  settle,
  addFactors,
  emailOf,
} = makeEmailChanges(t, tool);

describe('asking for another address', () => {
  it('changes nothing, and emails a link to that address alone', async () => {
    const user = await t.makeUser();
    const email = freeEmail();
    const before = await factsOf(user);
    const link = await askedLink(user, email);
    expect(link).not.toBe('');
    expect(await mailsTo(t, user.email)).toEqual([]);
    expect(await emailOf(user)).toBe(user.email);
    await t.asOwner('delete from identity.email_change');
    expect(await factsOf(user)).toEqual(before);
  });

  it('takes a fresh sign-in', async () => {
    const user = await t.makeUser();
    await t.asOwner(`update sessions set proved_at = now() - interval '1 hour'
      where subject = '${await subjectOf(user)}'`);
    expect(await ask(user, freeEmail())).toMatchObject({
      status: 403,
      body: { error: { code: 'fresh_sign_in_needed' } },
    });
  });

  it.each([[undefined], [''], ['nobody'], [7], ['a@b.example\nBcc: c@d.example']])(
    'refuses %j as an address',
    async (email) => {
      const user = await t.makeUser();
      expect(await ask(user, email)).toMatchObject({ status: 400, body: { error: { field: 'email' } } });
    },
  );

  it('refuses the address that the account has', async () => {
    const user = await t.makeUser();
    expect(await ask(user, user.email.toUpperCase())).toMatchObject({
      status: 400,
      body: { error: { field: 'email', message: 'That’s already your email' } },
    });
  });

  it('refuses the admin in the settings, whom the next start would bring back', async () => {
    const user = await t.makeUser({ role: 'admin' });
    const settings = t.shop.config.admin;
    t.shop.config.admin = { email: user.email, password: undefined };
    expect(await ask(user, freeEmail())).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'conflict',
          message: 'This admin is set by SHOP_ADMIN_EMAIL, so the email can’t be changed here',
        },
      },
    });
    t.shop.config.admin = settings;
    expect(
      await t.asOwner(`select id from identity.email_change where "oldEmail" = '${user.email}'`),
    ).toEqual([]);
  });

  it('answers the same for the address of another account, which gets no email', async () => {
    const [user, other] = [await t.makeUser(), await t.makeUser()];
    expect(await ask(user, other.email)).toEqual(
      expect.objectContaining({ status: 202, body: { email: other.email } }),
    );
    expect(await mailsTo(t, other.email)).toEqual([]);
  });

  it('replaces the request before', async () => {
    const user = await t.makeUser();
    const first = await askedLink(user, freeEmail());
    const second = freeEmail();
    const link = await askedLink(user, second);
    expect(await confirm(user, first)).toMatchObject({ status: 400, body: { error: { field: 'token' } } });
    expect((await confirm(user, link)).status).toBe(200);
    expect(await emailOf(user)).toBe(second);
  });
});

describe('the link to the new address', () => {
  it('gives the account that address: sessions elsewhere end, and both addresses are told', async () => {
    const account = await signUp(t);
    await t.asOwner(`update identity."user" set "emailVerified" = true where email = '${account.email}'`);
    const user = { ...account, token: await accessTokenOf(t, account) };
    const elsewhere = await signInAgain(t, user.email);
    const { email } = await changed(user);
    expect((await mailsTo(t, user.email)).map(({ subject }) => subject)).toContain(
      'Your email address was changed',
    );
    expect((await mailsTo(t, email)).map(({ subject }) => subject)).toContain(
      'This is your new email address',
    );
    expect((await profile(user, email)).status).toBe(200);
    await expectEnded(t, elsewhere);
    expect((await signIn(t, user.email, PASSWORD)).status).toBe(401);
    expect((await signIn(t, email, PASSWORD)).status).toBe(200);
  });

  it('works once, for its account, for a day', async () => {
    const [user, other] = [await t.makeUser(), await t.makeUser()];
    const link = await askedLink(user, freeEmail());
    expect(await confirm(other, link)).toMatchObject({ status: 400, body: { error: { field: 'token' } } });
    expect((await undo(link)).status).toBe(400);
    expect((await confirm(user, `${link.slice(0, -3)}abc`)).status).toBe(400);
    expect((await confirm(user, link)).status).toBe(200);
    expect((await confirm(user, link)).status).toBe(400);
    const later = await t.makeUser();
    const late = await askedLink(later, freeEmail());
    await t.asOwner(`update identity.email_change set "requestedAt" = "requestedAt" - interval '25 hours'
      where "userId" = '${await subjectOf(later)}'`);
    expect(await confirm(later, late)).toMatchObject({
      status: 400,
      body: { error: { message: 'This link has expired. Please request a new one.' } },
    });
  });

  it('is refused once the address is another account’s', async () => {
    const user = await t.makeUser();
    const email = freeEmail();
    const link = await askedLink(user, email);
    await t.makeUser({ email });
    expect(await confirm(user, link)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect(await emailOf(user)).toBe(user.email);
  });

  it('lets orders, messages, and lists follow, and nobody else take the earlier address', async () => {
    const user = await t.makeUser();
    const order = await settle(user);
    const { email } = await changed(user);
    expect(await readOrder(t, { ...user, email }, order._id)).toMatchObject({ email });
    expect(
      await t.asOwner(`select distinct email from contact_messages where message like '%${user.userId}'`),
    ).toEqual([{ email }]);
    const sent = (await mailsTo(t, user.email)).length;
    const signedUp = await t.call('POST', '/api/auth/sign-up/email', {
      body: { name: 'Eve', email: user.email, password: PASSWORD },
    });
    expect(signedUp).toMatchObject({ status: 200, body: { status: true } });
    expect((await signIn(t, user.email, PASSWORD)).status).toBe(401);
    expect(await mailsTo(t, user.email)).toHaveLength(sent);
    const other = await t.makeUser();
    expect((await ask(other, user.email)).status).toBe(202);
    expect(await confirmLink(user.email)).toBe('');
  });

  it('tells nobody at an address that was not verified, and keeps it for nobody', async () => {
    const user = await t.makeUser({ verified: false });
    expect((await confirm(user, await askedLink(user, freeEmail()))).status).toBe(200);
    expect(await mailsTo(t, user.email)).toEqual([]);
    expect((await t.makeUser({ email: user.email })).email).toBe(user.email);
  });
});

describe('the link to the earlier address', () => {
  it('gives back exactly what was there, without what was added since, and logs everyone out', async () => {
    const user = await t.makeUser({ role: 'staff' });
    const order = await settle(user);
    const subject = await subjectOf(user);
    const before = await factsOf(user);
    const { email, link } = await changed(user);
    await t.asOwner(`delete from identity.passkey where id = '${subject}-old'`);
    await addFactors(subject, 'stranger');
    await t.asOwner(`update identity.account set password = 'another hash' where "userId" = '${subject}'`);
    await t.asOwner(`insert into identity.account (id, "accountId", "providerId", "userId", "updatedAt")
      values ('${subject}-g', 'stranger', 'google', '${subject}', now())`);
    const key = await t.call('POST', '/api-keys', {
      token: user.token,
      body: { name: 'Spare', scopes: ['orders:read'] },
    });
    expect(key.status).toBe(201);
    expect((await undo(link)).status).toBe(200);
    expect(await factsOf(user)).toEqual(before);
    expect((await profile(user, user.email)).status).toBe(401);
    expect(await t.asOwner(`select id from sessions where subject = '${subject}'`)).toEqual([]);
    expect(await t.asOwner(`select email from orders where id = '${order._id}'`)).toEqual([
      { email: user.email },
    ]);
    for (const to of [user.email, email])
      expect((await mailsTo(t, to)).map(({ subject: told }) => told)).toContain('An email change was undone');
    expect((await undo(link)).status).toBe(400);
    expect((await t.makeUser({ email })).email).toBe(email);
  });

  it('undoes the changes after it, too', async () => {
    const user = await t.makeUser();
    await settle(user);
    const before = await factsOf(user);
    const first = await changed(user);
    const second = await changed({ ...user, email: first.email });
    await askedLink(user, freeEmail());
    expect((await undo(first.link)).status).toBe(200);
    expect(await factsOf(user)).toEqual(before);
    expect((await undo(second.link)).status).toBe(400);
  });

  it('works for 72 hours, then the address is free', async () => {
    const user = await t.makeUser();
    const { link } = await changed(user);
    t.clock.advance(72 * HOUR_MS - 60_000);
    await forgetEmailChanges(t.shop);
    expect(
      await t.asOwner(`select id from identity.email_change where "oldEmail" = '${user.email}'`),
    ).toHaveLength(1);
    await t.asOwner(`insert into pgboss.job (name, data) values
      ('given-up', '{"mail": "factor", "to": "${user.email}"}'), ('given-up', '{"to": "x${user.email}"}')`);
    const keptJobs = () => t.asOwner(`select id from pgboss.job where data::text like '%${user.email}%'`);
    t.clock.advance(61_000);
    expect((await undo(link)).status).toBe(400);
    expect(await keptJobs()).toHaveLength(2);
    await forgetEmailChanges(t.shop);
    // What names the address goes while it is still known whose it was.
    expect(await keptJobs()).toHaveLength(1);
    expect(await mailsTo(t, user.email)).toEqual([]);
    expect((await t.makeUser({ email: user.email })).email).toBe(user.email);
  });

  it.each([['guessed'], [''], [undefined], ['a'.repeat(1001)]])('refuses %j', async (link) => {
    expect(await undo(link as string)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field: 'token' } },
    });
  });
});
