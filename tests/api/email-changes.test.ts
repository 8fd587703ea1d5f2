import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { forgetEmailChanges } from '#features/account/change-email/store.ts';
import type { MailboxMessage } from '#features/mailbox/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import { accessTokenOf, idTokenOf, mailsTo, PASSWORD, signIn, signUp } from '#tests/support/accounts.ts';
import { shuffledPair } from '#tests/support/at-once.ts';
import { beginPayment, confirmCard, placeOrder, readOrder, reportPaid } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';

const HOUR_MS = 60 * 60_000;
const ROUNDS = roundsOf(6);

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', DATABASE_POOL_SIZE: '20' });
const tool = setUp(() => t.makeTool());

let made = 0;
const freeEmail = () => `new-${++made}@shop.example`;

const ask = ({ token }: { token: string }, email: unknown) =>
  t.call<ErrorReply & { email: string }>('POST', '/account/email', { token, body: { email } });
const confirm = ({ token }: { token: string }, link: string) =>
  t.call<ErrorReply>('POST', '/account/email/confirm', { token, body: { token: link } });
const undo = (link: string) => t.call<ErrorReply>('POST', '/account/email/undo', { body: { token: link } });
const profile = ({ token }: { token: string }, email: string) => t.call('GET', `/user/${email}`, { token });

const linkIn = (mails: MailboxMessage[], what: 'confirm' | 'undo') =>
  mails.map(({ text }) => new RegExp(`/change-email\\?${what}=(\\S+)`).exec(text)?.[1]).find(Boolean) ?? '';
const confirmLink = async (email: string) => linkIn(await mailsTo(t, email), 'confirm');
const undoLink = async (email: string) => linkIn(await mailsTo(t, email), 'undo');

/** Asks for a change and returns the link that was emailed. */
async function askedLink(user: { token: string }, email: string): Promise<string> {
  expect(await ask(user, email)).toMatchObject({ status: 202, body: { email } });
  return confirmLink(email);
}

/** Gives a user a new address; returns it, with the link that undoes it. */
async function changed(user: { token: string; email: string }, email = freeEmail()) {
  expect((await confirm(user, await askedLink(user, email))).status).toBe(200);
  return { email, link: await undoLink(user.email) };
}

const subjectOf = async ({ userId }: TestUser) =>
  (await t.shop.db.selectFrom('users').select('subject').where('id', '=', userId).executeTakeFirstOrThrow())
    .subject;

/** Everything that is stored about a person, but their sessions and what only grows. */
async function factsOf(user: TestUser): Promise<unknown> {
  const subject = await subjectOf(user);
  const ofAccount = ['account', 'authenticator', 'passkey', 'recovery_code', 'email_change'].map(
    (table) => `select '${table}', to_jsonb(r) from identity.${table} r where "userId" = '${subject}'`,
  );
  const ofUser = ['orders', 'addresses', 'api_keys', 'saved_lists', 'reviews', 'quotes', 'payments'].map(
    (table) => `select '${table}', to_jsonb(r) from ${table} r where user_id = '${user.userId}'`,
  );
  return t.asOwner(`select * from (
    select 'users' as kind, to_jsonb(r) as row from users r where id = '${user.userId}'
    union all select 'user', to_jsonb(r) - 'updatedAt' from identity."user" r where id = '${subject}'
    union all select 'message', to_jsonb(r) from contact_messages r where message like '%${user.userId}%'
    union all ${[...ofAccount, ...ofUser].join(' union all ')}) facts order by kind, row::text`);
}

