import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentMoves } from '#features/orders/rules.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import { markRefundGiven } from '#features/refunds/failed-refund.ts';
import { signWebhook } from '#platform/payments/sandbox/sandbox-webhooks.ts';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import { beginPayment, placeOrder, readPayments, reportPaid } from '#tests/support/buying.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';
import { findBrokenRules } from './support/broken-rules.ts';
import { createHttpClient, type HttpClient } from './support/http-client.ts';
import { inParallel } from './support/in-parallel.ts';
import { notePaymentMoves, readPaymentMoves } from './support/payment-moves.ts';
import { reportFigure } from './support/report-figure.ts';
import { scaled } from './support/scale.ts';
import { type FleetProcess, type ShopFleet, startShopFleet } from './support/shop-fleet.ts';

const ROUNDS = scaled(200, 3);
/** Concurrent rounds; each is a separate race. */
const WIDTH = 6;
const UNITS = 3;

/** An order of one unit, with a payment under way or finished. */
type Stage = {
  buyer: TestUser;
  admin: TestUser;
  toolId: string;
  orderId: string;
  paymentId: string;
  intentId: string;
};

/** The start of a race: card not tried yet, charged without the shop's knowledge, or order paid. */
const beginnings = ['open', 'charged', 'paid'] as const;

let fleet: ShopFleet;
let http: HttpClient;
beforeAll(async () => {
  fleet = await startShopFleet(2);
  http = createHttpClient();
  await notePaymentMoves(fleet.shop.db);
});
afterAll(async () => {
  http?.close();
  await fleet?.stop();
});

async function setStage(beginning: (typeof beginnings)[number], admin: TestUser): Promise<Stage> {
  const { db } = fleet.shop;
  const [at] = fleet.processes;
  const buyer = await fleet.makeUser();
  const { id: toolId } = await fleet.makeTool({ onHand: UNITS });
  const order = await placeOrder(at, buyer, toolId);
  const { paymentIntentId: intentId } = await beginPayment(at, buyer, order);
  if (beginning !== 'open') {
    const charge = db.updateTable('sandbox_cards.intents').set({ status: 'succeeded' });
    await charge.where('id', '=', intentId).execute();
  }
  if (beginning === 'paid') await settlePayment(fleet.shop, intentId);
  const [payment] = await readPayments(fleet, order._id);
  return { buyer, admin, toolId, orderId: order._id, paymentId: payment?.id ?? '', intentId };
}

/** What may happen to an order at any moment, from any process; returns the status, or 'done' where there is
 * none. */
const happenings = {
  pay: async (at: FleetProcess, { buyer, orderId, intentId }: Stage) =>
    (await reportPaid(at, buyer, orderId, intentId)).status,
  webhook: async (at: FleetProcess, { intentId }: Stage) => {
    const body = JSON.stringify({ id: `evt_${intentId}`, type: 'payment_intent.succeeded', intentId });
    const key = fleet.shop.secrets.key('sandbox-webhook');
    const signature = signWebhook(key, body, fleet.shop.clock.now());
    const headers = { 'content-type': 'application/json', 'sandbox-signature': signature };
    return (await http.send(at.origin, 'POST', '/webhooks/payment', { headers, body })).status;
  },
  'delete the order': async (at: FleetProcess, { buyer, orderId }: Stage) =>
    (await at.call('DELETE', `/orders/${orderId}`, { token: buyer.token })).status,
  'change the order': async (at: FleetProcess, { buyer, orderId }: Stage) => {
    const body = { minQuantity: 2, phone: '+1 555 0177', address: '8 Plumb Line' };
    return (await at.call('PUT', `/orders/${orderId}`, { token: buyer.token, body })).status;
  },
  ship: async (at: FleetProcess, { admin, orderId }: Stage) =>
    (await at.call('PUT', `/manageorders/${orderId}`, { token: admin.token })).status,
  // The job's own work, in a third process.
  'the hold runs out': async (_at: FleetProcess, { paymentId }: Stage) => {
    await releaseHold(fleet.shop, paymentId);
    return 'done' as const;
  },
  'delete the tool': async (at: FleetProcess, { admin, toolId }: Stage) =>
    (await at.call('DELETE', `/tool/${toolId}`, { token: admin.token })).status,
  cancel: async (at: FleetProcess, { buyer, orderId }: Stage) =>
    (await at.call('POST', `/orders/${orderId}/cancel`, { token: buyer.token, body: {} })).status,
  refund: async (at: FleetProcess, { admin, orderId }: Stage) => {
    const body = { quantity: 1, restock: true, reason: 'Arrived bent' };
    return (await at.call('POST', `/orders/${orderId}/refunds`, { token: admin.token, body })).status;
  },
  'send a parcel': async (at: FleetProcess, { admin, orderId }: Stage) => {
    const body = { orders: [{ orderId, quantity: 1 }] };
    return (await at.call('POST', '/parcels', { token: admin.token, body })).status;
  },
  'mark paid': async (at: FleetProcess, { admin, buyer, orderId }: Stage) => {
    const body = { orderIds: [orderId], method: 'cash' };
    return (await at.call('POST', `/customers/${buyer.email}/mark-paid`, { token: admin.token, body }))
      .status;
  },
};
type Happening = keyof typeof happenings;

