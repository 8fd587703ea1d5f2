import { randomUUID } from 'node:crypto';
import { logoOfPages } from '#contracts/shop-details.ts';
import type { Address } from '#features/addresses/contract.ts';
import { readManagedRules } from '#features/delivery-tax/change-rules.ts';
import { shipOrder } from '#features/fulfilment/ship-order.ts';
import { insertRefund } from '#features/orders/refund-store.ts';
import type { Quote } from '#features/quotes/contract.ts';
import { addList } from '#features/saved-lists/change-lists.ts';
import { storeLogo } from '#features/shop-settings/store-logo.ts';
import { stopAddress } from '#features/users/notices/stop-emails.ts';
import type { Side } from './access-askers.ts';
import { usAddress } from './addresses.ts';
import {
  AUTHENTICATION_CARD,
  beginPayment,
  buy,
  confirmCard,
  expectStatus,
  GOOD_CARD,
  orderBody,
  placeOrder,
} from './buying.ts';
import { toolsFile } from './imports.ts';
import { giveBankDetails, issueOpenInvoice } from './open-invoices.ts';
import { pdf } from './pdf.ts';
import { noiseJpeg, plainPicture } from './pictures.ts';
import { offerBody } from './quotes.ts';
import { cancelOrder, refundsOf } from './refunding.ts';
import type { TestShop, TestUser } from './test-shop.ts';

/** A request about an object of `person`; `owner` is the one whose own object it is on the side `own`. */
export type AccessRequest = {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  form?: FormData;
};

type Scene = { t: TestShop; person: TestUser; owner: TestUser; side: Side };
type MakeRequest = (scene: Scene) => AccessRequest | Promise<AccessRequest>;

const makeOrder = async ({ t, person }: Scene) => placeOrder(t, person, (await t.makeTool()).id);

/** A quote that the staff offer by themselves, of which there may be any number. */
const makeQuote = async (scene: Scene): Promise<Quote> => {
  const { t, person } = scene;
  const { token } = await t.makeUser({ role: 'staff' });
  const body = offerBody(t, [(await makeOrder(scene))._id]);
  return expectStatus(await t.call<Quote>('POST', `/customers/${person.email}/quotes`, { token, body }), 201);
};