/** Gives somebody one of everything that is known by them or their address. */
async function settle(user: TestUser): Promise<Order> {
  const { token, email, userId } = user;
  const order = await placeOrder(t, user, tool.id);
  const subject = await subjectOf(user);
  await t.call('POST', '/review', { token, body: { rate: 5, reviews: 'Cuts well.' } });
  await t.call('POST', '/lists', {
    token,
    body: { name: 'Joinery', lines: [{ toolId: tool.id, quantity: 1 }] },
  });
  const message = { name: 'Ada', email: email.toUpperCase(), phone: '', message: `From ${userId}` };
  await t.call('POST', '/contact', { body: message });
  await t.asOwner(`insert into contact_messages (id, name, email, phone, message)
    values (gen_random_uuid(), 'Ada', '${email.replace('u', 'U')}', '', 'Also from ${userId}')`);
  await t.asOwner(`insert into identity.account (id, "accountId", "providerId", "userId", password, "updatedAt")
    values ('${subject}-p', '${subject}', 'credential', '${subject}', 'a hash', now())`);
  // As many passkeys as an account may have.
  for (let extra = 1; extra < 20; extra++)
    await t.asOwner(`insert into identity.passkey
      values ('${subject}-${extra}', '${subject}-${extra}', '${subject}', 'Key', '\\xc0ffee', 3, '{usb}', now(), null)`);
  await addFactors(subject, 'old');
  return order;
}

async function addFactors(subject: string, name: string): Promise<void> {
  await t.asOwner(`insert into identity.passkey
    values ('${subject}-${name}', '${subject}-${name}', '${subject}', '${name}', '\\xc0ffee', 3, '{usb,nfc}', now(), null)`);
  await t.asOwner(
    `insert into identity.recovery_code values ('${subject}-${name}', '${subject}', '${name}')`,
  );
  await t.asOwner(`insert into identity.authenticator values ('${subject}', '${name}', now(), 7)
    on conflict ("userId") do update set secret = excluded.secret, "lastStep" = 9`);
  await t.asOwner(`update identity.session set "factorAt" = now() where "userId" = '${subject}'`);
}

const emailOf = async ({ userId }: { userId: string }) =>
  (await t.shop.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow())
    .email;

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
    await t.asOwner(`update identity.session set "createdAt" = now() - interval '1 day'
      where "userId" = '${await subjectOf(user)}'`);
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
    const elsewhere = await signIn(t, user.email, PASSWORD);
    const { email } = await changed(user);
    expect((await mailsTo(t, user.email)).map(({ subject }) => subject)).toContain(
      'Your email address was changed',
    );
    expect((await mailsTo(t, email)).map(({ subject }) => subject)).toContain(
      'This is your new email address',
    );
    expect((await profile(user, email)).status).toBe(200);
    expect((await t.call('GET', '/api/auth/token', { token: elsewhere.session })).status).toBe(401);
    expect(await accessTokenOf(t, { email, session: account.session })).not.toBe('');
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
    expect(await t.asOwner(`select id from identity.session where "userId" = '${subject}'`)).toEqual([]);
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

/** Runs `call` while another transaction, which has begun by `lock`, gives a user a new
 * address; the call has to wait for it. */
async function whileChanging<Answer>(
  { userId, email }: { userId: string; email: string },
  lock: string,
  call: () => Promise<Answer>,
): Promise<{ answer: Answer; next: string }> {
  const next = freeEmail();
  const db = new pg.Client(t.owner);
  await db.connect();
  try {
    await db.query('begin');
    await db.query(lock);
    const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
    const answering = call();
    const isWaiting = `select from pg_stat_activity where ${rows[0]?.pid} = any(pg_blocking_pids(pid))`;
    await until('the call to wait', async () => (await t.asOwner(isWaiting)).length > 0);
    await db.query(`update identity."user" set email = '${next}' where email = '${email}'`);
    await db.query(`update users set email = '${next}' where id = '${userId}'`);
    await db.query('commit');
    return { answer: await answering, next };
  } finally {
    await db.end();
  }
}

