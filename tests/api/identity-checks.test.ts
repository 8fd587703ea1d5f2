import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import type { FirebaseSettings } from '#platform/config/identity-settings.ts';
import { createFirebaseIdentity } from '#platform/identity/firebase/firebase-identity.ts';
import {
  firebaseSettings,
  makeFirebaseKey,
  type PretendedFirebase,
  pretendFirebase,
  writeServiceAccount,
} from '#tests/support/pretend-firebase.ts';
import { googleClient, makeGoogleKey, pretendGoogle } from '#tests/support/pretend-google.ts';
import { startTestShop, type TestShop } from '#tests/support/test-shop.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the embedded accounts', () => {
  let t: TestShop;
  const check = () => t.shop.identityProvider.check();
  const json = (status: number, body: unknown) => Response.json(body, { status });

  beforeAll(async () => {
    t = await startTestShop(googleClient);
  });
  afterAll(() => t.stop());

  it('report that they and Google are available', async () => {
    const key = await makeGoogleKey('key-1');
    const google = pretendGoogle({
      keys: () => json(200, { keys: [key.published] }),
      token: () => json(400, { error: 'invalid_grant' }),
    });
    expect(await check()).toBe('accounts can be read; Google answers, and has nothing against the client');
    google.token = () => json(401, { error: 'invalid_client' });
    await expect(check()).rejects.toThrow(
      'Google does not know GOOGLE_CLIENT_ID with this GOOGLE_CLIENT_SECRET',
    );
    google.token = () => json(503, {});
    await expect(check()).rejects.toThrow('Google cannot be asked for tokens: it answered 503');
    google.keys = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('nobody there') }));
    await expect(check()).rejects.toThrow('Google’s keys cannot be had: nobody there');
  });

  it('report that they do not exist yet', async () => {
    pretendGoogle({ keys: () => json(200, { keys: [{}] }), token: () => json(400, {}) });
    await t.asOwner('alter schema identity rename to elsewhere');
    expect(await check()).toContain('no tables yet; the first start creates them;');
    await t.asOwner('alter schema elsewhere rename to identity');
  });
});

describe('Firebase', () => {
  let folder: string;
  let google: PretendedFirebase;
  const keysThere = 'Google’s keys are there';
  const later = '; the browser’s key shows with the first sign-in';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolyard-checks-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(() => google.close());

  const check = (more: Record<string, string> = {}) =>
    createFirebaseIdentity(readConfig({ ...firebaseSettings, ...more }).identity as FirebaseSettings, {
      clock: systemClock,
    }).check();

  it('is asked for its keys, and for an account if the shop has access to one', async () => {
    google = await pretendFirebase();
    const key = await makeFirebaseKey('key-1');
    google.keys = () => ({ body: { keys: [key.published] } });
    expect(await check()).toBe(`${keysThere}${later}`);
    const withAccount = { FIREBASE_SERVICE_ACCOUNT: writeServiceAccount(join(folder, 'key.json')) };
    expect(await check(withAccount)).toBe(`${keysThere}, and it serves the service account${later}`);
    expect(google.asked.lookup.map(({ authorization }) => authorization)).toEqual(['Bearer token-1']);
    google.account = () => ({ status: 403, body: {} });
    await expect(check(withAccount)).rejects.toThrow(
      'Google does not serve FIREBASE_SERVICE_ACCOUNT: accounts:lookup answered 403',
    );
    google.keys = () => ({ status: 500, body: {} });
    await expect(check()).rejects.toThrow('Google’s keys cannot be had: it answered 500');
    expect(google.asked.update).toEqual([]);
  });

  it('is not contacted while its emulator replaces it', async () => {
    google = await pretendFirebase();
    await expect(check({ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1' })).rejects.toThrow(
      /^it does not answer: /,
    );
    expect(google.asked.keys).toBe(0);
  });
});
