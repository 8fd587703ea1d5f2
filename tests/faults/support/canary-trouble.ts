import { sql } from 'kysely';
import { GOOD_CARD } from '#tests/support/buying.ts';
import type { CanaryScene, HandedOut, Typed } from './canary-flows.ts';

/** Constraints that no row of this person can meet, so that the database rejects it and reports the row. */
const IMPOSSIBLE: [string, string][] = [
  ['orders', "address not like '%Canary%'"],
  ['contact_messages', "name not like 'Canary%'"],
  ['users', "city not like 'Canary%'"],
  ['reviews', 'rate > 5'],
  ['identity.verification', "value = ''"],
  ['sessions', 'false'],
  ['identity.account', "password = ''"],
  ['mailbox.messages', "text_body not like '%token=%'"],
  ['sandbox_cards.intents', "client_secret = ''"],
];

/** Tables that the shop cannot work without. */
const NEEDED = [
  'tools',
  'users',
  'sessions',
  'orders',
  'reviews',
  'identity."user"',
  'sandbox_cards.intents',
  'pictures',
];

/** Repeats everything while the database rejects every row, and while tables are missing. */
export async function askInTrouble(scene: CanaryScene, typed: Typed, handed: HandedOut): Promise<void> {
  const { db } = scene.fleet.shop;
  for (const [table, rule] of IMPOSSIBLE) {
    await sql.raw(`alter table ${table} add constraint no_canaries check (${rule}) not valid`).execute(db);
  }
  await askForAll(scene, typed, handed);
  for (const [table] of IMPOSSIBLE)
    await sql.raw(`alter table ${table} drop constraint no_canaries`).execute(db);
  for (const table of NEEDED) {
    const [bare = ''] = table.split('.').slice(-1);
    const away = bare.replace(/\w+/, '$&_away');
    await sql.raw(`alter table ${table} rename to ${away}`).execute(db);
    await askForAll(scene, typed, handed);
    await sql.raw(`alter table ${table.replace(bare, away)} rename to ${bare}`).execute(db);
  }
}

/** Makes one of every writing call, and requests the pages whose URL has a token. */
async function askForAll({ call, fleet }: CanaryScene, typed: Typed, handed: HandedOut): Promise<void> {
  const { email, name, phone, address, city, newPassword: password } = typed;
  const { token, proof, orderId, intentId, secret } = handed;
  const toolId = (
    await fleet.shop.db
      .selectFrom('orders')
      .select('tool_id')
      .limit(1)
      .execute()
      .catch(() => [])
  )[0]?.tool_id;
  const post = (path: string, body: object) => call('POST', path, { token, body });
  await post('/orders', { toolId, minQuantity: 1, phone, address });
  await post('/contact', { name, email, phone });
  // A review's text and the name under it are public.
  await call('POST', '/review', { token: fleet.admin.token, body: { rate: 5, reviews: 'Cuts well.' } });
  await post('/create-payment-intent', { orderId, price: 12.5 });
  await call('PATCH', `/user/${email}`, { token, body: { phone, city } });
  await call('PATCH', `/orders/${orderId}`, { token, body: { transactionId: intentId } });
  await post(`/sandbox-cards/intents/${intentId}/confirm`, {
    clientSecret: secret,
    card: { ...GOOD_CARD, number: typed.card },
    billing: { name, email },
  });
  await post('/api/auth/sign-up/email', { email: `new-${email}`, name, password });
  await post('/api/auth/sign-in/email', { email, password });
  await post('/api/auth/request-password-reset', { email });
  await call('POST', '/api/auth/send-verification-email', { token, body: { email } });
  await call('PUT', `/user/${email}`, { token: proof });
  for (const page of ['/reset-password', '/verify-email', '/', '/login', '/dashboard/orders', '/nowhere']) {
    await call('GET', `${page}?token=${encodeURIComponent(token)}&email=${encodeURIComponent(email)}`);
  }
}