describe('in the middle of a change', () => {
  it('an ID token of before does not bring the earlier address back', async () => {
    const account = await signUp(t);
    await accessTokenOf(t, account);
    const idToken = await idTokenOf(t, account);
    const { email } = account;
    const [user] = await t.asOwner(`select id from users where email = '${email}'`);
    const userId = String(user?.id);
    const { answer, next } = await whileChanging(
      { userId, email },
      `select pg_advisory_xact_lock(hashtextextended('${email}', 0))`,
      () => t.call('PUT', `/user/${email}`, { token: idToken }),
    );
    expect(answer.status).toBe(401);
    expect(await emailOf({ userId })).toBe(next);
  });

  it('an order that is being placed gets the new address', async () => {
    const user = await t.makeUser();
    const { answer, next } = await whileChanging(
      user,
      `select from users where id = '${user.userId}' for update`,
      () => placeOrder(t, user, tool.id),
    );
    expect(await t.asOwner(`select email from orders where id = '${answer._id}'`)).toEqual([{ email: next }]);
  });
});

/** Starts `first` and then `second` while a lock is held that both have to wait for. */
async function bothWaiting<First, Second>(
  lock: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const db = new pg.Client(t.owner);
  await db.connect();
  const waiting = async () =>
    (
      await t.asOwner(`select pid from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`)
    ).length;
  try {
    await db.query('begin');
    await db.query(lock);
    const answers = [first()] as const;
    await until('the first call to wait', async () => (await waiting()) === 1);
    const other = second();
    await until('the second call to wait', async () => (await waiting()) === 2);
    await db.query('commit');
    return await Promise.all([...answers, other]);
  } finally {
    await db.end();
  }
}

describe('a call of a session that an undo is ending', () => {
  const lockOf = (user: TestUser) => `select from users where id = '${user.userId}' for update`;
  const lockOfAccount = async (user: TestUser) =>
    `select from identity."user" where id = '${await subjectOf(user)}' for update`;

  it('leaves no API key', async () => {
    const user = await t.makeUser();
    const { link } = await changed(user);
    const body = { name: 'Spare', scopes: ['orders:read'] };
    const [undone, made] = await bothWaiting(
      lockOf(user),
      () => undo(link),
      () => t.call('POST', '/api-keys', { token: user.token, body }),
    );
    expect([undone.status, made.status]).toEqual([200, 401]);
    expect(await t.asOwner(`select id from api_keys where user_id = '${user.userId}'`)).toEqual([]);
  });

  it.each([
    ['DELETE', 'passkeys/the-passkey'],
    ['DELETE', 'authenticator'],
    ['POST', 'recovery-codes'],
  ])('changes no factor: %s %s', async (method, path) => {
    const user = await t.makeUser();
    const subject = await subjectOf(user);
    await addFactors(subject, 'old');
    const passkeyId = randomUUID();
    await t.asOwner(`update identity.passkey set id = '${passkeyId}' where "userId" = '${subject}'`);
    const before = await factsOf(user);
    const { link } = await changed(user);
    const [undone, asked] = await bothWaiting(
      await lockOfAccount(user),
      () => undo(link),
      () => t.call(method, `/account/${path.replace('the-passkey', passkeyId)}`, { token: user.token }),
    );
    expect([undone.status, asked.status]).toEqual([200, 401]);
    expect(await factsOf(user)).toEqual(before);
  });

  it('sets no password', async () => {
    const account = await signUp(t);
    await t.asOwner(`update identity."user" set "emailVerified" = true where email = '${account.email}'`);
    const token = await accessTokenOf(t, account);
    const [row] = await t.asOwner(`select id as "userId" from users where email = '${account.email}'`);
    const user = { ...account, token, userId: String(row?.userId) } as TestUser;
    const before = await factsOf(user);
    const { link } = await changed(user);
    const body = { currentPassword: PASSWORD, newPassword: 'a stranger’s vice' };
    const [undone, set] = await bothWaiting(
      await lockOfAccount(user),
      () => undo(link),
      () => t.call('POST', '/account/password', { token, body }),
    );
    expect([undone.status, set.status]).toEqual([200, 401]);
    expect(await factsOf(user)).toEqual(before);
  });
});

