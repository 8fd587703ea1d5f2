import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessTokenOf,
  idTokenOf,
  mailedToken,
  PASSWORD,
  renew,
  resetPassword,
  signIn,
  signOut,
  signUp,
  type TestAccount,
} from '#tests/support/accounts.ts';
import { startTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { createEmbeddedIdentityClient } from '#web/session/embedded-identity-client.ts';
import { openPersistentStorage } from '#web/session/persistent-storage.ts';
import { ensureAdmin } from '#workflows/ensure-admin.ts';
import { forgetOldSignIns } from '#workflows/forget-old-sign-ins.ts';

const LEEWAY_MS = 30_000;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

let t: TestShop;
beforeAll(async () => {
  t = await startTestShop();
});
afterAll(() => t?.stop());

/** Renews a session that must stand, and answers its next token. */
async function next(session: string, key?: string): Promise<string> {
  const reply = await renew(t, session, key === undefined ? {} : { 'idempotency-key': key });
  expect(reply.status).toBe(200);
  return reply.session;
}

async function expectEnded(...sessions: string[]): Promise<void> {
  for (const session of sessions) {
    const reply = await renew(t, session);
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({ error: { code: 'not_signed_in', message: 'Please sign in' } });
    expect(reply.session).toBe('');
  }
}

async function countSessions(email: string): Promise<number> {
  const { count } = await t.shop.db
    .selectFrom('identity.session as session')
    .innerJoin('identity.user as user', 'user.id', 'session.userId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user.email', '=', email)
    .executeTakeFirstOrThrow();
  return count;
}

async function countSpent(): Promise<number> {
  const { count } = await t.shop.db
    .selectFrom('identity.spent_session_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Opens the own profile with an access token. */
const open = async (account: { email: string }, token: string) =>
  (await t.call('GET', `/user/${account.email}`, { token })).status;

describe('renewing a session', () => {
  it('gives the next token, of the same session', async () => {
    const account = await signUp(t);
    const first = account.session;
    const access = await accessTokenOf(t, account);
    const second = account.session;
    expect(second).not.toBe(first);
    expect(second.split('_')[0]).toBe(first.split('_')[0]);
    expect(await next(second)).not.toBe(second);
    expect(await countSessions(account.email)).toBe(1);
    expect(await open(account, access)).toBe(200);
  });

  it('answers a spent token with the current one, for half a minute', async () => {
    const first = (await signUp(t)).session;
    const second = await next(first);
    expect(await next(first)).toBe(second);
    const third = await next(second);
    t.clock.advance(LEEWAY_MS - 5_000);
    expect(await next(first)).toBe(third);
    expect(await next(second)).toBe(third);
  });

  it('ends the session when a spent token comes later', async () => {
    const account = await signUp(t);
    const other = await signIn(t, account.email, PASSWORD);
    const first = account.session;
    const access = await accessTokenOf(t, account);
    const third = await next(account.session);
    t.clock.advance(LEEWAY_MS + 1);
    expect(await open(account, access)).toBe(200);
    await expectEnded(first);
    await expectEnded(third);
    expect(await open(account, access)).toBe(401);
    expect(await countSessions(account.email)).toBe(1);
    await next(other.session);
  });

  it('gives calls at the same time one and the same next token', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { email, session } = await signUp(t);
      const replies = await Promise.all(Array.from({ length: 8 }, () => renew(t, session)));
      expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
      const given = new Set(replies.map((reply) => reply.session));
      expect(given.size).toBe(1);
      expect(given.has(session)).toBe(false);
      expect(await countSessions(email)).toBe(1);
    }
  });

  it('ends one session once, however many spent tokens come at the same time', async () => {
    const { email, session } = await signUp(t);
    const second = await next(session);
    t.clock.advance(LEEWAY_MS + 1);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => renew(t, index % 2 === 0 ? session : second)),
    );
    expect(replies.filter(({ status }) => status !== 401 && status !== 200)).toEqual([]);
    expect(await countSessions(email)).toBe(0);
    await expectEnded(...replies.map((reply) => reply.session).filter(Boolean), session, second);
  });
});

describe('an answer that was lost', () => {
  it('is given again to the same attempt, however late', async () => {
    const { session } = await signUp(t);
    const second = await next(session, 'attempt-1');
    t.clock.advance(3 * DAY_MS);
    await forgetOldSignIns(t.shop);
    expect(await next(session, 'attempt-1')).toBe(second);
    await next(second, 'attempt-2');
  });

  it.each([
    ['by another attempt', 'attempt-2', false],
    ['by the same attempt, once its answer has been used', 'attempt-1', true],
  ])('is not given again %s', async (_how, key, isUsed) => {
    const { session } = await signUp(t);
    const second = await next(session, 'attempt-1');
    const latest = isUsed ? await next(second, 'attempt-3') : second;
    t.clock.advance(LEEWAY_MS + 1);
    expect((await renew(t, session, { 'idempotency-key': key })).status).toBe(401);
    await expectEnded(latest);
  });

  it('has a key of 200 characters at most', async () => {
    const { session } = await signUp(t);
    const reply = await renew(t, session, { 'idempotency-key': 'k'.repeat(201) });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ error: { field: 'idempotency-key' } });
    await next(session);
  });
});

