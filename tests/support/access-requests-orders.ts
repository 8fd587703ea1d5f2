import { randomUUID } from 'node:crypto';
import { linkTo } from '#features/delays/links.ts';
import { shipOrder } from '#features/fulfilment/ship-order.ts';
import { insertRefund } from '#features/orders/refund-store.ts';
import type { Return } from '#features/returns/contract.ts';
import { addList } from '#features/saved-lists/change-lists.ts';
import { type MakeRequest, makeIntent, makeOrder, type Scene } from './access-scene.ts';
import { AUTHENTICATION_CARD, buy, confirmCard, expectStatus, GOOD_CARD, orderBody } from './buying.ts';
import { certificateForm, makeCertificate } from './exemptions.ts';
import { issueOpenInvoice } from './open-invoices.ts';
import { cancelOrder, refundsOf } from './refunding.ts';
import { askReturn, buyShipped, labelForm, lineOf, pictureForm, sendReturnFile } from './returning.ts';
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

const makeReturn = async ({ t, person }: Scene) =>
  expectStatus(await askReturn(t, person, [lineOf(await buyShipped(t, person))]), 201);

/** A return of `person` with a file that staff added. */
async function addReturnFile(scene: Scene, form: FormData, kind: 'pictures' | 'label'): Promise<Return> {
  const { _id } = await makeReturn(scene);
  const { token } = await scene.t.makeUser({ role: 'staff' });
  return (await sendReturnFile(scene.t, { token }, `/returns/${_id}/${kind}`, form)).body;
}

/** An open notice of a delay of a paid order of `person`. */
async function makeDelay({ t, person }: Scene): Promise<string> {
  const { _id: orderId } = await buy(t, person, (await t.makeTool()).id);
  const id = randomUUID();
  await t.shop.db
    .insertInto('delay_notices')
    .values({
      ...{ id, order_id: orderId, was_due_on: '2090-01-01', new_date: '2090-01-02', reason: '' },
      ...{ silence: 'consents', answer_by: '2090-01-01', sent_at: t.shop.clock.now() },
    })
    .execute();
  return id;
}

const linkOfDelay = async (scene: Scene) =>
  new URL(await linkTo(scene.t.shop, await makeDelay(scene))).searchParams.get('token');

const linkedDelay: MakeRequest = async (scene) => ({
  path: `/delay-notices/linked?token=${await linkOfDelay(scene)}`,
});

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
  'POST /orders/destination': async () => ({
    path: '/orders/destination',
    body: { address: orderBody('').address },
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
  'GET /returns': () => ({ path: '/returns' }),
  'POST /returns': async ({ t, person }) => ({
    path: '/returns',
    body: { lines: [lineOf(await buyShipped(t, person))] },
  }),
  'GET /returns/:id': async (scene) => ({ path: `/returns/${(await makeReturn(scene))._id}` }),
  'PATCH /returns/:id': async (scene) => ({
    path: `/returns/${(await makeReturn(scene))._id}`,
    body: { state: 'closed' },
  }),
  'GET /orders/:id/returnable': async (scene) => ({
    path: `/orders/${(await makeReturn(scene)).lines[0]?.orderId}/returnable`,
  }),
  'POST /returns/:id/pictures': async (scene) => ({
    path: `/returns/${(await makeReturn(scene))._id}/pictures`,
    form: await pictureForm(),
  }),
  'GET /returns/:id/pictures/:place': async (scene) => ({
    path: (await addReturnFile(scene, await pictureForm(), 'pictures')).pictures[0] ?? '',
  }),
  'PUT /returns/:id/label': async (scene) => ({
    path: `/returns/${(await makeReturn(scene))._id}/label`,
    form: labelForm(),
  }),
  'GET /returns/:id/label': async (scene) => ({
    path: `/returns/${(await addReturnFile(scene, labelForm(), 'label'))._id}/label`,
  }),
  'GET /manageorders/:number/purchase': async ({ t, person }) => ({
    path: `/manageorders/${(await buy(t, person, (await t.makeTool()).id)).number}/purchase`,
  }),
  'PUT /manageorders/:id': async ({ t, person }) => ({
    path: `/manageorders/${(await buy(t, person, (await t.makeTool()).id))._id}`,
  }),

  'POST /delay-notices': async (scene) => ({
    path: '/delay-notices',
    body: { orderIds: [(await makeOrder(scene))._id], newDate: '2090-01-01' },
  }),
  'POST /delay-notices/:id/answer': async (scene) => ({
    path: `/delay-notices/${await makeDelay(scene)}/answer`,
    body: { answer: 'consent' },
  }),
  'POST /exemption-certificates': async ({ t, person }) => {
    await t.shop.db.deleteFrom('exemption_certificates').execute();
    return {
      path: `/exemption-certificates?email=${encodeURIComponent(person.email)}`,
      form: certificateForm(),
    };
  },
  'GET /exemption-certificates': ({ person }) => ({
    path: `/exemption-certificates?email=${encodeURIComponent(person.email)}`,
  }),
  'PATCH /exemption-certificates/:id': async (scene) => ({
    path: `/exemption-certificates/${await makeCertificate(scene.t, scene.person)}`,
    body: { state: 'approved' },
  }),
  'DELETE /exemption-certificates/:id': async (scene) => ({
    path: `/exemption-certificates/${await makeCertificate(scene.t, scene.person)}`,
  }),
  'GET /exemption-certificates/:id/file': async (scene) => ({
    path: `/exemption-certificates/${await makeCertificate(scene.t, scene.person)}/file`,
  }),
  'GET /delay-notices/linked': linkedDelay,
  'POST /delay-notices/linked': async (scene) => ({
    path: '/delay-notices/linked',
    body: { token: await linkOfDelay(scene), answer: 'consent' },
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
  'POST /parcels/delivered': async ({ t }) => ({
    path: '/parcels/delivered',
    body: { deliveries: [{ package: randomUUID(), deliveredOn: t.clock.now().toISOString().slice(0, 10) }] },
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
