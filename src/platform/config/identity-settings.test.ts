import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { firebaseSettings, serviceAccountKey, writeServiceAccount } from '#tests/support/pretend-firebase.ts';
import { problemsOf } from '#tests/support/problems-of.ts';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolyard-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('names each setting that Firebase requires and lacks', () => {
  expect(problemsOf({ IDENTITY_PROVIDER: 'firebase' })).toEqual([
    '  FIREBASE_PROJECT_ID is missing: IDENTITY_PROVIDER=firebase needs it',
    '  FIREBASE_API_KEY is missing: IDENTITY_PROVIDER=firebase needs it',
    '  FIREBASE_AUTH_DOMAIN is missing: IDENTITY_PROVIDER=firebase needs it',
  ]);
});

it('refuses settings that have no use beside Firebase', () => {
  expect(
    problemsOf({
      ...firebaseSettings,
      GOOGLE_CLIENT_ID: 'x',
      SHOP_ADMIN_EMAIL: 'owner@shop.example',
      SHOP_ADMIN_PASSWORD: 'plumb-bob-and-chalk',
    }),
  ).toEqual([
    '  SHOP_ADMIN_PASSWORD is not used: IDENTITY_PROVIDER is firebase, which stores the passwords',
    '  GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not used: IDENTITY_PROVIDER is firebase, which has Google sign-in itself',
  ]);
});

it('names the first admin without a password', () => {
  const { admin } = readConfig({ ...firebaseSettings, SHOP_ADMIN_EMAIL: 'Owner@shop.example' });
  expect(admin).toEqual({ email: 'owner@shop.example', password: undefined });
});

it.each(['127.0.0.1:9099', 'localhost:9099', '[::1]:9099', '127.8.8.8:1'])(
  'accepts an emulator at %s',
  (host) => {
    const { identity } = readConfig({ ...firebaseSettings, FIREBASE_AUTH_EMULATOR_HOST: host });
    expect(identity).toMatchObject({ emulator: `http://${host}` });
  },
);

it.each([
  'emulator.example:9099',
  '10.0.0.7:9099',
  '127.0.0.1',
  '127.0.0.1:9099/x',
  'x@127.0.0.1:9099',
  '127.0.0.1.evil.example:1',
  'localhost.evil.example:1',
])('refuses an emulator at %s', (host) => {
  expect(problemsOf({ ...firebaseSettings, FIREBASE_AUTH_EMULATOR_HOST: host })).toEqual([
    '  FIREBASE_AUTH_EMULATOR_HOST must be a port of this machine, such as 127.0.0.1:9099',
  ]);
});

it('refuses the emulator in live mode', () => {
  expect(
    problemsOf({ ...firebaseSettings, SHOP_MODE: 'live', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }),
  ).toContain(
    '  FIREBASE_AUTH_EMULATOR_HOST must not be set in live mode: an emulator’s tokens are not signed',
  );
});

it('reads the key file of a service account, and no other file', () => {
  const withFile = (path: string) => ({ ...firebaseSettings, FIREBASE_SERVICE_ACCOUNT: path });
  const path = join(folder, 'key.json');
  expect(readConfig(withFile(writeServiceAccount(path))).identity).toMatchObject({
    serviceAccount: { projectId: 'the-project', clientEmail: serviceAccountKey.client_email },
  });
  expect(
    problemsOf(withFile(writeServiceAccount(path, { ...serviceAccountKey, project_id: 'other' }))),
  ).toEqual(['  FIREBASE_SERVICE_ACCOUNT is of the project other, not of the-project']);
  const unusable =
    '  FIREBASE_SERVICE_ACCOUNT must be the path of the JSON key file of a service account, which the shop can read';
  expect(problemsOf(withFile(join(folder, 'none.json')))).toEqual([unusable]);
  for (const wrong of [
    {},
    { ...serviceAccountKey, private_key: 'x' },
    { ...serviceAccountKey, type: 'user' },
  ])
    expect(problemsOf(withFile(writeServiceAccount(path, wrong)))).toEqual([unusable]);
  writeFileSync(path, 'no JSON');
  expect(problemsOf(withFile(path))).toEqual([unusable]);
});
