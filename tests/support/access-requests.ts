import { randomUUID } from 'node:crypto';
import { logoOfPages } from '#contracts/shop-details.ts';
import { giveEmail } from '#features/account/change-email/customer-email.ts';
import type { Address } from '#features/addresses/contract.ts';
import { readManagedRules } from '#features/charge-rules/change-rules.ts';
import { storeOfficialNotice } from '#features/legal/routes.ts';
import { storeLogo } from '#features/shop-details/routes.ts';
import { stopAddress } from '#features/users/notices/stop-emails.ts';
import { insertCustomer } from '#features/users/store.ts';
import { runAsActor } from '#platform/actor.ts';
import { addPasskeyRow } from './access-askers.ts';
import { catalogueRequests } from './access-requests-catalogue.ts';
import { orderRequests } from './access-requests-orders.ts';
import { type MakeRequest, makeIntent, makeOrder, makeQuote, type Scene } from './access-scene.ts';
import { usAddress } from './addresses.ts';
import { makeApiKey } from './api-keys.ts';
import { orderBody, placeOrder } from './buying.ts';
import { legalText, publishText } from './legal.ts';
import { giveBankDetails } from './open-invoices.ts';
import { plainPicture } from './pictures.ts';
import { offerBody } from './quotes.ts';
import { subjectOf } from './sessions.ts';
import { makeSession, type TestShop, type TestUser } from './test-shop.ts';

/** The current charge rules, to be saved again unchanged. */
const chargeRules = ({ shop }: TestShop) => readManagedRules(shop, shop.db);

async function makeReview({ t, person }: Scene): Promise<string> {
  const review = { id: randomUUID(), user_id: person.userId, name: person.name, rate: 2, reviews: 'Blunt.' };
  await t.shop.db.insertInto('reviews').values(review).execute();
  return review.id;
}

async function makeMessage({ t, person }: Scene, closedAt: Date | null = null): Promise<string> {
  const id = randomUUID();
  const from = { name: person.name, email: person.email, phone: '+1 555 0100' };
  await t.shop.db
    .insertInto('contact_messages')
    .values({ id, ...from, closed_at: closedAt })
    .execute();
  return id;
}

/** Gives `person` a passkey, which their sessions have passed. */
async function makePasskey({ t, person }: Scene): Promise<string> {
  await t.asOwner(`update sessions set factor_at = now() where subject =
    (select id from identity."user" where email = '${person.email}')`);
  return addPasskeyRow(t, person);
}

/** Signs `person` in elsewhere; returns the session's id. */
async function addSessionRow(t: TestShop, { email }: TestUser): Promise<string> {
  await makeSession(t.shop, await subjectOf(t, { email }));
  const [row] = await t.asOwner('select id from sessions order by id desc limit 1');
  return String(row?.id);
}

/** Creates a non-default address of `person`; returns its id. */
async function makeAddress({ t, person: { token } }: Scene): Promise<string> {
  const added = async (name: string) =>
    (await t.call<Address>('POST', '/addresses', { token, body: usAddress({ name }) })).body._id;
  const { body } = await t.call<Address[]>('GET', '/addresses', { token });
  // The number of saved addresses is limited, and every table cell adds one.
  for (const { _id } of body.slice(1)) await t.call('DELETE', `/addresses/${_id}`, { token });
  if (body.length === 0) await added('Ada Joiner');
  return added('Stella Joiner');
}

/** Invites someone; returns the invitation's id. The number of invitations is limited, and every table cell
 * adds one. */
async function makeInvitation({ t, person }: Scene): Promise<string> {
  await t.shop.db.deleteFrom('staff_invitations').execute();
  const id = randomUUID();
  const times = { sent_at: new Date(), expires_at: new Date(Date.now() + 60_000) };
  await t.shop.db
    .insertInto('staff_invitations')
    .values({ id, email: `${id}@example.com`, role: 'staff', invited_by: person.userId, ...times })
    .execute();
  return id;
}

