import { GOOD_CARD } from '#tests/support/buying.ts';
import type { CanaryScene, HandedOut, Typed } from './canary-flows.ts';

/** Makes every mistake a caller can make, with values that must not leak. */
export async function askBadly(scene: CanaryScene, typed: Typed, handed: HandedOut): Promise<void> {
  const all = { ...typed, ...handed };
  for (const [name, value] of Object.entries(all)) await misplace(scene, handed, name, value);
  for (const path of writes) await fillBadly(scene, path, typed, handed);
  await payBadly(scene, typed, handed);
  const { call, callRaw } = scene;
  await call('DELETE', `/orders/${handed.orderId}`, { token: handed.token });
  await call('POST', '/api/auth/sign-up/email', { body: typed });
  const google = { callbackURL: '/login/google-done' };
  await call('POST', '/api/auth/sign-in/social', { body: google });
  await callRaw('GET', `/nothing?token=${handed.proof}&x=${'y'.repeat(17_000)}`);
}

/** Puts a value where it does not belong: into paths, queries, headers and in place of tokens. */
async function misplace({ call }: CanaryScene, handed: HandedOut, name: string, value: string) {
  const { token } = handed;
  const encoded = encodeURIComponent(value);
  const query = new URLSearchParams({ token: value, [name]: value, email: value, cursor: value });
  for (const path of ['/tool', '/orders', '/user', '/mailbox/messages', '/nothing', '/tool/nothing/here']) {
    await call('GET', `${path}?${query}`, { token });
  }
  for (const path of ['/tool/', '/orders/', '/user/', '/admin/', '/pictures/', '/api/auth/']) {
    await call('GET', `${path}${encoded}`, { token });
  }
  for (const authorization of [`Bearer ${value}x`, `Basic ${value}`, value, `Bearer ${value} ${value}`]) {
    await call('GET', '/user', { headers: { authorization } });
  }
  await call('GET', `/api/auth/callback/google?code=${encoded}&state=${encoded}`);
  await call('GET', `/api/auth/verify-email?token=${encoded}x`, { token });
  await call('POST', '/api/auth/reset-password', { body: { token: value, newPassword: value } });
  const signature = { 'sandbox-signature': `t=1,v1=${encoded}` };
  await call('POST', '/webhooks/payment', { body: { id: value, intentId: value }, headers: signature });
}

/** Sends bodies with each field wrong, that are not JSON, too large, or of another type. */
async function fillBadly(scene: CanaryScene, path: string, typed: Typed, handed: HandedOut) {
  const { call, callRaw } = scene;
  const { token } = handed;
  const all = { ...typed, ...handed };
  const wrapped = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]]));
  const post = (body: object) => call('POST', path, { token, body });
  await post(wrapped);
  await post({ ...all, minQuantity: typed.phone, rate: typed.phone, price: typed.card });
  await post({ ...all, filler: 'x'.repeat(70_000) });
  await callRaw('POST', path, `{"password":"${typed.password}","card":"${typed.card}",`);
  await call('POST', path, { headers: { 'content-type': `text/${handed.proof}` }, body: all });
}

async function payBadly({ call }: CanaryScene, typed: Typed, { intentId, secret }: HandedOut) {
  const { name, email, card: number, address, phone, city } = typed;
  const path = `/sandbox-cards/intents/${intentId}/confirm`;
  const card = { ...GOOD_CARD, number };
  await call('POST', path, { body: { clientSecret: `${secret}x`, card, billing: { name, email } } });
  const mixedUp = { number: address, expiry: phone, securityCode: city };
  await call('POST', path, { body: { clientSecret: secret, card: mixedUp, billing: typed } });
}

const writes = [
  '/orders',
  '/contact',
  '/review',
  '/create-payment-intent',
  '/api/auth/sign-up/email',
  '/api/auth/sign-in/email',
];