describe('a spent token', () => {
  it('signs out within half a minute', async () => {
    const account = await signUp(t);
    const first = account.session;
    const access = await accessTokenOf(t, account);
    await signOut(t, { session: first });
    await expectEnded(account.session);
    expect(await open(account, access)).toBe(401);
  });

  it.each<[string, string, unknown]>([
    ['POST', '/api/auth/sign-out', {}],
    ['POST', '/api/auth/send-verification-email', { email: 'somebody@shop.example' }],
  ])('ends the session when it comes later, to %s %s too', async (method, path, body) => {
    const { session } = await signUp(t);
    const second = await next(session);
    t.clock.advance(LEEWAY_MS + 1);
    await t.call(method, path, { token: session, body });
    await expectEnded(second);
  });

  it('is remembered after the rows of old ones are gone', async () => {
    const { session } = await signUp(t);
    const second = await next(session);
    const third = await next(second);
    const before = await countSpent();
    t.clock.advance(2 * DAY_MS);
    await forgetOldSignIns(t.shop);
    expect(await countSpent()).toBeLessThan(before);
    await expectEnded(session, third);
  });
});

it('does not let a token be made up', async () => {
  const account = await signUp(t);
  const [token = '', signature = ''] = account.session.split('.');
  const [id = ''] = token.split('_');
  const elsewhere = (await signUp(t)).session.split('.')[1];
  for (const madeUp of [
    token,
    `${token}.`,
    `${token}.${elsewhere}`,
    `${id}_${'0'.repeat(64)}.${signature}`,
    `${id}_.${signature}`,
    `.${signature}`,
    `${account.session}.${signature}`,
    'x',
  ]) {
    await expectEnded(madeUp);
  }
  await next(account.session);
});

describe('an access token ends with its session', () => {
  const signedIn = async () => {
    const account = await signUp(t);
    const access = await accessTokenOf(t, account);
    expect(await open(account, access)).toBe(200);
    return { account, access };
  };

  it('when one signs out, and other sessions of the account go on', async () => {
    const { account, access } = await signedIn();
    const other = { ...account, session: (await signIn(t, account.email, PASSWORD)).session };
    const otherAccess = await accessTokenOf(t, other);
    await signOut(t, account);
    expect(await open(account, access)).toBe(401);
    expect(await open(account, otherAccess)).toBe(200);
  });

  it('when the password is reset', async () => {
    const { account, access } = await signedIn();
    await resetPassword(t, account.email, 'a brand new vice');
    expect(await open(account, access)).toBe(401);
  });

  it('when the settings give the account a password', async () => {
    const { account, access } = await signedIn();
    const admin = { email: account.email, password: 'the rightful owner' };
    await ensureAdmin({ ...t.shop, config: { ...t.shop.config, admin } });
    expect(await open(account, access)).toBe(401);
  });

  it('when the account has gone', async () => {
    const { account, access } = await signedIn();
    await t.shop.db.deleteFrom('identity.user').where('email', '=', account.email).execute();
    expect(await open(account, access)).toBe(401);
  });

  it('for every route, without a change', async () => {
    const admin = await t.makeUser({ role: 'admin' });
    const person = await t.makeUser();
    await signOut(t, admin);
    const calls: [string, string][] = [
      ['GET', '/user'],
      ['PUT', `/user/admin/${person.email}`],
      ['GET', '/manageorders'],
      ['GET', `/admin/${admin.email}`],
    ];
    for (const [method, path] of calls) {
      expect((await t.call(method, path, { token: admin.token })).status).toBe(401);
    }
    const { role } = await t.shop.db
      .selectFrom('users')
      .select('role')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(role).toBe('user');
  });

  it('and does not open another account with a session that stands', async () => {
    const victim = await t.makeUser();
    const { sid } = JSON.parse(Buffer.from(victim.token.split('.')[1] ?? '', 'base64url').toString());
    await t.shop.db
      .updateTable('identity.session')
      .set({ userId: await subjectOf(await signUp(t)) })
      .where('id', '=', sid)
      .execute();
    expect(await open(victim, victim.token)).toBe(401);
  });
});

