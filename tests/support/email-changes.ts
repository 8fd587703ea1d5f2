import pg from 'pg';
import { expect } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { MailboxMessage } from '#features/mailbox/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import { accessTokenOf, mailsTo, signUp } from './accounts.ts';
import { placeOrder } from './buying.ts';
import type { TestShop, TestUser } from './test-shop.ts';
import { until } from './until.ts';

/** What tests of changed email addresses do to a shop. `tool` is ordered by who settles. */
export function makeEmailChanges(t: TestShop, tool: { id: string }) {
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
    await t.asOwner(`update sessions set factor_at = now() where subject = '${subject}'`);
  }

  const emailOf = async ({ userId }: { userId: string }) =>
    (await t.shop.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow())
      .email;

  const lockOfAccount = async (user: TestUser) =>
    `select from identity."user" where id = '${await subjectOf(user)}' for update`;

  /** Signs somebody up with the password of tests, and verifies the address. */
  async function signUpVerified(): Promise<TestUser> {
    const account = await signUp(t);
    await t.asOwner(`update identity."user" set "emailVerified" = true where email = '${account.email}'`);
    const token = await accessTokenOf(t, account);
    const [row] = await t.asOwner(`select id as "userId" from users where email = '${account.email}'`);
    return { ...account, token, userId: String(row?.userId) } as TestUser;
  }

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

  return {
    bothWaiting,
    lockOfAccount,
    signUpVerified,
    freeEmail,
    ask,
    confirm,
    undo,
    profile,
    confirmLink,
    linkIn,
    askedLink,
    changed,
    subjectOf,
    factsOf,
    settle,
    addFactors,
    emailOf,
  };
}
