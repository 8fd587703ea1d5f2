import { randomUUID } from 'node:crypto';
import { GOOD_CARD } from '#tests/support/buying.ts';
import type { Reply, TestShop } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';
import type { Canaries } from './canaries.ts';
import type { ShopFleet } from './shop-fleet.ts';

/** What people type and what the shop gives them, followed through every kind of call, good and bad. */
export type CanaryScene = {
  fleet: ShopFleet;
  canaries: Canaries;
  /** Calls the shop and records the reply if it is a refusal. */
  call: TestShop['call'];
  /** The same with a raw body, declared as JSON. */
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

/** What the shop gave them. */
export type HandedOut = { proof: string; token: string; orderId: string; intentId: string; secret: string };

/** Generates what a person types, none of which may appear elsewhere. */
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
    // Not a test card: those are public.
    card: keep('card number', '5555 5555 5555 4444'),
    cardDigits: keep('card number', '5555555555554444'),
  };
}

/** Makes only successful calls: creates, verifies and resets an account, places an order and pays for it. */
export async function buyWell(scene: CanaryScene, typed: Typed): Promise<HandedOut> {
  const { call, canaries, fleet } = scene;
  const post = (path: string, body: object, token?: string) =>
    call<{ token: string }>('POST', path, { body, ...(token && { token }) });
  await post('/api/auth/sign-up/email', pick(typed, 'email', 'name', 'password'));
  const signedUp = await post('/api/auth/sign-in/email', pick(typed, 'email', 'password'));
  const first = await exchange(scene, typed.email, signedUp.body.token);
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
  const proof = signedIn.body.token;
  const token = await exchange(scene, typed.email, proof);

  const { phone, address, city } = typed;
  await call('PATCH', `/user/${typed.email}`, {
    token,
    body: { phone, city, district: city, education: city },
  });
  await post('/contact', { name: typed.name, email: typed.email, phone });
  const tool = await fleet.makeTool();
  const order: Reply = await post('/orders', { toolId: tool.id, minQuantity: 1, phone, address }, token);
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
  return { proof, token, orderId, intentId, secret };
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

function pick<Name extends keyof Typed>(typed: Typed, ...names: Name[]): Pick<Typed, Name> {
  return Object.fromEntries(names.map((name) => [name, typed[name]])) as Pick<Typed, Name>;
}

/** Exchanges the proof of a sign-in for the access token. */
async function exchange({ call, canaries }: CanaryScene, email: string, proof: string): Promise<string> {
  const token = canaries.keep('proof', proof);
  const { body } = await call<{ token: string }>('PUT', `/user/${email}`, { token });
  return canaries.keep('access token', body.token);
}

/** The token in the mailed link to a page, once it has arrived. */
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
