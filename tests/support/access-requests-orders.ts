import { randomUUID } from 'node:crypto';
import { shipOrder } from '#features/fulfilment/ship-order.ts';
import { insertRefund } from '#features/orders/refund-store.ts';
import { addList } from '#features/saved-lists/change-lists.ts';
import { type MakeRequest, makeIntent, makeOrder, type Scene } from './access-scene.ts';
import { AUTHENTICATION_CARD, buy, confirmCard, expectStatus, GOOD_CARD, orderBody } from './buying.ts';
import { issueOpenInvoice } from './open-invoices.ts';
import { cancelOrder, refundsOf } from './refunding.ts';
import type { TestShop } from './test-shop.ts';

/** A refund that the card provider refused. */
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

const newList = async (t: TestShop) => ({
  name: `List ${randomUUID()}`,
  lines: [{ toolId: (await t.makeTool()).id, quantity: 1 }],
});

const savedList: MakeRequest = async ({ t, person }) => {
  const { insertedId } = await addList(t.shop, { userId: person.userId, list: await newList(t) });
  return { path: `/lists/${insertedId}` };
};

const secretsOfOwners = new Map<string, string>();

/** The secret that the asker holds: the intent's own, or, for a stranger's intent, one of the owner's. */
async function secretHeld(scene: Scene, own: { clientSecret: string }): Promise<string> {
  const { side, owner } = scene;
  if (side === 'own') return own.clientSecret;
  const kept = secretsOfOwners.get(owner.userId);
  if (kept) return kept;
  const { intent } = await makeIntent({ ...scene, person: owner });
  secretsOfOwners.set(owner.userId, intent.clientSecret);
  return intent.clientSecret;
}

/** The order calls: lists and carts, payments, invoices, refunds and parcels. */
export const orderRequests: Record<string, MakeRequest> = {
  'POST /deliveries': async ({ t }) => ({
    path: '/deliveries',
    body: { lines: [{ toolId: (await t.makeTool()).id, quantity: 3 }] },
  }),
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
  'PUT /cart': () => ({ path: '/cart', body: { purchaseOrderNumber: 'PO 7731', buyerNote: '' } }),
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
  'GET /manageorders/:number/purchase': async ({ t, person }) => ({
    path: `/manageorders/${(await buy(t, person, (await t.makeTool()).id)).number}/purchase`,
  }),
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
};
