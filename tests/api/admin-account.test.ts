/** @module-tag sweep */
import { expect, it } from 'vitest';
import { endSessions, ensureAdmin, makeAdmin } from '#features/users/manage-users.ts';
import { createEmbeddedIdentity } from '#platform/identity/embedded/embedded-identity.ts';
import { deriveSecrets } from '#platform/secrets.ts';
import {
  accessTokenOf,
  exchange,
  mailedToken,
  PASSWORD,
  signIn,
  signInAgain,
  signUp,
} from '#tests/support/accounts.ts';
import { appCode } from '#tests/support/app-code.ts';
import { addApp, addPasskey, usePasskey } from '#tests/support/second-factors.ts';
import { expectEnded, subjectOf } from '#tests/support/sessions.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import { startTestShop } from '#tests/support/test-shop.ts';

const EMAIL = 'boss@shop.example';

const t = setUpShop();

const startWith = (password: string) =>
  ensureAdmin({ ...t.shop, config: { ...t.shop.config, admin: { email: EMAIL, password } } });

async function isAdmin(email: string, password: string): Promise<boolean> {
  const token = await signInAgain(t, email, password);
  return (await t.call<{ admin: boolean }>('GET', `/admin/${email}`, { token })).body.admin;
}

it('creates one admin if there is none, even if several processes start together', async () => {
  const starts = await Promise.all([1, 2, 3].map(() => ensureAdmin(t.shop)));
  const [made, ...others] = starts.toSorted((one) => (one ? -1 : 1));
  expect(others).toEqual([undefined, undefined]);
  expect(made).toMatchObject({ email: 'admin@toolyard.example' });
  expect(made?.madeUpPassword).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  expect(await isAdmin('admin@toolyard.example', made?.madeUpPassword ?? '')).toBe(true);
  expect(await ensureAdmin(t.shop)).toBeUndefined();
});

it('creates the admin of the settings', async () => {
  expect(await startWith('first of the settings')).toEqual({ email: EMAIL });
  expect(await isAdmin(EMAIL, 'first of the settings')).toBe(true);
});

it('keeps a password that was changed later', async () => {
  await t.call('POST', '/api/auth/request-password-reset', { body: { email: EMAIL } });
  const token = await mailedToken(t, EMAIL, '/reset-password');
  await t.call('POST', '/api/auth/reset-password', { body: { token, newPassword: 'changed by the mail' } });
  await startWith('first of the settings');
  expect((await signIn(t, EMAIL, 'first of the settings')).status).toBe(401);
  expect(await isAdmin(EMAIL, 'changed by the mail')).toBe(true);
});

it('applies a changed setting, and ends every session', async () => {
  const token = await signInAgain(t, EMAIL, 'changed by the mail');
  const { proof } = await signIn(t, EMAIL, 'changed by the mail');
  await startWith('second of the settings');
  await expectEnded(t, token);
  expect((await exchange(t, EMAIL, proof)).status).toBe(401);
  expect((await signIn(t, EMAIL, 'changed by the mail')).status).toBe(401);
  expect(await isAdmin(EMAIL, 'second of the settings')).toBe(true);
});

it('takes over an account that another person created first', async () => {
  const squatter = await signUp(t, { email: 'early@shop.example', name: 'Eve' });
  const { authenticator } = await addPasskey(t, squatter);
  await addApp(t, squatter);
  const token = await accessTokenOf(t, squatter);
  const admin = { email: squatter.email, password: 'the rightful owner' };
  await ensureAdmin({ ...t.shop, config: { ...t.shop.config, admin } });
  expect((await signIn(t, squatter.email, PASSWORD)).status).toBe(401);
  await expectEnded(t, token);
  expect((await usePasskey(t, authenticator)).status).toBe(400);
  expect(await isAdmin(squatter.email, 'the rightful owner')).toBe(true);
});

it('gives the admin of the settings the role at the exchange, once verified', async () => {
  const shop = await startTestShop({ SHOP_ADMIN_EMAIL: EMAIL, SHOP_ADMIN_PASSWORD: PASSWORD });
  try {
    const account = await signUp(shop, { email: EMAIL });
    const before = await accessTokenOf(shop, account);
    expect((await shop.call('GET', '/user', { token: before })).status).toBe(403);
    const token = await mailedToken(shop, EMAIL, '/verify-email');
    await shop.call('GET', `/api/auth/verify-email?token=${token}`, { token: before });
    const after = await signInAgain(shop, account.email);
    expect((await shop.call('GET', '/user', { token: after })).status).toBe(200);
  } finally {
    await shop.stop();
  }
});

it('makes an admin from the command line', async () => {
  const account = await signUp(t);
  expect(await makeAdmin(t.shop, account.email)).toBe('unknown');
  await accessTokenOf(t, account);
  expect(await makeAdmin(t.shop, account.email)).toBe('made');
  expect(await makeAdmin(t.shop, account.email)).toBe('already');
});

it('signs one user out everywhere from the command line, and no others', async () => {
  const [ada, ben] = [await signUp(t, { email: 'ada.signed@shop.example' }), await signUp(t)];
  const [token, other] = [await accessTokenOf(t, ada), await accessTokenOf(t, ben)];
  expect(await endSessions(t.shop, 'nobody@shop.example')).toBe('unknown');
  expect((await t.call('GET', `/user/${ada.email}`, { token })).status).toBe(200);
  expect(await endSessions(t.shop, ada.email)).toBe('ended');
  expect((await t.call('GET', `/user/${ada.email}`, { token })).status).toBe(401);
  expect((await t.call('GET', `/user/${ben.email}`, { token: other })).status).toBe(200);
  const trail =
    "select u.email from audit_events join users u on u.id = user_id where action = 'sessions_ended'";
  expect(await t.asOwner(trail)).toEqual([{ email: ada.email }]);
});

it('keeps working after the secret changes', async () => {
  const account = await signUp(t, { email: 'stays@shop.example' });
  const { secret, recoveryCodes } = await addApp(t, account);
  const identity = createEmbeddedIdentity({
    db: t.shop.db,
    clock: t.clock,
    secrets: deriveSecrets('another secret, as long as it has to be'),
    origin: () => t.url,
    google: undefined,
    log: t.shop.log,
    sendVerification: async () => undefined,
    sendReset: async () => undefined,
    onKnownSignUp: async () => undefined,
    onEvent: async () => undefined,
  });
  const { token: proof } = await identity.calls.signIn({ email: account.email, password: PASSWORD });
  const subject = await subjectOf(t, account);
  const [row] = await t.asOwner('select id from sessions where opened_at is null order by id desc limit 1');
  const own = { subject, sessionId: String(row?.id) };
  // The app has to be set up again; until then its recovery codes let its owner in.
  const code = appCode(secret, t.clock.now());
  await expect(identity.secondFactor.passByCode(own, code)).rejects.toMatchObject({ code: 'wrong_code' });
  await identity.secondFactor.passByCode(own, recoveryCodes[0] ?? '');
  expect(await identity.verifyProof(proof)).toMatchObject({ email: 'stays@shop.example' });
});
