import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import {
  accessTokenOf,
  callIdentity,
  exchange,
  mailedToken,
  mailsTo,
  PASSWORD,
  signIn,
  signUp,
} from '#tests/support/accounts.ts';
import { shuffledPair } from '#tests/support/at-once.ts';
import { beginPayment, confirmCard, placeOrder, reportPaid } from '#tests/support/buying.ts';
import { makeEmailChanges } from '#tests/support/email-changes.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';

const ROUNDS = roundsOf(6);

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', DATABASE_POOL_SIZE: '20' });
const tool = setUp(() => t.makeTool());
const {
  bothWaiting,
  lockOfAccount,
  signUpVerified,
  freeEmail,
  confirm,
  undo,
  linkIn,
  askedLink,
  changed,
  subjectOf,
  factsOf,
  addFactors,
  emailOf,
} = makeEmailChanges(t, tool);

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

it('a change is not confirmed in a session that a new password has ended meanwhile', async () => {
  const user = await signUpVerified();
  const link = await askedLink(user, freeEmail());
  await callIdentity(t, '/request-password-reset', { email: user.email });
  const token = await mailedToken(t, user.email, '/reset-password');
  const [reset, confirmed] = await bothWaiting(
    await lockOfAccount(user),
    () => callIdentity(t, '/reset-password', { token, newPassword: 'the rightful owner' }),
    () => confirm(user, link),
  );
  expect([reset.status, confirmed.status]).toEqual([200, 401]);
  expect(await emailOf(user)).toBe(user.email);
});

describe('in the middle of a change', () => {
  it('the proof of a sign-in of before does not bring the earlier address back', async () => {
    const account = await signUp(t);
    await accessTokenOf(t, account);
    const { email } = account;
    const { proof } = await signIn(t, email, PASSWORD);
    const [user] = await t.asOwner(`select id from users where email = '${email}'`);
    const userId = String(user?.id);
    const { answer, next } = await whileChanging(
      { userId, email },
      `select pg_advisory_xact_lock(hashtextextended('${email}', 0))`,
      () => exchange(t, email, proof),
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

describe('a call of a session that an undo is ending', () => {
  const lockOf = (user: TestUser) => `select from users where id = '${user.userId}' for update`;

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
    const user = await signUpVerified();
    const { token } = user;
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