/** Adds a customer without an account; returns the address that stands for them. */
async function openCustomer({ shop }: TestShop): Promise<string> {
  const customer = { name: 'Nora Caller', phone: '+1 555 0100' };
  return (await shop.db.transaction().execute((tx) => insertCustomer(tx, customer))).email;
}

/** An address without a name, so that none is looked up. */
const webhook = { url: 'https://93.184.216.34/hooks', events: ['purchase.paid'] };

/** Creates a webhook endpoint with a delivery; returns its path. Their number is limited,
 * and every table cell adds one. */
async function makeWebhook({ t }: Scene): Promise<{ path: string; delivery: string }> {
  const { db, clock } = t.shop;
  await db.deleteFrom('webhook_endpoints').execute();
  const [id, deliveryId] = [randomUUID(), randomUUID()];
  const now = clock.now();
  await db
    .insertInto('webhook_endpoints')
    .values({ id, ...webhook, created_at: now })
    .execute();
  const event = { event_id: randomUUID(), type: 'webhook.test', subject: id, object_id: id };
  await db
    .insertInto('webhook_deliveries')
    .values({ id: deliveryId, endpoint_id: id, ...event, occurred_at: now, next_try_at: now })
    .execute();
  const path = `/webhook-endpoints/${id}`;
  return { path, delivery: `${path}/deliveries/${deliveryId}` };
}

/** Identical at each call, so that what is drawn from it is stored once. */
const plainLogo = () => plainPicture({ width: 40, height: 30 }).png().toBuffer();

/** The request for each call that needs more than its path, by method and route path. HEAD is sent like
 * GET. */
