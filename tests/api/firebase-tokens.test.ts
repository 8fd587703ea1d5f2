/** @module-tag sweep */
import { generateKeyPairSync } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { forgetOldSignIns } from '#features/sign-in/identity-counts.ts';
import { endSessions } from '#features/users/manage-users.ts';
import type { UserRow } from '#features/users/roles-contract.ts';
import { tally, times } from '#tests/support/at-once.ts';
import {
  type FirebaseKey,
  firebaseSettings,
  makeFirebaseKey,
  type PretendedFirebase,
  pretendFirebase,
} from '#tests/support/pretend-firebase.ts';
import { startTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { accountErrorTexts } from '#texts/errors.ts';

let t: TestShop;
let key: FirebaseKey;
let google: PretendedFirebase;

beforeAll(async () => {
  key = await makeFirebaseKey('key-1');
});
afterAll(() => vi.unstubAllGlobals());

async function open(): Promise<void> {
  google = await pretendFirebase();
  google.keys = () => ({ body: { keys: [key.published] }, headers: { 'cache-control': 'max-age=3600' } });
  t = await startTestShop({ ...firebaseSettings, SHOP_ADMIN_EMAIL: 'owner@mail.example' });
}

async function close(): Promise<void> {
  await t?.stop();
  await google.close();
  vi.unstubAllGlobals();
}

const EMAIL = 'ada@mail.example';
const now = () => Math.floor(t.clock.now().getTime() / 1000);
const sign = (claims: Record<string, unknown> = {}) => key.sign(claims, now());

const exchange = (token: string, email = EMAIL) =>
  t.call<{ token: string }>('PUT', `/user/${email}`, { token });

/** An unknown key triggers a new fetch every half a minute at most, by the machine's own clock. */
function letKeysBeAskedForAgain(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  onTestFinished(() => void vi.useRealTimers());
}

/** Letters that hardly compress. */
function noise(letters: number): string {
  const codes = Array.from({ length: letters }, (_, at) => 0x4e00 + ((at * 7919) % 20_000));
  return String.fromCodePoint(...codes);
}

/** The same token, with another of the last characters that stand for the same signature. */
const respell = (token: string) =>
  token.slice(0, -1) + String.fromCodePoint((token.codePointAt(token.length - 1) ?? 0) + 1);

const usersNow = () => t.asOwner('select subject, email, email_verified, display_name, role from users');

describe('a shop with Firebase accounts', () => {
  beforeEach(open);
  afterEach(close);

  it('exchanges a Firebase ID token for an access token, and identifies the user by it', async () => {
    const { status, body } = await exchange(await sign());
    expect(status).toBe(200);
    expect(await usersNow()).toEqual([
      { subject: 'subject-1', email: EMAIL, email_verified: true, display_name: 'Ada Joiner', role: 'user' },
    ]);
    const profile = await t.call('GET', `/user/${EMAIL}`, { token: body.token });
    expect(profile).toMatchObject({ status: 200, body: { email: EMAIL, displayName: 'Ada Joiner' } });
  });

  it('exchanges an ID token once, also of six at the same time, and not after a log-out', async () => {
    const idToken = await sign();
    const replies = await times(6, () => exchange(idToken));
    expect(tally(replies)).toEqual({ 200: 1, 401: 5 });
    const token = replies.find(({ status }) => status === 200)?.body.token ?? '';
    expect((await t.call('POST', '/api/auth/sign-out', { token })).status).toBe(200);
    t.clock.advance(59 * 60_000);
    await forgetOldSignIns(t.shop);
    for (const again of [idToken, respell(idToken)]) expect((await exchange(again)).status).toBe(401);
    t.clock.advance(62 * 60_000);
    await forgetOldSignIns(t.shop);
    expect(await t.asOwner('select from identity.verification')).toEqual([]);
    expect((await exchange(idToken)).status).toBe(401);
    expect((await exchange(await sign())).status).toBe(200);
  });

  it('leaves an ID token that was refused for its next exchange', async () => {
    const idToken = await sign();
    expect((await exchange(idToken, 'ben@mail.example')).status).toBe(401);
    expect((await exchange(idToken)).status).toBe(200);
  });

  it('keeps only the storable and visible part of a name', { tags: ['sweep'] }, async () => {
    for (const [name, kept] of [
      ['Ada\u0000\u0007\nJoiner', 'Ada Joiner'],
      [noise(2_000), noise(200)],
      [`${'a'.repeat(199)}🔨`, 'a'.repeat(199)],
      [' \u200b ', 'Ada@Mail.example'],
      [7, 'Ada@Mail.example'],
    ]) {
      expect((await exchange(await sign({ name }))).status).toBe(200);
      expect(await usersNow()).toMatchObject([{ display_name: kept }]);
    }
  });

  it('has no calls of the embedded accounts, and returns the settings for the browser', async () => {
    expect((await t.call('POST', '/api/auth/sign-in/email', { body: {} })).status).toBe(404);
    const { body } = await t.call('GET', '/settings');
    expect(body).toMatchObject({
      identityProvider: {
        kind: 'firebase',
        googleClientId: null,
        firebase: {
          projectId: 'the-project',
          apiKey: 'the-api-key',
          authDomain: 'the-project.firebaseapp.com',
          emulator: null,
        },
      },
    });
  });

  it('gives only the admin of the settings the role, once the address is verified', async () => {
    const owner = { sub: 'the-owner', email: 'owner@mail.example' };
    await exchange(await sign({ ...owner, email_verified: false }), 'owner@mail.example');
    await exchange(await sign());
    expect((await usersNow()).map(({ role }) => role)).toEqual(['user', 'user']);
    await exchange(await sign(owner), 'owner@mail.example');
    const roles = (await usersNow()).map(({ subject, role }) => [subject, role]);
    expect(Object.fromEntries(roles)).toEqual({ 'the-owner': 'admin', 'subject-1': 'user' });
  });

  it('leaves a second step and addresses to Firebase, in words: none is required, shown, or changed here', async () => {
    const owner = { sub: 'the-owner', email: 'owner@mail.example' };
    const { token } = (await exchange(await sign(owner), owner.email)).body;
    await exchange(await sign());
    const { version } = (await t.call<ManagedDetails>('GET', '/managedetails', { token })).body;
    const change = (security: object) =>
      t.call<ManagedDetails>('PATCH', '/details', { token, body: { version, security } });
    expect(await change({ staffFactor: true, refundsAbove: null })).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'conflict',
          field: 'security.staffFactor',
          message: 'Firebase keeps the accounts of this shop, so two-step verification is required there',
        },
      },
    });
    expect(await t.call('DELETE', `/user/factors/${EMAIL}`, { token })).toMatchObject({
      status: 404,
      body: { error: { message: accountErrorTexts.accountsAtFirebase } },
    });
    for (const [path, body] of [
      ['/account/email', { email: 'new@mail.example' }],
      ['/account/email/confirm', { token: 'made.up' }],
      ['/account/email/undo', { token: 'made.up' }],
    ] as const)
      expect(await t.call('POST', path, { token, body })).toMatchObject({
        status: 409,
        body: { error: { code: 'conflict', message: accountErrorTexts.accountsAtFirebase } },
      });
    const { body: rows } = await t.call<UserRow[]>('GET', '/user', { token });
    expect(rows.map((row) => 'secondFactor' in row)).toEqual([false, false]);
    expect((await t.call('GET', `/customers/${EMAIL}`, { token })).body).not.toHaveProperty('factors');
    // Large refunds are confirmed by logging in to Firebase again.
    expect((await change({ staffFactor: false, refundsAbove: 100 })).status).toBe(200);
  });

  it('tolerates a clock that is a minute off', async () => {
    expect((await exchange(await sign({ auth_time: now() + 55, iat: now() + 55 }))).status).toBe(200);
    expect((await exchange(await sign({ exp: now() - 55 }))).status).toBe(200);
  });

  it('fetches Google’s keys once, and again when they change', async () => {
    for (let time = 0; time < 3; time += 1) expect((await exchange(await sign())).status).toBe(200);
    expect(google.asked.keys).toBe(1);
    const next = await makeFirebaseKey('key-2');
    google.keys = () => ({ body: { keys: [next.published] }, headers: { 'cache-control': 'max-age=3600' } });
    letKeysBeAskedForAgain();
    expect((await exchange(await next.sign({}, now()))).status).toBe(200);
    expect((await exchange(await sign())).status).toBe(401);
    expect(google.asked.keys).toBe(2);
  });

  it('answers busy, and signs nobody out, while Google’s keys are unavailable', async () => {
    const busy = { status: 503, body: { error: { code: 'unavailable' } } };
    for (const answer of [{ status: 500, body: {} }, { body: '<h1>Sorry</h1>' }, { body: { keys: [] } }]) {
      google.keys = () => answer;
      expect(await exchange(await sign())).toMatchObject(busy);
    }
    await google.close();
    expect(await exchange(await sign())).toMatchObject(busy);
    expect(await usersNow()).toEqual([]);
  });

  it('stores a new name locally without a service account, and ends the shop’s own sessions', {
    tags: ['sweep'],
  }, async () => {
    const { body } = await exchange(await sign());
    const change = { email: EMAIL, name: 'Ada Turner' };
    expect((await t.call('PATCH', `/user/${EMAIL}`, { token: body.token, body: change })).status).toBe(200);
    expect((await usersNow())[0]).toMatchObject({ display_name: 'Ada Turner' });
    expect(await endSessions(t.shop, EMAIL)).toBe('ended');
    expect((await t.call('GET', '/account/session', { token: body.token })).status).toBe(401);
    expect(google.asked).toMatchObject({ tokens: [], lookup: [], update: [] });
  });
});

