/** @module-tag sweep */
import { beforeEach, expect, it } from 'vitest';
import { forgetOldSignIns } from '#features/sign-in/identity-counts.ts';
import { PASSWORD, resetPassword, signIn, signUp } from '#tests/support/accounts.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const WINDOW_MS = 15 * 60 * 1000;
const HOUR_MS = 4 * WINDOW_MS;

const t = setUpShop();

/** Every test starts in a new hour, so its windows end long after it. */
beforeEach(() => t.clock.advance(HOUR_MS - (t.clock.now().getTime() % HOUR_MS)));

const guess = (email: string) => signIn(t, email, 'a wrong guess');

async function guessOften(email: string, times: number): Promise<number[]> {
  const replies = await Promise.all(Array.from({ length: times }, () => guess(email)));
  return replies.map((reply) => reply.status).sort();
}

it('allows ten guesses per account, however many come at once', async () => {
  const { email } = await signUp(t);
  const other = await signUp(t);
  const statuses = await guessOften(email, 14);
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);

  const refused = await signIn(t, email, PASSWORD);
  expect(refused.status).toBe(429);
  expect(refused.proof).toBe('');
  expect(refused.body.error?.message).toMatch(/^Too many attempts\. Please wait \d+ (seconds?|minutes?)\.$/);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(WINDOW_MS / 1000);
  expect((await signIn(t, other.email, PASSWORD)).status).toBe(200);

  t.clock.advance(seconds * 1000);
  expect((await signIn(t, email, PASSWORD)).status).toBe(200);
});

it('accepts the owner’s new password at once, even after all attempts are used', async () => {
  const { email } = await signUp(t);
  await guessOften(email, 12);
  expect((await signIn(t, email, PASSWORD)).status).toBe(429);
  await resetPassword(t, email, 'a brand new vice');
  expect((await signIn(t, email, 'a brand new vice')).status).toBe(200);
  expect(await guessOften(email, 12)).toEqual([...Array(10).fill(401), 429, 429]);
});

it('accepts the owner with the pass of the reset while others keep guessing', {
  tags: ['sweep'],
}, async () => {
  const { email } = await signUp(t);
  const other = await signUp(t);
  const pass = await resetPassword(t, email, 'a brand new vice');
  await guessOften(email, 12);
  await guessOften(other.email, 12);
  const signInWith = (body: object) =>
    t.call('POST', '/api/auth/sign-in/email', { body: { email, password: 'a brand new vice', ...body } });
  expect((await signInWith({})).status).toBe(429);
  expect((await signInWith({ pass: 'made.up.pass' })).status).toBe(429);
  expect((await signInWith({ pass, email: other.email, password: PASSWORD })).status).toBe(429);
  const wrong = await Promise.all(
    Array.from({ length: 12 }, () => signInWith({ pass, password: 'a wrong guess' })),
  );
  expect(wrong.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(wrong.filter(({ status }) => status === 429)).toHaveLength(2);

  const second = await resetPassword(t, email, 'a brand new lathe');
  await guessOften(email, 10);
  const body = { password: 'a brand new lathe', pass: second };
  expect((await signInWith(body)).status).toBe(200);
  t.clock.advance(WINDOW_MS);
  await guessOften(email, 10);
  expect((await signInWith(body)).status).toBe(429);
});

it('counts unknown addresses the same', async () => {
  expect(await guessOften('nobody@shop.example', 12)).toEqual([...Array(10).fill(401), 429, 429]);
});

it('does not count the right password', async () => {
  const { email } = await signUp(t);
  for (let time = 0; time < 12; time += 1) expect((await signIn(t, email, PASSWORD)).status).toBe(200);
  expect(await guessOften(email, 11)).toEqual([...Array(10).fill(401), 429]);
});

it('allows fifty wrong guesses per client, for any accounts', {
  tags: ['sweep'],
}, async () => {
  const statuses: number[] = [];
  for (let account = 0; account < 6; account += 1) {
    statuses.push(...(await guessOften(`guess-${account}@shop.example`, 9)));
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(50);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
});

it('ignores a forwarded-for header', { tags: ['sweep'] }, async () => {
  for (let account = 0; account < 6; account += 1) await guessOften(`forwarded-${account}@shop.example`, 9);
  const reply = await t.call('POST', '/api/auth/sign-in/email', {
    body: { email: 'fresh@shop.example', password: 'a wrong guess' },
    headers: { 'x-forwarded-for': '203.0.113.9' },
  });
  expect(reply.status).toBe(429);
});

it('sends five reset emails an hour to one address', async () => {
  const { email } = await signUp(t);
  const statuses: number[] = [];
  for (let time = 0; time < 7; time += 1) {
    const reply = await t.call('POST', '/api/auth/request-password-reset', { body: { email } });
    statuses.push(reply.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  const { count } = await t.shop.db
    .selectFrom('identity.verification')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(5);
});

it('sends five links an hour to an address that an account is to get', async () => {
  const { token } = await t.makeUser();
  const ask = (email: string) => t.call('POST', '/account/email', { token, body: { email } });
  const statuses: number[] = [];
  for (let time = 0; time < 6; time += 1) statuses.push((await ask('stranger@shop.example')).status);
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  expect((await ask('another@shop.example')).status).toBe(202);
});

it('gives 200 challenges for passkeys to a client, apart from its guesses, and forgets those unused', async () => {
  const ask = () => t.call('POST', '/api/auth/passkey/options');
  const replies = await Promise.all(Array.from({ length: 205 }, ask));
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(429));
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
  const { email } = await signUp(t);
  expect((await signIn(t, email, PASSWORD)).status).toBe(200);
  const kept = async (until: Date) =>
    (
      await t.asOwner(`select value from identity.verification
        where identifier like 'passkey:%' and "expiresAt" <= '${until.toISOString()}'`)
    ).length;
  const soon = new Date(t.clock.now().getTime() + 5 * 60_000);
  expect(await kept(soon)).toBe(200);
  t.clock.advance(5 * 60_000 + 1);
  await forgetOldSignIns(t.shop);
  expect(await kept(soon)).toBe(0);
  expect((await ask()).status).toBe(429);
});
