import { describe, expect, it } from 'vitest';
import { forgetOldSignIns } from '#features/sign-in/identity-counts.ts';
import { createEmbeddedIdentityClient } from '#features/users/web/session/embedded-identity-client.ts';
import { openPersistentStorage } from '#features/users/web/session/saved-session.ts';
import { accessTokenOf, PASSWORD, renew, signIn, signOut, signUp } from '#tests/support/accounts.ts';
import {
  countSessions,
  expectEnded,
  LEEWAY_MS,
  nextToken,
  openProfile,
  subjectOf,
} from '#tests/support/sessions.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const t = setUpShop();

describe('renewing a session', () => {
  it('returns the next token of the same session', async () => {
    const account = await signUp(t);
    const first = account.session;
    const access = await accessTokenOf(t, account);
    const second = account.session;
    expect(second).not.toBe(first);
    expect(second.split('_')[0]).toBe(first.split('_')[0]);
    expect(await nextToken(t, second)).not.toBe(second);
    expect(await countSessions(t, account.email)).toBe(1);
    expect(await openProfile(t, account, access)).toBe(200);
  });

  it('answers a spent token with the current one for half a minute', async () => {
    const first = (await signUp(t)).session;
    const second = await nextToken(t, first);
    expect(await nextToken(t, first)).toBe(second);
    const third = await nextToken(t, second);
    t.clock.advance(LEEWAY_MS - 5_000);
    expect(await nextToken(t, first)).toBe(third);
    expect(await nextToken(t, second)).toBe(third);
  });

  it('ends the session when a spent token comes later than that', async () => {
    const account = await signUp(t);
    const other = await signIn(t, account.email, PASSWORD);
    const first = account.session;
    const access = await accessTokenOf(t, account);
    const third = await nextToken(t, account.session);
    t.clock.advance(LEEWAY_MS + 1);
    expect(await openProfile(t, account, access)).toBe(200);
    await expectEnded(t, first);
    await expectEnded(t, third);
    expect(await openProfile(t, account, access)).toBe(401);
    expect(await countSessions(t, account.email)).toBe(1);
    await nextToken(t, other.session);
  });

  it('gives concurrent calls the same next token', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { email, session } = await signUp(t);
      const replies = await Promise.all(Array.from({ length: 8 }, () => renew(t, session)));
      expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
      const given = new Set(replies.map((reply) => reply.session));
      expect(given.size).toBe(1);
      expect(given.has(session)).toBe(false);
      expect(await countSessions(t, email)).toBe(1);
    }
  });

  it('ends one session once, however many spent tokens come concurrently', async () => {
    const { email, session } = await signUp(t);
    const second = await nextToken(t, session);
    t.clock.advance(LEEWAY_MS + 1);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => renew(t, index % 2 === 0 ? session : second)),
    );
    expect(replies.filter(({ status }) => status !== 401 && status !== 200)).toEqual([]);
    expect(await countSessions(t, email)).toBe(0);
    await expectEnded(t, ...replies.map((reply) => reply.session).filter(Boolean), session, second);
  });
});

describe('a lost answer', () => {
  it('is repeated for the same attempt, however late', async () => {
    const { session } = await signUp(t);
    const second = await nextToken(t, session, 'attempt-1');
    t.clock.advance(3 * DAY_MS);
    await forgetOldSignIns(t.shop);
    expect(await nextToken(t, session, 'attempt-1')).toBe(second);
    await nextToken(t, second, 'attempt-2');
  });

  it.each([
    ['by another attempt', 'attempt-2', false],
    ['by the same attempt, once its answer has been used', 'attempt-1', true],
  ])('is not repeated %s', async (_how, key, isUsed) => {
    const { session } = await signUp(t);
    const second = await nextToken(t, session, 'attempt-1');
    const latest = isUsed ? await nextToken(t, second, 'attempt-3') : second;
    t.clock.advance(LEEWAY_MS + 1);
    expect((await renew(t, session, { 'idempotency-key': key })).status).toBe(401);
    await expectEnded(t, latest);
  });

  it('takes a key of at most 200 characters', async () => {
    const { session } = await signUp(t);
    const reply = await renew(t, session, { 'idempotency-key': 'k'.repeat(201) });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ error: { field: 'idempotency-key' } });
    await nextToken(t, session);
  });
});

describe('a spent token', () => {
  it('signs out within half a minute', async () => {
    const account = await signUp(t);
    const first = account.session;
    const access = await accessTokenOf(t, account);
    await signOut(t, { session: first });
    await expectEnded(t, account.session);
    expect(await openProfile(t, account, access)).toBe(401);
  });

  it.each<[string, string, unknown]>([
    ['POST', '/api/auth/sign-out', {}],
    ['POST', '/api/auth/send-verification-email', { email: 'somebody@shop.example' }],
  ])('ends the session if used later, also for %s %s', async (method, path, body) => {
    const { session } = await signUp(t);
    const second = await nextToken(t, session);
    t.clock.advance(LEEWAY_MS + 1);
    await t.call(method, path, { token: session, body });
    await expectEnded(t, second);
  });

  it('is distinguished from a forged one after its row has dropped it', async () => {
    const { session } = await signUp(t);
    const second = await nextToken(t, session);
    t.clock.advance(LEEWAY_MS + 1);
    const third = await nextToken(t, second);
    const known = `select jsonb_array_length(spent) as count from identity.session where token = '${third.split('.')[0]}'`;
    expect(await t.asOwner(known)).toEqual([{ count: 1 }]);
    await expectEnded(t, session, third);
  });
});

it('rejects forged tokens', async () => {
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
    await expectEnded(t, madeUp);
  }
  await nextToken(t, account.session);
});

describe('a session', () => {
  it('ends thirty days after it was last renewed', async () => {
    let { session } = await signUp(t);
    t.clock.advance(29 * DAY_MS);
    session = await nextToken(t, session);
    t.clock.advance(29 * DAY_MS);
    session = await nextToken(t, session);
    t.clock.advance(30 * DAY_MS);
    await expectEnded(t, session);
  });

  it('ends half a year after it started, however often it is renewed', async () => {
    const account = await signUp(t);
    await t.shop.db
      .updateTable('identity.session')
      .set({ createdAt: new Date(t.clock.now().getTime() - 179 * DAY_MS) })
      .where('userId', '=', await subjectOf(t, account))
      .execute();
    const session = await nextToken(t, account.session);
    t.clock.advance(DAY_MS);
    await expectEnded(t, session);
  });
});

it('a stolen token that both sides keep using ends the session', async () => {
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
  // Only the session of the sign-up is left.
  expect(await countSessions(t, email)).toBe(1);
});