export const accessRequests: Record<string, MakeRequest> = {
  ...catalogueRequests,
  ...orderRequests,

  'POST /api-keys': () => ({ path: '/api-keys', body: { name: 'Labels', scopes: ['orders:read'] } }),
  'DELETE /api-keys/:id': async ({ t, person }) => {
    // The number of keys is limited, and every table cell makes one.
    await t.shop.db.deleteFrom('api_keys').where('name', '=', 'Labels').execute();
    const key = await makeApiKey(t, person, { name: 'Labels', scopes: ['orders:read'] });
    return { path: `/api-keys/${key._id}` };
  },

  'POST /review': ({ person }) => ({
    path: '/review',
    body: { rate: 5, reviews: 'Cuts well.', email: person.email, name: person.name },
  }),
  'POST /review/:id/hide': async (scene) => ({
    path: `/review/${await makeReview(scene)}/hide`,
    body: { reason: 'Not about the tool' },
  }),
  'POST /review/:id/show': async (scene) => {
    const id = await makeReview(scene);
    const hidden = { hidden_at: new Date(), hidden_reason: 'Not about the tool' };
    await scene.t.shop.db.updateTable('reviews').set(hidden).where('id', '=', id).execute();
    return { path: `/review/${id}/show` };
  },
  'POST /review/:id/answer': async (scene) => ({
    path: `/review/${await makeReview(scene)}/answer`,
    body: { text: 'Thank you.' },
  }),
  'POST /details/logo': async () => {
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(await plainLogo())]), 'a.png');
    return { path: '/details/logo', form };
  },
  'GET /logo/:logo/:file': async ({ t }) => {
    const logo = await storeLogo(t.shop, await plainLogo());
    return { path: `${logoOfPages(logo)?.folder}logo.png` };
  },
  'GET /legal-pages/:page': async ({ t }) => {
    await publishText(t, 'terms');
    return { path: '/legal-pages/terms' };
  },
  'GET /managelegal/:page': async () => ({ path: '/managelegal/terms' }),
  'POST /legal-pages/:page/versions': async ({ t }) => {
    const version = await publishText(t, 'privacy', randomUUID());
    return { path: '/legal-pages/privacy/versions', body: { version, ...legalText(randomUUID()) } };
  },
  'PUT /legal-pages/:page/published': async ({ t }) => {
    const version = await publishText(t, 'notice', randomUUID());
    return { path: '/legal-pages/notice/published', body: { version: version > 1 ? version - 1 : null } };
  },
  'POST /legal-files': async () => {
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(await plainLogo())]), 'a.png');
    return { path: '/legal-files', form };
  },
  'GET /legal-files/:name': async ({ t }) => {
    const { hash } = await storeOfficialNotice(t.shop, await plainLogo());
    return { path: `/legal-files/${hash}.png` };
  },
  'PATCH /details': async ({ t }) => {
    const { version } = await t.shop.db
      .selectFrom('shop_details')
      .select('version')
      .executeTakeFirstOrThrow();
    const banner = { heading: randomUUID(), promise: 'Soon' };
    return { path: '/details', body: { version, banner } };
  },
  'PATCH /setup-guide': async ({ t }) => {
    const { shown } = await t.shop.db.selectFrom('setup_guide').select('shown').executeTakeFirstOrThrow();
    return { path: '/setup-guide', body: { shown: shown !== 'always' } };
  },
  'PATCH /setup-guide/:step': async ({ t }) => {
    const { skipped } = await t.shop.db.selectFrom('setup_guide').select('skipped').executeTakeFirstOrThrow();
    return { path: '/setup-guide/tax', body: { skipped: !skipped.includes('tax') } };
  },
  'DELETE /demo-data': async ({ t }) => {
    const { id } = await runAsActor({ actor: 'start' }, () => t.makeTool());
    await t.shop.db.insertInto('demo_rows').values({ kind: 'tool', id }).execute();
    return { path: '/demo-data' };
  },
  'PUT /charge-rules/delivery': async ({ t }) => ({
    path: '/charge-rules/delivery',
    body: await chargeRules(t),
  }),
  'PUT /charge-rules/tax': async ({ t }) => ({
    path: '/charge-rules/tax',
    body: await chargeRules(t),
  }),
  'POST /contact': ({ person }) => ({
    path: '/contact',
    body: { name: person.name, email: person.email, phone: '+1 555 0100' },
  }),
  'POST /contact/:id/answer': async (scene) => ({
    path: `/contact/${await makeMessage(scene)}/answer`,
    body: { text: 'We’ll call you.' },
  }),
  'POST /contact/:id/close': async (scene) => ({ path: `/contact/${await makeMessage(scene)}/close` }),
  'POST /contact/:id/reopen': async (scene) => ({
    path: `/contact/${await makeMessage(scene, scene.t.shop.clock.now())}/reopen`,
  }),

  'POST /webhook-endpoints': async (scene) => {
    await makeWebhook(scene);
    return { path: '/webhook-endpoints', body: webhook };
  },
  'PATCH /webhook-endpoints/:id': async (scene) => ({
    path: (await makeWebhook(scene)).path,
    body: { isOn: false },
  }),
  'DELETE /webhook-endpoints/:id': async (scene) => ({ path: (await makeWebhook(scene)).path }),
  'POST /webhook-endpoints/:id/rotate-secret': async (scene) => ({
    path: `${(await makeWebhook(scene)).path}/rotate-secret`,
  }),
  'POST /webhook-endpoints/:id/test': async (scene) => ({ path: `${(await makeWebhook(scene)).path}/test` }),
  'GET /webhook-endpoints/:id/deliveries': async (scene) => ({
    path: `${(await makeWebhook(scene)).path}/deliveries`,
  }),
  'GET /webhook-endpoints/:id/deliveries/:deliveryId': async (scene) => ({
    path: (await makeWebhook(scene)).delivery,
  }),
  'POST /webhook-endpoints/:id/deliveries/:deliveryId/resend': async (scene) => ({
    path: `${(await makeWebhook(scene)).delivery}/resend`,
  }),

  'PUT /user/:email': ({ person: { email } }) => ({ path: `/user/${email}`, body: { email } }),
  'GET /user/:email': ({ person: { email } }) => ({ path: `/user/${email}` }),
  'PATCH /user/:email': ({ person: { email } }) => ({
    path: `/user/${email}`,
    body: { email, city: `City ${randomUUID()}` },
  }),
  // The shop of the matrix is in the United States, where no law asks for it.
  'POST /withdrawals': ({ person }) => ({
    path: '/withdrawals',
    body: { name: 'Ada', orderNumber: 'TY-1', email: person.email, lines: [] },
  }),
  'POST /notices/stop': ({ t, person }) => ({
    path: '/notices/stop',
    body: { token: new URL(stopAddress(t.shop, person.userId, 'restock')).searchParams.get('token') },
  }),
  'PUT /notices/:notice': () => ({ path: '/notices/sale', body: { isOn: true } }),
  // Anyone who could would no longer be there for the next cell.
  'DELETE /account': async ({ t, owner }) => {
    // With a passkey, which other rows give them, the password would not be looked at.
    await t.asOwner(`delete from identity.passkey where "userId" =
      (select id from identity."user" where email = '${owner.email}')`);
    return { path: '/account', body: { password: 'guessed password' } };
  },
  'POST /user/export/:email': async ({ t }) => ({ path: `/user/export/${(await t.makeUser()).email}` }),
  'GET /account/export/file': async ({ t, person }) => {
    const id = randomUUID();
    const expiresAt = new Date(t.shop.clock.now().getTime() + 3_600_000);
    const made = { state: 'ready', asked_at: t.shop.clock.now(), expires_at: expiresAt, size_bytes: 4 };
    await t.shop.db.deleteFrom('account_exports').execute();
    await t.shop.db
      .insertInto('account_exports')
      .values({ id, user_id: person.userId, ...made })
      .execute();
    const part = { export_id: id, position: 0, bytes: Buffer.from('file') };
    await t.shop.db.insertInto('account_export_parts').values(part).execute();
    return { path: '/account/export/file' };
  },
  'DELETE /user/:email': async ({ t }) => ({ path: `/user/${(await t.makeUser()).email}` }),
  'PUT /user/admin/:email': async ({ t }) => ({ path: `/user/admin/${(await t.makeUser()).email}` }),
  'DELETE /user/admin/:email': async ({ t }) => ({
    path: `/user/admin/${(await t.makeUser({ role: 'admin' })).email}`,
  }),
  'DELETE /user/factors/:email': async ({ t }) => {
    const { email } = await t.makeUser();
    await addPasskeyRow(t, { email });
    return { path: `/user/factors/${email}` };
  },
  'PUT /user/staff/:email': async ({ t }) => ({ path: `/user/staff/${(await t.makeUser()).email}` }),
  'DELETE /user/staff/:email': async ({ t }) => ({
    path: `/user/staff/${(await t.makeUser({ role: 'staff' })).email}`,
  }),
  'PUT /user/blocked/:email': async ({ t }) => ({
    path: `/user/blocked/${(await t.makeUser()).email}`,
    body: { reason: 'Two chargebacks' },
  }),
  'DELETE /user/blocked/:email': async ({ t }) => {
    const { email } = await t.makeUser();
    await t.asOwner(`update users set blocked_reason = 'Two chargebacks' where email = '${email}'`);
    return { path: `/user/blocked/${email}` };
  },
  'GET /addresses': async (scene) => {
    await makeAddress(scene);
    return { path: '/addresses' };
  },
  'POST /addresses': () => ({ path: '/addresses', body: usAddress() }),
  'PUT /addresses/:id': async (scene) => ({
    path: `/addresses/${await makeAddress(scene)}`,
    body: usAddress({ name: randomUUID() }),
  }),
  'DELETE /addresses/:id': async (scene) => ({ path: `/addresses/${await makeAddress(scene)}` }),
  'POST /addresses/:id/default': async (scene) => ({
    path: `/addresses/${await makeAddress(scene)}/default`,
  }),

  'GET /customers/:email': ({ person: { email } }) => ({ path: `/customers/${email}` }),
  'POST /customers/:email/notes': async ({ t }) => ({
    path: `/customers/${(await t.makeUser()).email}/notes`,
    body: { note: 'Rang, nobody there.' },
  }),
  'POST /customers/:email/orders': async ({ t, person: { email } }) => ({
    path: `/customers/${email}/orders`,
    body: orderBody((await t.makeTool()).id),
  }),
  'POST /customers/:email/pay-link': async ({ t, person }) => ({
    path: `/customers/${person.email}/pay-link`,
    body: { orderIds: [(await placeOrder(t, person, (await t.makeTool()).id))._id] },
  }),
  'POST /customers/:email/invoices': async ({ t, person }) => {
    await giveBankDetails(t);
    return {
      path: `/customers/${person.email}/invoices`,
      body: { orderIds: [(await placeOrder(t, person, (await t.makeTool()).id))._id] },
    };
  },
  'POST /customers/:email/mark-paid': async ({ t, person }) => ({
    path: `/customers/${person.email}/mark-paid`,
    body: { orderIds: [(await placeOrder(t, person, (await t.makeTool()).id))._id], method: 'cash' },
  }),
  'POST /customers/:email/accept-price': async (scene) => {
    const { _id, unitPrice } = await makeOrder(scene);
    return {
      path: `/customers/${scene.person.email}/accept-price`,
      body: { orderId: _id, price: unitPrice },
    };
  },
  'POST /invitations': () => ({
    path: '/invitations',
    body: { email: `sam-${randomUUID()}@example.com`, role: 'staff' },
  }),
  'POST /invitations/:id/resend': async (scene) => ({
    path: `/invitations/${await makeInvitation(scene)}/resend`,
  }),
  'DELETE /invitations/:id': async (scene) => ({ path: `/invitations/${await makeInvitation(scene)}` }),
  'POST /invitations/accept': () => ({ path: '/invitations/accept', body: { token: 'a.b.c' } }),
  'POST /customers': () => ({ path: '/customers', body: { name: 'Nora Caller', phone: '+1 555 0100' } }),
  'PUT /customers/:email/email': async ({ t }) => ({
    path: `/customers/${await openCustomer(t)}/email`,
    body: { email: `nora-${randomUUID()}@example.com` },
  }),
  'POST /customers/:email/verification': async ({ t }) => {
    const newEmail = `nora-${randomUUID()}@example.com`;
    await giveEmail(t.shop, { email: await openCustomer(t), newEmail });
    return { path: `/customers/${newEmail}/verification` };
  },
  'GET /customers/:email/delivery': ({ person: { email } }) => ({ path: `/customers/${email}/delivery` }),
  'POST /customers/:email/quotes': async (scene) => ({
    path: `/customers/${scene.person.email}/quotes`,
    body: offerBody(scene.t, [(await makeOrder(scene))._id]),
  }),
  'GET /holds': async (scene) => {
    await makeIntent(scene);
    return { path: '/holds' };
  },
  'GET /desk-search': ({ person: { email } }) => ({ path: `/desk-search?q=${email}` }),
  'GET /quotes': ({ person: { email } }) => ({ path: `/quotes?customer=${email}` }),
  'GET /quotes/:id': async (scene) => ({ path: `/quotes/${(await makeQuote(scene))._id}` }),
  'POST /quotes': async (scene) => ({
    path: '/quotes',
    body: { orderIds: [(await makeOrder(scene))._id] },
  }),
  'POST /quotes/:id/accept': async (scene) => {
    const { _id, version, price } = await makeQuote(scene);
    return { path: `/quotes/${_id}/accept`, body: { version, price } };
  },
  'POST /quotes/:id/decline': async (scene) => ({ path: `/quotes/${(await makeQuote(scene))._id}/decline` }),
  'POST /quotes/:id/offer': async (scene) => {
    const { _id, version, lines } = await makeQuote(scene);
    const body = { version, ...offerBody(scene.t, [lines[0]?.orderId ?? '']) };
    return { path: `/quotes/${_id}/offer`, body };
  },
  'POST /quotes/:id/withdraw': async (scene) => ({
    path: `/quotes/${(await makeQuote(scene))._id}/withdraw`,
  }),
  'DELETE /account/sessions/:id': async ({ t, person }) => ({
    path: `/account/sessions/${await addSessionRow(t, person)}`,
  }),
  'POST /account/password': () => ({
    path: '/account/password',
    body: { currentPassword: 'not the password', newPassword: 'seven dull chisels' },
  }),
  'POST /account/email': () => ({ path: '/account/email', body: { email: 'moved@shop.example' } }),
  'POST /account/email/confirm': () => ({ path: '/account/email/confirm', body: { token: 'guessed' } }),
  'POST /account/email/undo': () => ({ path: '/account/email/undo', body: { token: 'guessed' } }),
  'POST /account/authenticator/confirm': () => ({
    path: '/account/authenticator/confirm',
    body: { code: '123456' },
  }),
  'POST /account/passkeys': () => ({ path: '/account/passkeys', body: { name: 'Key', passkey: {} } }),
  'PATCH /account/passkeys/:id': async (scene) => ({
    path: `/account/passkeys/${await makePasskey(scene)}`,
    body: { name: 'Old key' },
  }),
  'DELETE /account/passkeys/:id': async (scene) => ({
    path: `/account/passkeys/${await makePasskey(scene)}`,
  }),
  'POST /api/auth/second-factor': () => ({ path: '/api/auth/second-factor', body: { code: '123456' } }),
  'POST /api/auth/second-factor/passkey': () => ({
    path: '/api/auth/second-factor/passkey',
    body: { passkey: {} },
  }),
  'POST /api/auth/passkey/options': () => ({ path: '/api/auth/passkey/options' }),
  'POST /api/auth/passkey': () => ({ path: '/api/auth/passkey', body: { passkey: {} } }),
  'GET /admin/:email': ({ person: { email } }) => ({ path: `/admin/${email}` }),
  // A request through a proxy does not count as local.
  'GET /mailbox/messages': () => ({ path: '/mailbox/messages', headers: { via: '1.1 proxy' } }),

  'POST /api/auth/sign-up/email': () => ({
    path: '/api/auth/sign-up/email',
    body: { name: 'Nia New', email: `${randomUUID()}@shop.example`, password: 'seven dull chisels' },
  }),
  'POST /api/auth/sign-in/email': ({ person: { email } }) => ({
    path: '/api/auth/sign-in/email',
    body: { email, password: 'not the password' },
  }),
  'POST /api/auth/confirm-password': () => ({
    path: '/api/auth/confirm-password',
    body: { password: 'guessed password' },
  }),
  'POST /api/auth/sign-in/social': () => ({
    path: '/api/auth/sign-in/social',
    body: { callbackURL: '/login/google-done' },
  }),
  'POST /api/auth/request-password-reset': ({ person: { email } }) => ({
    path: '/api/auth/request-password-reset',
    body: { email },
  }),
  'POST /api/auth/reset-password': () => ({
    path: '/api/auth/reset-password',
    body: { token: 'guessed', newPassword: 'eight dull chisels' },
  }),
  'POST /api/auth/send-verification-email': () => ({
    path: '/api/auth/send-verification-email',
    body: { email: `${randomUUID()}@shop.example` },
  }),
  'GET /api/auth/verify-email': () => ({ path: '/api/auth/verify-email?token=guessed' }),
};