const subjectOf = async ({ email }: TestAccount): Promise<string> =>
  (
    await t.shop.db
      .selectFrom('identity.user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id;

describe('a session', () => {
  it('ends thirty days after it was last renewed', async () => {
    let { session } = await signUp(t);
    t.clock.advance(29 * DAY_MS);
    session = await next(session);
    t.clock.advance(29 * DAY_MS);
    session = await next(session);
    t.clock.advance(30 * DAY_MS);
    await expectEnded(session);
  });

  it('ends half a year after it was started, whoever renews it', async () => {
    const account = await signUp(t);
    await t.shop.db
      .updateTable('identity.session')
      .set({ createdAt: new Date(t.clock.now().getTime() - 179 * DAY_MS) })
      .where('userId', '=', await subjectOf(account))
      .execute();
    const session = await next(account.session);
    t.clock.advance(DAY_MS);
    await expectEnded(session);
  });
});

it('a stolen token that both go on with signs out both', async () => {
  const { email } = await signUp(t);
  const browser = () => {
    const storage = openPersistentStorage([]);
    const client = createEmbeddedIdentityClient(storage, (path, init) => fetch(`${t.url}${path}`, init));
    return { storage, client };
  };
  const owner = browser();
  const thief = browser();
  await owner.client.signIn(email, PASSWORD);
  thief.storage.setItem('identitySession', owner.storage.getItem('identitySession') ?? '');
  expect((await thief.client.idToken())?.account.email).toBe(email);
  t.clock.advance(LEEWAY_MS + 1);
  expect(await owner.client.idToken()).toBeUndefined();
  expect(await thief.client.idToken()).toBeUndefined();
  // What is left is the session of the sign-up.
  expect(await countSessions(email)).toBe(1);
});

it('the audit trail tells of sign-ins, sign-outs, resets and thefts, and holds no address or password', async () => {
  const account = await signUp(t);
  const subject = await subjectOf(account);
  await accessTokenOf(t, account);
  await signIn(t, account.email, 'a wrong guess');
  const { session: stolen } = await signIn(t, account.email, PASSWORD);
  await next(stolen);
  t.clock.advance(LEEWAY_MS + 1);
  await expectEnded(stolen, stolen);
  await signOut(t, account);
  await resetPassword(t, account.email, 'a brand new vice');
  const user = await t.shop.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', account.email)
    .executeTakeFirstOrThrow();
  const events = await t.shop.db
    .selectFrom('audit_events')
    .select(['action', 'actor', 'user_id', 'request_id', 'details'])
    .where(({ or, eb }) => or([eb('user_id', '=', user.id), eb(sql`details ->> 'subject'`, '=', subject)]))
    .orderBy('id')
    .execute();
  expect(events.map(({ action }) => action)).toEqual([
    'signed up',
    'signed in',
    'sign-in refused',
    'signed in',
    'session stolen',
    'signed out',
    'password reset',
  ]);
  expect(events.slice(2).map((event) => event.user_id)).toEqual(Array(5).fill(user.id));
  for (const { actor, request_id } of events)
    expect([actor, request_id]).toEqual(['visitor', expect.any(String)]);
  expect(JSON.stringify(events)).not.toContain(account.email);
});

it('the audit trail tells of a guess at no account', async () => {
  const count = async () =>
    (
      await t.shop.db
        .selectFrom('audit_events')
        .select('user_id')
        .where('action', '=', 'sign-in refused')
        .where('user_id', 'is', null)
        .execute()
    ).length;
  const before = await count();
  await signIn(t, 'nobody-at-all@shop.example', PASSWORD);
  expect(await count()).toBe(before + 1);
});

it('ID tokens of an ended session are worth nothing', async () => {
  const account = await signUp(t);
  const idToken = await idTokenOf(t, account);
  await signOut(t, account);
  expect((await t.call('PUT', `/user/${account.email}`, { token: idToken })).status).toBe(401);
});

it('no sign-in with the old password outlives a reset at the same time', async () => {
  const { email } = await signUp(t);
  let password = PASSWORD;
  for (let round = 0; round < 6; round += 1) {
    await t.call('POST', '/api/auth/request-password-reset', { body: { email } });
    const token = await mailedToken(t, email, '/reset-password');
    const newPassword = `a brand new vice ${round}`;
    const [reset, ...tries] = await Promise.all([
      t.call('POST', '/api/auth/reset-password', { body: { token, newPassword } }),
      ...Array.from({ length: 6 }, () => signIn(t, email, password)),
    ]);
    expect(reset.status).toBe(200);
    for (const { session } of tries) if (session) await expectEnded(session);
    expect(await countSessions(email)).toBe(0);
    password = newPassword;
    t.clock.advance(HOUR_MS);
  }
});