describe('at once', () => {
  it('two accounts change to one address: one of them gets it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two] = [await t.makeUser(), await t.makeUser()];
      const email = freeEmail();
      const links = [await askedLink(one, email), await askedLink(two, email)];
      await t.runJobs();
      const other = linkIn((await mailsTo(t, email)).slice(0, 1), 'confirm');
      const replies = await Promise.all([confirm(one, links[0] ?? ''), confirm(two, other)]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect([await emailOf(one), await emailOf(two)].filter((held) => held === email)).toHaveLength(1);
    }
  });

  it('a link is used twice: it counts once', async () => {
    const user = await t.makeUser();
    const link = await askedLink(user, freeEmail());
    const replies = await Promise.all([confirm(user, link), confirm(user, link), confirm(user, link)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  it('somebody signs up with the address that is changed to, or from: it is one account’s', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await t.makeUser();
      const email = freeEmail();
      const link = await askedLink(user, email);
      const wanted = round % 2 === 0 ? email : user.email;
      const body = { name: 'Eve', email: wanted, password: PASSWORD };
      const [confirmed, signedUp] = await Promise.all(
        shuffledPair(
          round,
          () => confirm(user, link),
          () => t.call('POST', '/api/auth/sign-up/email', { body }),
        ),
      );
      expect(signedUp.status).toBe(200);
      expect([200, 409]).toContain(confirmed.status);
      const held = await t.asOwner(`select id from identity."user" where email = '${email}'`);
      expect(held).toHaveLength(1);
      expect(await emailOf(user)).toBe(confirmed.status === 200 ? email : user.email);
      expect(await t.asOwner(`select id from identity."user" where email = '${user.email}'`)).toHaveLength(
        confirmed.status === 200 ? 0 : 1,
      );
    }
  });

  it('orders are placed and paid: they have the account’s address', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await t.makeUser();
      const order = await placeOrder(t, user, tool.id);
      const intent = await beginPayment(t, user, order);
      await confirmCard(t, intent);
      const email = freeEmail();
      const link = await askedLink(user, email);
      const [confirmed, paid, placed] = await Promise.all([
        confirm(user, link),
        reportPaid(t, user, order._id, intent.paymentIntentId),
        placeOrder(t, user, tool.id),
      ]);
      expect([confirmed.status, paid.status]).toEqual([200, 200]);
      expect(
        await t.asOwner(`select id, email from orders where user_id = '${user.userId}' order by number`),
      ).toEqual([
        { id: order._id, email },
        { id: placed._id, email },
      ]);
    }
  });

  it('the account is erased: nothing of it stays, under either address', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await t.makeUser();
      const email = freeEmail();
      const link = await askedLink(user, email);
      const [confirmed, erased] = await Promise.all(
        shuffledPair(
          round,
          () => confirm(user, link),
          () => t.call('DELETE', '/account', { token: user.token }),
        ),
      );
      expect(erased.status).toBe(200);
      expect([200, 400, 401]).toContain(confirmed.status);
      expect(await emailOf(user)).toBeNull();
      expect(
        await t.asOwner(`select id from identity."user" where email in ('${user.email}', '${email}')
          union all select id from identity.email_change where "newEmail" = '${email}'`),
      ).toEqual([]);
    }
  });

  it('an undo and another change: the earlier address wins, or the change is undone', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await t.makeUser();
      const { email, link } = await changed(user);
      const next = await askedLink({ ...user }, freeEmail());
      const [undone, confirmed] = await Promise.all(
        shuffledPair(
          round,
          () => undo(link),
          () => confirm(user, next),
        ),
      );
      expect(undone.status).toBe(200);
      expect([200, 400, 401]).toContain(confirmed.status);
      expect(await emailOf(user)).toBe(user.email);
      expect(await t.asOwner(`select id from identity."user" where email = '${email}'`)).toEqual([]);
    }
  });
});