/** Every status that a race may end with; anything else, above all a 5xx, is a fault. */
const fairAnswers: Record<Happening, (number | 'done')[]> = {
  pay: [200, 404, 409],
  webhook: [200],
  'delete the order': [200, 404, 409],
  'change the order': [200, 404, 409],
  ship: [200, 404, 409],
  'the hold runs out': ['done'],
  'delete the tool': [200, 404],
  cancel: [200, 404, 409],
  refund: [201, 404, 409],
  'send a parcel': [201, 404, 409],
  'mark paid': [200, 404, 409],
};

function isFair(happening: Happening, answer: number | 'done'): boolean {
  return fairAnswers[happening].includes(answer);
}

const names = Object.keys(happenings) as Happening[];
const pairs = names.flatMap((first, index) => names.slice(index).map((second) => [first, second] as const));

/** In `npm test`, actions on a paid order race only against themselves and their likeliest rivals. */
const afterPayment: Happening[] = ['cancel', 'refund', 'send a parcel', 'mark paid'];
const isSwept = ([first, second]: readonly [Happening, Happening]) =>
  afterPayment.includes(second) && !['webhook', 'ship', second].includes(first);

const raceName = `%s and %s at once, ${ROUNDS} times`;
test.each(pairs.filter((pair) => !isSwept(pair)))(raceName, race);
test.each(pairs.filter(isSwept))(raceName, { tags: ['sweep'] }, race);

async function race(first: Happening, second: Happening): Promise<void> {
  // A separate admin per pair: an access token expires before all pairs are done.
  const admin = await fleet.makeUser({ role: 'admin' });
  const rounds = Array.from({ length: ROUNDS }, (_, round) => beginnings[round % 3] ?? 'open');
  const answers = await inParallel(rounds, WIDTH, async (beginning, round) => {
    const stage = await setStage(beginning, admin);
    const [one, other] = fleet.processes;
    const [left = one, right = one] = round % 2 === 0 ? [one, other] : [other, one];
    const [a, b] = await Promise.all([happenings[first](left, stage), happenings[second](right, stage)]);
    return { beginning, [first]: a, [`${second} too`]: b, isFair: isFair(first, a) && isFair(second, b) };
  });
  expect(answers.filter((answer) => !answer.isFair)).toEqual([]);
  expect(await findBrokenRules(fleet.shop.db, { isSettled: false })).toEqual([]);
  expect(await toolsWithOtherUnits()).toEqual([]);
}

/** Units are neither created nor lost: on hand plus sold is constant. */
async function toolsWithOtherUnits(): Promise<unknown[]> {
  const { rows } = await sql`
    select id, on_hand from tools where ${UNITS} <> on_hand + (
      select coalesce(sum(quantity - returned_quantity), 0) from orders where tool_id = tools.id and paid_at is not null)`.execute(
    fleet.shop.db,
  );
  return rows;
}

/** Marks cancelled cash payments as refunded, as staff do. */
async function giveByHand(): Promise<void> {
  const { db } = fleet.shop;
  const owed = db.selectFrom('refunds').select('id').where('failure', '=', 'by_hand');
  const currentUser = { userId: 'no buyer' };
  for (const { id: refundId } of await owed.execute())
    await markRefundGiven(fleet.shop, { currentUser, refundId });
}

test('when all races are over, nothing is left unfinished, and there was no deadlock', async () => {
  const { db } = fleet.shop;
  // For charges that no action in their race reported to the shop.
  await reconcilePayments(fleet.shop);
  await until('everything to be settled', async () => {
    await giveByHand();
    return (await findBrokenRules(db, { isSettled: true })).length === 0;
  });
  expect(await toolsWithOtherUnits()).toEqual([]);
  const moves = [...new Set([...(await readPaymentMoves(db)).values()].flat())];
  const legal = Object.entries(paymentMoves).flatMap(([from, table]) =>
    Object.values(table).map((to) => `${from} → ${to}`),
  );
  expect(moves.filter((move) => !legal.includes(move))).toEqual([]);

  // A session's statistics are complete once it has ended.
  await Promise.all(fleet.processes.map((process) => process.end('SIGTERM')));
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  expect(rows).toEqual([{ deadlocks: 0 }]);
  const printed = fleet.processes.map((process) => process.printed()).join('');
  expect(printed.split('\n').filter((line) => /"level":50|40P01|deadlock/.test(line))).toEqual([]);
  reportFigure(
    'races are legal',
    `${pairs.length} pairs × ${ROUNDS} over two processes and a third: 0 illegal states, 0 deadlocks, 0 5xx; moves seen: ${moves.sort().join(', ')}`,
  );
});