/** What is set about charges, to be set once more. */
const chargeRules = ({ shop }: TestShop) => readManagedRules(shop, shop.db);
/** A refund that the card provider has refused. */
async function makeFailedRefund({ t, person }: Scene): Promise<string> {
  const { _id: orderId } = await buy(t, person, (await t.makeTool()).id);
  const line = await t.shop.db
    .selectFrom('payment_orders')
    .select('payment_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const now = t.shop.clock.now();
  const { id } = await t.shop.db.transaction().execute((tx) =>
    insertRefund(tx, {
      ...{ id: randomUUID(), payment_id: line.payment_id, order_id: orderId, amount_cents: 100 },
      ...{ state: 'failed', failure: 'refused', created_at: now, settled_at: now },
    }),
  );
  return id;
}

/** An intent of `person` that waits for its card. Those paid before are settled first, as nobody may have many. */
async function makeIntent(scene: Scene) {
  await scene.t.runJobs();
  const order = await makeOrder(scene);
  return { order, intent: await beginPayment(scene.t, scene.person, order) };
}

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

/** An order of `person` that has just been shipped, and its parcel. */
async function makeParcel({ t, person }: Scene): Promise<{ orderId: string; parcelId: string }> {
  const { _id: orderId } = await buy(t, person, (await t.makeTool()).id);
  await shipOrder(t.shop, { orderId });
  const { parcel_id: parcelId } = await t.shop.db
    .selectFrom('parcel_orders')
    .select('parcel_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { orderId, parcelId };
}

/** An import of one change, as it stands once it has been checked, or applied. */
async function makeImport({ shop }: TestShop, state: 'checked' | 'applied' = 'checked'): Promise<string> {
  const id = randomUUID();
  const now = shop.clock.now();
  const appliedAt = state === 'applied' ? now : null;
  await shop.db
    .insertInto('imports')
    .values({ id, state, file_name: 'tools.csv', changed: 1, created_at: now, applied_at: appliedAt })
    .execute();
  return id;
}

function documentForm(): FormData {
  const form = new FormData();
  form.append('kind', 'manual');
  form.append('title', 'Manual');
  form.append('document', new Blob([new Uint8Array(pdf())], { type: 'application/pdf' }), 'manual.pdf');
  return form;
}

/** Adds a document to a tool of its own; its address. */
async function addDocument(t: TestShop): Promise<string> {
  const { id } = await t.makeTool();
  const document = { id: randomUUID(), tool_id: id, place: 1, kind: 'manual' as const, title: 'Manual' };
  const kept = { ...document, content: pdf(), added_at: t.clock.now() };
  await t.shop.db.insertInto('tool_documents').values(kept).execute();
  return `/tool/${id}/documents/${document.id}`;
}

/** An address of `person`, which is not their default one; its id. */
async function makeAddress({ t, person: { token } }: Scene): Promise<string> {
  const added = async (name: string) =>
    (await t.call<Address>('POST', '/addresses', { token, body: usAddress({ name }) })).body._id;
  const { body } = await t.call<Address[]>('GET', '/addresses', { token });
  // So many may be kept, and every cell adds one.
  for (const { _id } of body.slice(1)) await t.call('DELETE', `/addresses/${_id}`, { token });
  if (body.length === 0) await added('Ada Joiner');
  return added('Stella Joiner');
}

const newList = async (t: TestShop) => ({
  name: `List ${randomUUID()}`,
  lines: [{ toolId: (await t.makeTool()).id, quantity: 1 }],
});

const savedList: MakeRequest = async ({ t, person }) => {
  const { insertedId } = await addList(t.shop, { userId: person.userId, list: await newList(t) });
  return { path: `/lists/${insertedId}` };
};

const restockNotice: MakeRequest = async ({ t }) => ({
  path: `/tool/${(await t.makeTool({ onHand: 0 })).id}/restock-notice`,
});

const secretsOfOwners = new Map<string, string>();

/** The secret that the asker holds: the intent's own, or, for a stranger's intent, that of one of the owner's. */
async function secretHeld(scene: Scene, own: { clientSecret: string }): Promise<string> {
  const { side, owner } = scene;
  if (side === 'own') return own.clientSecret;
  const kept = secretsOfOwners.get(owner.userId);
  if (kept) return kept;
  const { intent } = await makeIntent({ ...scene, person: owner });
  secretsOfOwners.set(owner.userId, intent.clientSecret);
  return intent.clientSecret;
}

/** The calls about categories, or about brands. */
function taxonRequests(path: string, table: 'categories' | 'brands'): Record<string, MakeRequest> {
  const make = async ({ t }: Scene) => {
    const taxon = { id: randomUUID(), name: randomUUID() };
    await t.shop.db.insertInto(table).values(taxon).execute();
    return taxon.id;
  };
  return {
    [`POST ${path}`]: () => ({ path, body: { name: randomUUID() } }),
    [`PATCH ${path}/:id`]: async (scene) => ({
      path: `${path}/${await make(scene)}`,
      body: { name: randomUUID() },
    }),
    [`DELETE ${path}/:id`]: async (scene) => ({ path: `${path}/${await make(scene)}` }),
    [`POST ${path}/:id/merge`]: async (scene) => ({
      path: `${path}/${await make(scene)}/merge`,
      body: { into: await make(scene) },
    }),
  };
}

/** The same at each call: what is drawn of it is kept once. */
const plainLogo = () => plainPicture({ width: 40, height: 30 }).png().toBuffer();

/** What is sent to each call that needs more than its path, by method and path of the route. HEAD is sent as GET is. */
export const accessRequests: Record<string, MakeRequest> = {
  'GET /tool/:id': async ({ t }) => ({ path: `/tool/${(await t.makeTool()).id}` }),
  'POST /tool': async ({ t }) => ({
    path: '/tool',
    body: {
      name: 'Plane',
      description: 'Takes shavings off.',
      min_order_quantity: 1,
      available_quantity: 5,
      price: 30,
      img: (await t.makeTool()).img,
    },
  }),
  'PATCH /tool/:id': async ({ t }) => ({
    path: `/tool/${(await t.makeTool()).id}`,
    body: { version: 1, description: randomUUID() },
  }),
  'DELETE /tool/:id': async ({ t }) => ({ path: `/tool/${(await t.makeTool()).id}` }),
  'GET /tool/:id/documents/:documentId': async ({ t }) => ({ path: await addDocument(t) }),
  'POST /tool/:id/documents': async ({ t }) => ({
    path: `/tool/${(await t.makeTool()).id}/documents`,
    form: documentForm(),
  }),
  'GET /managetool/:id': async ({ t }) => ({ path: `/managetool/${(await t.makeTool()).id}` }),
  'GET /managetool/specifications': async () => ({ path: '/managetool/specifications' }),
  'PATCH /tool/:id/documents/:documentId': async ({ t }) => ({
    path: await addDocument(t),
    body: { title: randomUUID() },
  }),
  'DELETE /tool/:id/documents/:documentId': async ({ t }) => ({ path: await addDocument(t) }),
  'GET /tool/:id/stock': async ({ t }) => ({ path: `/tool/${(await t.makeTool()).id}/stock` }),
  'POST /tool/:id/stock': async ({ t }) => ({
    path: `/tool/${(await t.makeTool()).id}/stock`,
    body: { kind: 'received', quantity: 3 },
  }),
  'POST /imports': async () => ({ path: '/imports', form: toolsFile('part_number,price\r\nX-1,5\r\n') }),
  'POST /imports/bulk': async ({ t }) => ({
    path: '/imports/bulk',
    body: { tools: { ids: [(await t.makeTool()).id] }, pricePercent: 5 },
  }),
  'GET /imports/:id': async ({ t }) => ({ path: `/imports/${await makeImport(t)}` }),
  'GET /imports/:id/changes': async ({ t }) => ({ path: `/imports/${await makeImport(t)}/changes` }),
  'GET /imports/:id/errors.csv': async ({ t }) => ({ path: `/imports/${await makeImport(t)}/errors.csv` }),
  'POST /imports/:id/apply': async ({ t }) => ({ path: `/imports/${await makeImport(t)}/apply` }),
  'POST /imports/:id/undo': async ({ t }) => ({ path: `/imports/${await makeImport(t, 'applied')}/undo` }),
  'GET /tool/:id/restock-notice': restockNotice,
  'PUT /tool/:id/restock-notice': restockNotice,
  'DELETE /tool/:id/restock-notice': restockNotice,
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
  'POST /deliveries': async ({ t }) => ({
    path: '/deliveries',
    body: { lines: [{ toolId: (await t.makeTool()).id, quantity: 3 }] },
  }),
  'POST /image': async () => {
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(await noiseJpeg({ width: 40, height: 30 }))]), 'a.jpg');
    return { path: '/image', form };
  },
  'GET /pictures/:file': async ({ t }) => {
    const { url } = await t.shop.imageHost.store(await noiseJpeg({ width: 40, height: 30 }));
    return { path: url };
  },

  'POST /orders': async ({ t, person }) => ({
    path: '/orders',
    body: { ...orderBody((await t.makeTool()).id), email: person.email, userName: person.name },
  }),
  'POST /quick-order': async () => ({ path: '/quick-order', body: { text: '2 saws' } }),
  'POST /quick-order/tools': async ({ t }) => ({
    path: '/quick-order/tools',
    body: { toolIds: [(await t.makeTool()).id] },
  }),
  'GET /lists': async () => ({ path: '/lists' }),
  'POST /lists': async ({ t }) => ({ path: '/lists', body: await newList(t) }),
  'GET /lists/:id': savedList,
  'PUT /lists/:id': async (scene) => ({ ...(await savedList(scene)), body: await newList(scene.t) }),
  'DELETE /lists/:id': savedList,
  'POST /orders/batch': async ({ t }) => {
    const { phone, address } = orderBody('');
    const lines = [{ toolId: (await t.makeTool()).id, quantity: 1 }];
    return { path: '/orders/batch', body: { phone, address, lines } };
  },
  'GET /orders': async (scene) => {
    await makeOrder(scene);
    return { path: `/orders?email=${scene.person.email}` };
  },
  'GET /orders/:id': async (scene) => ({ path: `/orders/${(await makeOrder(scene))._id}` }),
  'GET /orders/:id/invoice.pdf': async ({ t, person }) => ({
    path: `/orders/${(await buy(t, person, (await t.makeTool()).id))._id}/invoice.pdf`,
  }),
  'GET /refunds/:id/credit-note.pdf': async ({ t, person }) => {
    const { _id } = await buy(t, person, (await t.makeTool()).id);
    expectStatus(await cancelOrder(t, person, _id), 200);
    const [refund] = await refundsOf(t, person, _id);
    return { path: `/refunds/${refund?._id}/credit-note.pdf` };
  },
  'GET /payments/:transactionId/bill': async ({ t, person }) => ({
    path: `/payments/${(await buy(t, person, (await t.makeTool()).id)).transactionId}/bill`,
  }),
  'GET /orders/:id/open-invoice': async ({ t, person }) => ({
    path: `/orders/${(await issueOpenInvoice(t, person)).orders[0]?.orderId}/open-invoice`,
  }),
  'GET /transfer-terms': () => ({ path: '/transfer-terms' }),
  'POST /invoices/:id/withdraw': async ({ t, person }) => ({
    path: `/invoices/${(await issueOpenInvoice(t, person))._id}/withdraw`,
    body: { reason: 'Ordered twice' },
  }),
  'GET /invoices': () => ({ path: '/invoices' }),
  'GET /invoices/:id.pdf': async ({ t, person }) => {
    await buy(t, person, (await t.makeTool()).id);
    const { id } = await t.shop.db.selectFrom('invoices').select('id').limit(1).executeTakeFirstOrThrow();
    return { path: `/invoices/${id}.pdf` };
  },
  'GET /exports/papers.zip': () => ({ path: '/exports/papers.zip?month=2026-11' }),
  'GET /exports/invoices.csv': () => ({ path: '/exports/invoices.csv' }),
  'GET /orders/:id/audit': async (scene) => ({ path: `/orders/${(await makeOrder(scene))._id}/audit` }),
  'GET /orders/:id/notes': async (scene) => ({ path: `/orders/${(await makeOrder(scene))._id}/notes` }),
  'POST /orders/:id/notes': async (scene) => ({
    path: `/orders/${(await makeOrder(scene))._id}/notes`,
    body: { note: 'Rang, nobody there.' },
  }),
  'PUT /orders/:id': async (scene) => {
    const { _id, toolId } = await makeOrder(scene);
    return { path: `/orders/${_id}`, body: { ...orderBody(toolId), address: `${randomUUID()} Lane` } };
  },
  'PATCH /orders/:id': async (scene) => {
    const { order, intent } = await makeIntent(scene);
    await confirmCard(scene.t, intent);
    return {
      path: `/orders/${order._id}`,
      body: { order: order._id, transactionId: intent.paymentIntentId },
    };
  },
  'DELETE /orders/:id': async (scene) => ({ path: `/orders/${(await makeOrder(scene))._id}` }),
  'POST /orders/:id/accept-price': async (scene) => {
    const { _id, unitPrice } = await makeOrder(scene);
    return { path: `/orders/${_id}/accept-price`, body: { price: unitPrice } };
  },
  'DELETE /orders/:id/payment': async (scene) => ({
    path: `/orders/${(await makeIntent(scene)).order._id}/payment`,
  }),
  'POST /orders/:id/cancel': async ({ t, person }) => ({
    path: `/orders/${(await buy(t, person, (await t.makeTool()).id))._id}/cancel`,
    body: { reason: 'No longer made' },
  }),
  'GET /orders/:id/refunds': async (scene) => ({ path: `/orders/${(await makeOrder(scene))._id}/refunds` }),
  'POST /orders/:id/refunds': async ({ t, person }) => ({
    path: `/orders/${(await buy(t, person, (await t.makeTool()).id))._id}/refunds`,
    body: { amount: 1, reason: 'Arrived bent' },
  }),
  'POST /refunds/:id/retry': async (scene) => ({ path: `/refunds/${await makeFailedRefund(scene)}/retry` }),
  'POST /refunds/:id/given': async (scene) => ({ path: `/refunds/${await makeFailedRefund(scene)}/given` }),
  'PUT /manageorders/:id': async ({ t, person }) => ({
    path: `/manageorders/${(await buy(t, person, (await t.makeTool()).id))._id}`,
  }),

  'POST /shipments': async ({ t, person }) => ({
    path: '/shipments',
    body: { orderIds: [(await buy(t, person, (await t.makeTool()).id))._id] },
  }),
  'POST /shipments/undo': async (scene) => ({
    path: '/shipments/undo',
    body: { orderIds: [(await makeParcel(scene)).orderId] },
  }),
  'GET /orders/:id/parcels': async (scene) => ({
    path: `/orders/${(await makeParcel(scene)).orderId}/parcels`,
  }),
  'POST /parcels': async ({ t, person }) => {
    const { _id } = await buy(t, person, (await t.makeTool()).id, 2);
    return { path: '/parcels', body: { orders: [{ orderId: _id, quantity: 1 }] } };
  },
  'PATCH /parcels/:id': async (scene) => ({
    path: `/parcels/${(await makeParcel(scene)).parcelId}`,
    body: { trackingNumber: randomUUID() },
  }),
  'DELETE /parcels/:id': async (scene) => ({ path: `/parcels/${(await makeParcel(scene)).parcelId}` }),
  'PUT /carriers': () => ({ path: '/carriers', body: { carriers: [{ name: randomUUID(), link: null }] } }),

  'POST /charges': async (scene) => ({
    path: '/charges',
    body: { orderIds: [(await makeOrder(scene))._id] },
  }),
  'POST /create-payment-intent': async (scene) => {
    const order = await makeOrder(scene);
    return { path: '/create-payment-intent', body: { orderId: order._id, price: order.price } };
  },
  'POST /webhooks/payment': async (scene) => {
    const { intent } = await makeIntent(scene);
    await confirmCard(scene.t, intent);
    const event = { id: 'evt_1', type: 'payment_intent.succeeded', intentId: intent.paymentIntentId };
    return {
      path: '/webhooks/payment',
      body: event,
      headers: { 'sandbox-signature': `t=1,v1=${'0'.repeat(64)}` },
    };
  },
  'POST /sandbox-cards/intents/:intentId/confirm': async (scene) => {
    const { intent } = await makeIntent(scene);
    const billing = { name: 'Ada', email: 'ada@example.com' };
    return {
      path: `/sandbox-cards/intents/${intent.paymentIntentId}/confirm`,
      body: { clientSecret: await secretHeld(scene, intent), card: GOOD_CARD, billing },
    };
  },
  'POST /sandbox-cards/intents/:intentId/authenticate': async (scene) => {
    const { intent } = await makeIntent(scene);
    await confirmCard(scene.t, intent, AUTHENTICATION_CARD);
    return {
      path: `/sandbox-cards/intents/${intent.paymentIntentId}/authenticate`,
      body: { clientSecret: await secretHeld(scene, intent), approve: true },
    };
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
  ...taxonRequests('/categories', 'categories'),
  ...taxonRequests('/brands', 'brands'),
  'POST /details/logo': async () => {
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(await plainLogo())]), 'a.png');
    return { path: '/details/logo', form };
  },
  'GET /logo/:logo/:file': async ({ t }) => {
    const logo = await storeLogo(t.shop, await plainLogo());
    return { path: `${logoOfPages(logo)?.folder}logo.png` };
  },
  'PATCH /details': async ({ t }) => {
    const { version } = await t.shop.db
      .selectFrom('shop_details')
      .select('version')
      .executeTakeFirstOrThrow();
    const banner = { heading: randomUUID(), promise: 'Soon' };
    return { path: '/details', body: { version, banner } };
  },
  'PUT /charge-rules/delivery': async ({ t }) => ({
    path: '/charge-rules/delivery',
    body: await chargeRules(t),
  }),
  'PUT /charge-rules/tax': async ({ t }) => ({
    path: '/charge-rules/tax',
    body: await chargeRules(t),
  }),
  'POST /synonyms': () => ({ path: '/synonyms', body: { word: randomUUID(), sameAs: 'hammer' } }),
  'DELETE /synonyms/:id': async ({ t }) => {
    const pair = { id: randomUUID(), word: randomUUID(), same_as: 'hammer' };
    await t.shop.db.insertInto('synonyms').values(pair).execute();
    return { path: `/synonyms/${pair.id}` };
  },
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

  'PUT /user/:email': ({ person: { email } }) => ({ path: `/user/${email}`, body: { email } }),
  'GET /user/:email': ({ person: { email } }) => ({ path: `/user/${email}` }),
  'PATCH /user/:email': ({ person: { email } }) => ({
    path: `/user/${email}`,
    body: { email, city: `City ${randomUUID()}` },
  }),
  'POST /notices/stop': ({ t, person }) => ({
    path: '/notices/stop',
    body: { token: new URL(stopAddress(t.shop, person.userId, 'restock')).searchParams.get('token') },
  }),
  'PUT /notices/:notice': () => ({ path: '/notices/sale', body: { isOn: true } }),
  'PUT /user/admin/:email': async ({ t }) => ({ path: `/user/admin/${(await t.makeUser()).email}` }),
  'DELETE /user/admin/:email': async ({ t }) => ({
    path: `/user/admin/${(await t.makeUser({ role: 'admin' })).email}`,
  }),
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
  'GET /customers/:email/delivery': ({ person: { email } }) => ({ path: `/customers/${email}/delivery` }),
  'POST /customers/:email/quotes': async (scene) => ({
    path: `/customers/${scene.person.email}/quotes`,
    body: offerBody(scene.t, [(await makeOrder(scene))._id]),
  }),
  'GET /holds': async (scene) => {
    await makeIntent(scene);
    return { path: '/holds' };
  },
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
  'GET /admin/:email': ({ person: { email } }) => ({ path: `/admin/${email}` }),
  // Whatever comes through a proxy is not from this machine.
  'GET /mailbox/messages': () => ({ path: '/mailbox/messages', headers: { via: '1.1 proxy' } }),

  'POST /api/auth/sign-up/email': () => ({
    path: '/api/auth/sign-up/email',
    body: { name: 'Nia New', email: `${randomUUID()}@shop.example`, password: 'seven dull chisels' },
  }),
  'POST /api/auth/sign-in/email': ({ person: { email } }) => ({
    path: '/api/auth/sign-in/email',
    body: { email, password: 'not the password' },
  }),
  'POST /api/auth/sign-in/social': () => ({
    path: '/api/auth/sign-in/social',
    body: { provider: 'google', callbackURL: '/login/google-done' },
  }),
  'POST /api/auth/sign-out': () => ({ path: '/api/auth/sign-out', body: {} }),
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