describe('a token that proves nothing', () => {
  beforeAll(open);
  afterAll(close);

  const hour = 3600;
  const payload = () => ({
    iss: 'https://securetoken.google.com/the-project',
    aud: 'the-project',
    sub: 'subject-1',
    email: EMAIL,
    email_verified: true,
    auth_time: now() - 100,
    iat: now() - 10,
    exp: now() + hour,
  });
  const signedWith = async (kid: string, signedKid?: string) =>
    (await makeFirebaseKey(kid, signedKid)).sign({}, now());

  it.each<[string, () => string | Promise<string>]>([
    ['for another project', () => sign({ aud: 'another-project' })],
    ['of another project', () => sign({ iss: 'https://securetoken.google.com/another-project' })],
    ['of another issuer', () => sign({ iss: 'https://accounts.google.com' })],
    ['run out', () => sign({ iat: now() - 2 * hour, exp: now() - 61 })],
    ['issued more than an hour ago, though it has not run out', () => sign({ iat: now() - hour - 61 })],
    ['without an end', () => sign({ exp: undefined })],
    ['issued in the future', () => sign({ iat: now() + 65 })],
    ['signed in to in the future', () => sign({ auth_time: now() + 65 })],
    ['never signed in to', () => sign({ auth_time: undefined })],
    ['of nobody', () => sign({ sub: '' })],
    ['without a subject', () => sign({ sub: undefined })],
    ['of a subject too long', () => sign({ sub: 'x'.repeat(129) })],
    ['without an address', () => sign({ email: undefined })],
    ['not signed', () => new UnsecuredJWT(payload()).encode()],
    [
      'signed with the API key',
      () =>
        new SignJWT(payload())
          .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
          .sign(new TextEncoder().encode('the-api-key'.padEnd(32))),
    ],
    ['signed with another key of that name', () => signedWith('key-1')],
    ['signed with an unknown key', () => signedWith('key-9')],
    ['altered', async () => (await sign()).replace(/\.[^.]+\./, (middle) => `${middle.slice(0, -2)}A.`)],
    ['no token at all', () => 'nothing'],
  ])('%s is refused, and nothing of it is stored', async (_what, token) => {
    expect((await exchange(await token())).status).toBe(401);
    expect(await usersNow()).toEqual([]);
  });

  it('is one of another user', async () => {
    expect((await exchange(await sign(), 'ben@mail.example')).status).toBe(401);
    expect(await usersNow()).toEqual([]);
  });

  it('is one signed by another algorithm, though with Firebase’s key', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const published = { ...publicKey.export({ format: 'jwk' }), kid: 'key-2', use: 'sig' };
    google.keys = () => ({ body: { keys: [published] } });
    letKeysBeAskedForAgain();
    const signedBy = (alg: string) =>
      new SignJWT(payload()).setProtectedHeader({ alg, kid: 'key-2' }).sign(privateKey);
    for (const alg of ['RS512', 'PS256']) expect((await exchange(await signedBy(alg))).status).toBe(401);
    expect(await usersNow()).toEqual([]);
    expect((await exchange(await signedBy('RS256'))).status).toBe(200);
  });
});
