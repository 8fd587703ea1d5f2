/** @module-tag sweep */
import { expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { MAX_EMAIL_LENGTH } from '#contracts/email.ts';
import { scopes } from '#contracts/scopes.ts';
import { MAX_API_KEYS } from '#features/api-keys/contract.ts';
import { MAX_ENDPOINTS, webhookEvents } from '#features/webhooks/contract.ts';
import { addPasskeyRow } from '#tests/support/access-askers.ts';
import { accessTokenOf, mailsTo, signUp } from '#tests/support/accounts.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { makeAuthenticator } from '#tests/support/second-factors.ts';
import { subjectOf } from '#tests/support/sessions.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

// Accounts, keys, and webhooks at their bounds: what is longest is taken, and one more is refused by its
// field.

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const person = setUp(async () => {
  const account = await signUp(t);
  return { ...account, token: await accessTokenOf(t, account) };
});
const passkeyId = setUp(async () => {
  const id = await addPasskeyRow(t, person);
  await t.asOwner('update sessions set factor_at = now()');
  return { id };
});

const call = (method: string, path: string, body: unknown, { token } = admin as { token: string }) =>
  t.call<ErrorReply & { _id: string }>(method, path, { token, body });
const text = (length: number) => 'x'.repeat(length);
/** A password that is not easily guessed. */
const longest = (length: number) => 'Two planes and a plumb line. '.repeat(5).slice(0, length);
const network = (nth: number) => `${String(nth).padStart(4, '0')}:${'abcd:'.repeat(6)}abcd/128`;
const newKey = (key: object) => ({ name: 'Key', scopes: ['orders:read'], ...key });
const endpoint = (path: number) => ({
  url: 'https://93.184.216.34/'.padEnd(path, 'x'),
  events: webhookEvents,
});
const emailOf = (length: number) => `${text(length - 194)}@${'a.'.repeat(93)}example`;

it.each<[string, string, (beyond: number) => unknown, string]>([
  ['POST', '/api-keys', (beyond) => newKey({ name: text(100 + beyond) }), 'name'],
  [
    'POST',
    '/api-keys',
    (beyond) => newKey({ addresses: Array.from({ length: 20 + beyond }, (_, nth) => network(nth)) }),
    'addresses',
  ],
  [
    'POST',
    '/api-keys',
    (beyond) => newKey({ scopes: [...scopes, 'orders:read'].slice(0, scopes.length + beyond) }),
    'scopes',
  ],
  ['POST', '/webhook-endpoints', (beyond) => endpoint(2_000 + beyond), 'url'],
  [
    'POST',
    '/webhook-endpoints',
    (beyond) => ({ ...endpoint(30), events: [...webhookEvents, ...webhookEvents.slice(0, beyond)] }),
    'events',
  ],
])('%s %s takes its longest input, and not one more (%#)', async (method, path, body, field) => {
  const taken = await call(method, path, body(0));
  expect(taken.status).toBe(201);
  const refused = await call(method, path, body(1));
  expect([refused.status, refused.body.error.field?.split('.')[0]]).toEqual([400, field]);
  expect((await call('DELETE', `${path}/${taken.body._id}`, undefined)).status).toBe(200);
});

it('takes the longest name of a passkey, and not one more', async () => {
  const rename = (length: number) =>
    call('PATCH', `/account/passkeys/${passkeyId.id}`, { name: text(length) }, person);
  expect((await rename(60)).status).toBe(200);
  expect(await rename(61)).toMatchObject({ status: 400, body: { error: { field: 'name' } } });
});

it('takes the longest email address, and not one more', async () => {
  const account = await signUp(t);
  const token = await accessTokenOf(t, account);
  const ask = (length: number) => call('POST', '/account/email', { email: emailOf(length) }, { token });
  expect(await ask(MAX_EMAIL_LENGTH + 1)).toMatchObject({ status: 400, body: { error: { field: 'email' } } });
  expect((await ask(MAX_EMAIL_LENGTH)).status).toBe(202);
  expect(await mailsTo(t, emailOf(MAX_EMAIL_LENGTH))).toHaveLength(1);
});

const passkeyOf = (length: number, parts: string[]) => ({
  ...{ id: text(length), rawId: text(length), type: 'public-key', clientExtensionResults: {} },
  response: Object.fromEntries(['clientDataJSON', ...parts].map((name) => [name, text(length)])),
});

it.each<[string, string, unknown, string]>([
  ['POST', '/account/email/confirm', { token: text(1_000) }, 'token'],
  ['POST', '/account/email/undo', { token: text(1_001) }, 'token'],
  ['POST', '/account/password', { currentPassword: text(128), newPassword: longest(128) }, 'currentPassword'],
  ['POST', '/account/password', { currentPassword: text(129), newPassword: text(128) }, 'currentPassword'],
  ['POST', '/account/password', { currentPassword: text(128), newPassword: longest(129) }, 'newPassword'],
  ['DELETE', '/account', { password: text(129) }, 'password'],
  ['POST', '/account/authenticator/confirm', { code: '1-2-3-4-5-6-'.padEnd(20, '-') }, 'code'],
  ['POST', '/account/authenticator/confirm', { code: '1-2-3-4-5-6-'.padEnd(21, '-') }, 'code'],
  ['POST', '/account/passkeys', { name: 'Key', passkey: passkeyOf(8_000, ['attestationObject']) }, 'passkey'],
  ['POST', '/account/passkeys', { name: 'Key', passkey: passkeyOf(8_001, ['attestationObject']) }, 'passkey'],
  ['POST', '/api/auth/passkey', { passkey: passkeyOf(3_000, ['authenticatorData', 'signature']) }, 'passkey'],
  ['POST', '/api/auth/passkey', { passkey: passkeyOf(4_001, ['authenticatorData']) }, 'passkey'],
])('%s %s refuses what is longest and wrong by its field (%#)', async (method, path, body, field) => {
  const isAccountCall = path.startsWith('/api/auth');
  const { status, body: said } = isAccountCall
    ? await t.call<ErrorReply>(method, path, { body })
    : await call(method, path, body, person);
  expect([status, said.error.field?.split('.')[0]]).toEqual([400, field]);
});

it('refuses a passkey whose attestation is nested as deep as it can be', async () => {
  const options = await t.call<{ challenge: string }>('POST', '/account/passkeys/options', {
    token: person.token,
  });
  const made = makeAuthenticator(t).create(options.body);
  const attestationObject = Buffer.alloc(6_000, 0x81).toString('base64url');
  const passkey = { ...made, response: { ...made.response, attestationObject } };
  const added = await call('POST', '/account/passkeys', { name: 'Key', passkey }, person);
  expect(added).toMatchObject({ status: 400, body: { error: { field: 'passkey' } } });
});

it.each([
  ['/api-keys', 64],
  ['/webhook-endpoints', 64],
  ['/account/passkeys', 64],
  ['/api/auth/passkey', 16],
])('POST %s refuses a body of over %d KB', async (path, kilobytes) => {
  const refused = await call('POST', path, { filler: text(kilobytes * 1024) });
  expect(refused).toMatchObject({ status: 413, body: { error: { code: 'too_large' } } });
});

it.each<[string, number, () => unknown]>([
  ['/api-keys', MAX_API_KEYS, () => newKey({})],
  ['/webhook-endpoints', MAX_ENDPOINTS, () => endpoint(30)],
])('POST %s makes %d at most, however many are asked for at once', async (path, most, body) => {
  const replies = await times(most + 3, () => call('POST', path, body()));
  expect(tally(replies)).toEqual({ 201: most, 409: 3 });
  expect((await t.call<unknown[]>('GET', path, { token: admin.token })).body).toHaveLength(most);
});

it('lists the last hundred sessions', async () => {
  const account = await signUp(t);
  const token = await accessTokenOf(t, account);
  await t.asOwner(`insert into sessions (id, token_hash, subject, started_at, opened_at, proved_at, used_at)
    select gen_random_uuid(), sha256(convert_to(n::text, 'utf8')), subject, started_at, opened_at, proved_at,
      used_at - interval '1 hour' from generate_series(1, 105) n, sessions
    where subject = '${await subjectOf(t, account)}'`);
  const { body } = await t.call<{ isCurrent: boolean }[]>('GET', '/account/sessions', { token });
  expect(body).toHaveLength(100);
  expect(body[0]).toMatchObject({ isCurrent: true });
});

it('answers words that nothing is called with an empty list, and longer ones not at all', async () => {
  const { body } = await call('POST', '/webhook-endpoints', endpoint(30));
  const [first] = (await t.call<{ _id: string }[]>('GET', '/webhook-endpoints', { token: admin.token })).body;
  const search = (length: number) =>
    t.call('GET', `/webhook-endpoints/${body._id ?? first?._id}/deliveries?q=${text(length)}&limit=100`, {
      token: admin.token,
    });
  expect(await search(200)).toMatchObject({ status: 200, body: [] });
  expect(await search(201)).toMatchObject({ status: 400, body: { error: { field: 'q' } } });
});
