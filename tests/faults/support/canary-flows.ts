import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { GOOD_CARD } from '#tests/support/buying.ts';
import type { Reply, TestShop } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';
import type { Canaries } from './canaries.ts';
import type { ShopFleet } from './shop-fleet.ts';

/** What people type, and what the shop hands out to them, followed through every kind of call, good and bad. */
export type CanaryScene = {
  fleet: ShopFleet;
  canaries: Canaries;
  /** Calls the shop and keeps the reply when it is a refusal. */
  call: TestShop['call'];
  /** The same with a body as it is, said to be JSON. */
  callRaw(method: string, path: string, body?: string): Promise<void>;
};

/** What one person types. */
export type Typed = {
  email: string;
  name: string;
  password: string;
  newPassword: string;
  phone: string;
  address: string;
  city: string;
  card: string;
  cardDigits: string;
};

/** What the shop has handed out to them. */
export type HandedOut = { session: string; token: string; orderId: string; intentId: string; secret: string };

/** Makes up what a person types, nothing of which may be seen elsewhere. */
export function typeCanaries(canaries: Canaries, who: string): Typed {
  const mark = randomUUID().slice(0, 8);
  const keep = (what: string, value: string) => canaries.keep(`${who}'s ${what}`, value);
  return {
    email: keep('email', `canary-${mark}@shop.example`),
    name: keep('name', `Canary ${mark} Name`),
    password: keep('password', `pw+${mark}/Kanarienvogel`),
    newPassword: keep('new password', `pw2+${mark}/Kanarienvogel`),
    phone: keep('phone number', `+49 30 ${mark}`),
    address: keep('address', `7 Canary Row, <b>${mark}</b> & Sons`),
    city: keep('city', `Canary City ${mark}`),
    // No test card: those are for everybody to see.
    card: keep('card number', '5555 5555 5555 4444'),
    cardDigits: keep('card number', '5555555555554444'),
  };
}

/** Everything goes well: an account is made, verified and reset, an order placed and paid. */
export async function buyWell(scene: CanaryScene, typed: Typed): Promise<HandedOut> {
  const { call, canaries, fleet } = scene;
  const post = (path: string, body: object, token?: string) =>
    call('POST', path, { body, ...(token && { token }) });
  const signedUp = await post('/api/auth/sign-up/email', pick(typed, 'email', 'name', 'password'));
  const first = canaries.keep('session token', sessionOf(signedUp));
  const verification = canaries.keep(
    'verification token',
    await mailedToken(scene, typed.email, 'verify-email'),
  );
  await call('GET', `/api/auth/verify-email?token=${verification}`, { token: first });
  await post('/api/auth/request-password-reset', { email: typed.email });
  const reset = canaries.keep('reset token', await mailedToken(scene, typed.email, 'reset-password'));
  await post('/api/auth/reset-password', { token: reset, newPassword: typed.newPassword });
  await post('/api/auth/sign-in/email', { email: typed.email, password: typed.password });
  const signedIn = await post('/api/auth/sign-in/email', { email: typed.email, password: typed.newPassword });
  const idReply = await call<{ token: string }>('GET', '/api/auth/token', {
    token: canaries.keep('session token', sessionOf(signedIn)),
  });
  const session = canaries.keep('session token', sessionOf(idReply));
  const idToken = canaries.keep('ID token', idReply.body.token);
  const exchanged = await call<{ token: string }>('PUT', `/user/${typed.email}`, { token: idToken });
  const token = canaries.keep('access token', exchanged.body.token);

  const { phone, address, city } = typed;
  await call('PATCH', `/user/${typed.email}`, {
    token,
    body: { phone, city, district: city, education: city },
  });
  await post('/contact', { name: typed.name, email: typed.email, phone });
  const tool = await fleet.makeTool();
  const order = await post('/orders', { toolId: tool.id, minQuantity: 1, phone, address }, token);
  const { _id: orderId, price } = order.body as { _id: string; price: number };
  const intent = await call<{ clientSecret: string; paymentIntentId: string }>(
    'POST',
    '/create-payment-intent',
    {
      token,
      body: { orderId, price },
    },
  );
  const { clientSecret, paymentIntentId: intentId } = intent.body;
  const secret = canaries.keep('client secret', clientSecret);
  await payWith(scene, typed, { intentId, secret }, typed.card);
  await payWith(scene, typed, { intentId, secret }, typed.cardDigits);
  await payWith(scene, typed, { intentId, secret }, canaries.keep('card number', '4242-4242-4242-4242'));
  await call('PATCH', `/orders/${orderId}`, { token, body: { transactionId: intentId } });
  return { session, token, orderId, intentId, secret };
}

function payWith(
  { call }: CanaryScene,
  { name, email }: Typed,
  { intentId, secret }: Pick<HandedOut, 'intentId' | 'secret'>,
  number: string,
) {
  return call('POST', `/sandbox-cards/intents/${intentId}/confirm`, {
    body: { clientSecret: secret, card: { ...GOOD_CARD, number }, billing: { name, email } },
  });
}

