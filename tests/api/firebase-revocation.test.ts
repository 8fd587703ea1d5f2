/** @module-tag sweep */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { endSessions } from '#features/users/manage-users.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import {
  type FirebaseKey,
  firebaseSettings,
  makeFirebaseKey,
  type PretendedFirebase,
  pretendFirebase,
  readAssertion,
  writeServiceAccount,
} from '#tests/support/pretend-firebase.ts';
import { startTestShop, type TestShop } from '#tests/support/test-shop.ts';

const EMAIL = 'ada@mail.example';

let folder: string;
let t: TestShop;
let key: FirebaseKey;
let google: PretendedFirebase;
/** The account as Firebase has it. */
let account: Record<string, unknown>;

beforeAll(async () => {
  key = await makeFirebaseKey('key-1');
  folder = mkdtempSync(join(tmpdir(), 'toolyard-firebase-'));
});
beforeEach(async () => {
  google = await pretendFirebase();
  google.keys = () => ({ body: { keys: [key.published] } });
  account = { localId: 'subject-1', email: EMAIL, emailVerified: true, displayName: 'Ada Joiner' };
  google.account = () => ({ body: { users: [account] } });
  const path = writeServiceAccount(join(folder, 'key.json'));
  t = await startTestShop({ ...firebaseSettings, FIREBASE_SERVICE_ACCOUNT: path });
});
afterEach(async () => {
  await t?.stop();
  await google.close();
  vi.unstubAllGlobals();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const now = () => Math.floor(t.clock.now().getTime() / 1000);

async function exchange(claims: Record<string, unknown> = {}) {
  const token = await key.sign(claims, now());
  return t.call<{ token: string }>('PUT', `/user/${EMAIL}`, { token });
}

async function signIn(): Promise<string> {
  const { status, body } = await exchange();
  expect(status).toBe(200);
  return body.token;
}

const statusWith = async (token: string) => (await t.call('GET', `/user/${EMAIL}`, { token })).status;

it('authenticates as the service account, by a signed assertion, once an hour', async () => {
  await signIn();
  await signIn();
  expect(google.asked.tokens).toHaveLength(1);
  expect(await readAssertion(google.asked.tokens[0] ?? '')).toEqual({
    iss: 'shop@the-project.iam.gserviceaccount.com',
    scope: 'https://www.googleapis.com/auth/identitytoolkit',
    aud: 'https://oauth2.googleapis.com/token',
    iat: expect.any(Number),
    exp: expect.any(Number),
  });
  expect(google.asked.lookup).toEqual(
    Array(2).fill({ body: { localId: ['subject-1'] }, authorization: 'Bearer token-1' }),
  );
  t.clock.advance(56 * 60_000);
  await signIn();
  expect(google.asked.tokens).toHaveLength(2);
});

it.each<[string, () => Record<string, unknown> | undefined]>([
  ['was ended', () => ({ ...account, validSince: String(now()) })],
  ['belongs to a disabled account', () => ({ ...account, disabled: true })],
  ['belongs to an account that is gone', () => undefined],
])(
  'a session that %s at Firebase ends here within a minute, and gets no new token',
  async (_what, stands) => {
    const token = await signIn();
    const after = stands();
    google.account = () => ({ body: after ? { users: [after] } : { kind: 'nobody' } });
    expect(await statusWith(token)).toBe(200);
    t.clock.advance(61_000);
    expect(await statusWith(token)).toBe(401);
    expect((await exchange({ auth_time: now() - 500 })).status).toBe(401);
  },
);

it('accepts a sign-in after the end of sessions', async () => {
  account.validSince = String(now() - 50);
  expect((await exchange({ auth_time: now() - 51 })).status).toBe(401);
  expect((await exchange({ auth_time: now() - 50 })).status).toBe(200);
});

it('ends every session of an account at Firebase, and at once in the shop', async () => {
  const token = await signIn();
  google.account = () => ({ body: { users: [{ ...account, validSince: String(now()) }] } });
  expect(await endSessions(t.shop, EMAIL)).toBe('ended');
  expect(google.asked.update).toEqual([
    {
      body: { localId: 'subject-1', validSince: expect.stringMatching(/^\d{10}$/) },
      authorization: 'Bearer token-1',
    },
  ]);
  expect(await statusWith(token)).toBe(401);
});

it('sends a new name to Firebase, and has it at the next sign-in', async () => {
  const token = await signIn();
  const change = { email: EMAIL, name: 'Ada Turner' };
  expect((await t.call('PATCH', `/user/${EMAIL}`, { token, body: change })).status).toBe(200);
  expect(google.asked.update.map(({ body }) => body)).toEqual([
    { localId: 'subject-1', displayName: 'Ada Turner' },
  ]);
  account.displayName = 'Ada Turner';
  await signIn();
  expect(await t.asOwner('select display_name from users')).toEqual([{ display_name: 'Ada Turner' }]);
});

it('deletes an erased person’s account there, once Google answers, and again after a kill', async () => {
  const token = await signIn();
  expect((await t.call('DELETE', '/account', { token, body: {} })).status).toBe(200);
  expect(await t.asOwner('select email, erased_at is null as here from users')).toEqual([
    { email: null, here: false },
  ]);
  expect((await exchange()).status).toBe(401);
  google.account = () => ({ status: 503, body: {} });
  await t.runJobs('delete-identity');
  google.account = () => ({ body: { kind: 'deleted' } });
  t.clock.advance(60_000);
  await t.runJobs('delete-identity');
  expect(await jobsOf(t.shop.db, ['delete-identity'])).toEqual([]);
  // A process that was killed before it could tell that it had: the account is gone by now.
  google.account = () => ({ status: 400, body: { error: { message: 'USER_NOT_FOUND' } } });
  await t.shop.jobs.enqueue(t.shop.db, 'delete-identity', { subject: 'subject-1' });
  await t.runJobs('delete-identity');
  expect(await jobsOf(t.shop.db, ['delete-identity'])).toEqual([]);
  expect(google.asked.delete.map(({ body }) => body)).toEqual(Array(3).fill({ localId: 'subject-1' }));
});

it('takes verification from the current account, not from an old token', async () => {
  account.emailVerified = false;
  await signIn();
  expect(await t.asOwner('select email_verified from users')).toEqual([{ email_verified: false }]);
});

it('lets recently known users continue while Firebase is down, and starts nothing new', async () => {
  const token = await signIn();
  t.clock.advance(61_000);
  google.account = () => ({ status: 503, body: {} });
  expect(await statusWith(token)).toBe(200);
  expect((await exchange()).status).toBe(503);
  const change = { email: EMAIL, name: 'Ada Turner' };
  expect((await t.call('PATCH', `/user/${EMAIL}`, { token, body: change })).status).toBe(503);
  expect(await t.asOwner('select display_name from users')).toEqual([{ display_name: 'Ada Joiner' }]);
  t.clock.advance(8 * 60_000);
  expect(await statusWith(token)).toBe(200);
});

it('asks once for many concurrent calls', async () => {
  const token = await signIn();
  t.clock.advance(61_000);
  const statuses = await Promise.all(Array.from({ length: 20 }, () => statusWith(token)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(google.asked.lookup).toHaveLength(2);
});