/** Everything that a caller can do wrong, with what must not be told in the wrong place. */
export async function askBadly(
  { call, callRaw }: CanaryScene,
  typed: Typed,
  handed: HandedOut,
): Promise<void> {
  const { token, session, secret, intentId, orderId } = handed;
  const all = { ...typed, ...handed };

  for (const [name, value] of Object.entries(all)) {
    const query = new URLSearchParams({
      token: value,
      [name]: value,
      email: value,
      cursor: value,
      limit: value,
    });
    for (const path of ['/tool', '/orders', '/user', '/mailbox/messages', '/nothing', '/tool/nothing/here']) {
      await call('GET', `${path}?${query}`, { token });
    }
    for (const path of ['/tool/', '/orders/', '/user/', '/admin/', '/pictures/', '/api/auth/']) {
      await call('GET', `${path}${encodeURIComponent(value)}`, { token });
    }
    for (const header of [`Bearer ${value}x`, `Basic ${value}`, value, `Bearer ${value} ${value}`]) {
      if (/^[\x20-\x7e]*$/.test(header)) await call('GET', '/user', { headers: { authorization: header } });
    }
    await call(
      'GET',
      `/api/auth/callback/google?code=${encodeURIComponent(value)}&state=${encodeURIComponent(value)}`,
    );
    await call('GET', `/api/auth/verify-email?token=${encodeURIComponent(value)}x`, { token: session });
    await call('POST', '/api/auth/reset-password', { body: { token: value, newPassword: typed.password } });
    await call('POST', '/webhooks/payment', {
      body: { id: value, intentId: value },
      headers: { 'sandbox-signature': 't=1' },
    });
  }
  // Everything everywhere: each field of each body is wrong, and says so with what it holds.
  for (const path of [
    '/orders',
    '/contact',
    '/review',
    '/create-payment-intent',
    '/api/auth/sign-up/email',
    '/api/auth/sign-in/email',
  ]) {
    await call('POST', path, {
      token,
      body: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]])),
    });
    await call('POST', path, {
      token,
      body: { ...all, minQuantity: typed.phone, rate: typed.phone, price: typed.card },
    });
    await callRaw('POST', path, `{"password":"${typed.password}","card":"${typed.card}",`);
    await call('POST', path, { token, body: { ...all, filler: 'x'.repeat(70_000) } });
    await call('POST', path, { headers: { 'content-type': `text/${session}` }, body: all });
  }
  await call('POST', `/sandbox-cards/intents/${intentId}/confirm`, {
    body: {
      clientSecret: `${secret}x`,
      card: { ...GOOD_CARD, number: typed.card },
      billing: { name: typed.name, email: typed.email },
    },
  });
  await call('POST', `/sandbox-cards/intents/${intentId}/confirm`, {
    body: {
      clientSecret: secret,
      card: { number: typed.address, expiry: typed.phone, securityCode: typed.city },
      billing: typed,
    },
  });
  await call('DELETE', `/orders/${orderId}`, { token });
  await call('POST', '/api/auth/sign-up/email', { body: typed });
  await call('POST', '/api/auth/sign-in/social', {
    body: { provider: 'google', callbackURL: '/login/google-done' },
  });
  await callRaw('GET', `/nothing?token=${session}&x=${'y'.repeat(17_000)}`);
}

/** Rules that no row of this person can keep to, so that the database refuses them and says what it refused. */
const IMPOSSIBLE: [string, string][] = [
  ['orders', "address not like '%Canary%'"],
  ['contact_messages', "name not like 'Canary%'"],
  ['users', "city not like 'Canary%'"],
  ['reviews', 'rate > 5'],
  ['identity.verification', "value = ''"],
  ['identity.session', "token = ''"],
  ['identity.account', "password = ''"],
  ['mailbox.messages', "text_body not like '%token=%'"],
  ['sandbox_cards.intents', "client_secret = ''"],
];

/** What the shop cannot do without. */
const NEEDED = [
  'tools',
  'users',
  'orders',
  'reviews',
  'identity."user"',
  'sandbox_cards.intents',
  'pictures',
];

/** Does everything once more while the database refuses every row, and while tables are missing. */
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

/** One of every call that writes, and the pages whose address holds a token. */
async function askForAll({ call, fleet }: CanaryScene, typed: Typed, handed: HandedOut): Promise<void> {
  const { email, name, phone, address, city, newPassword: password } = typed;
  const { token, session, orderId, intentId, secret } = handed;
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
  // What a buyer writes in a review, and the name under it, are for everybody to read.
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
  await call('POST', '/api/auth/send-verification-email', { token: session, body: { email } });
  await call('GET', '/api/auth/token', { token: session });
  await call('PUT', `/user/${email}`, { token });
  for (const page of ['/reset-password', '/verify-email', '/', '/login', '/dashboard/orders', '/nowhere']) {
    await call('GET', `${page}?token=${encodeURIComponent(session)}&email=${encodeURIComponent(email)}`);
  }
}

function pick<Name extends keyof Typed>(typed: Typed, ...names: Name[]): Pick<Typed, Name> {
  return Object.fromEntries(names.map((name) => [name, typed[name]])) as Pick<Typed, Name>;
}

function sessionOf({ headers }: Reply): string {
  return headers.get('set-auth-token') ?? '';
}

/** The token in the link to a page that was mailed to somebody, once it has come. */
async function mailedToken({ fleet }: CanaryScene, email: string, page: string): Promise<string> {
  let token: string | undefined;
  await until(`a mail that leads to ${page}`, async () => {
    const mails = await fleet.shop.db
      .selectFrom('mailbox.messages')
      .select('text_body')
      .where('recipient', '=', email)
      .execute();
    token = mails
      .map(({ text_body }) => new RegExp(`${page}\\?token=(\\S+)`).exec(text_body)?.[1])
      .find(Boolean);
    return token !== undefined;
  });
  return token ?? '';
}
