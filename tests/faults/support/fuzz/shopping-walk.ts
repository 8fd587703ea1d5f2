import fc from 'fast-check';
import { AUTHENTICATION_CARD, GOOD_CARD, orderBody } from '#tests/support/buying.ts';
import { authenticate, pay, report, reportAnothers, startPayment, webhook } from './walk-payments.ts';
import { expectOneOf, isPaid, unitsLeft, type Walk, type WalkedOrder, type WalkScene } from './walk-state.ts';

type Placed = { _id: string; price: number };

async function place(walk: Walk, _order: unknown, pick: number): Promise<void> {
  const quantity = 1 + (pick % 3);
  const key = `walk-${walk.orders.length}-${pick}-${walk.toolId}`;
  const body = orderBody(walk.toolId, quantity);
  const { token } = walk.buyer;
  const reply = await walk.ask<Placed>('POST /orders', {
    target: '/orders',
    token,
    headers: { 'idempotency-key': key },
    body,
  });
  const left = unitsLeft(walk);
  const refusal = left < 1 ? 409 : left < quantity ? 400 : 201;
  expectOneOf(`ordering ${quantity} of ${left}`, reply, [walk.isToolGone ? 404 : refusal]);
  if (reply.status !== 201) return;
  const { _id: orderId, price } = reply.body;
  walk.orders.push({ id: orderId, price, quantity, state: 'unpaid' });
  walk.last = { key, body, orderId };
}

async function placeAgain(walk: Walk, _order: unknown, pick: number): Promise<void> {
  if (!walk.last) return;
  const { key, body, orderId } = walk.last;
  const { token } = walk.buyer;
  const isOther = pick % 2 === 1;
  const sent = isOther ? { ...body, minQuantity: body.minQuantity + 1 } : body;
  const reply = await walk.ask<Placed>('POST /orders', {
    target: '/orders',
    token,
    headers: { 'idempotency-key': key },
    body: sent,
  });
  expectOneOf('the same key again', reply, [isOther ? 422 : 201]);
  if (!isOther && reply.body._id !== orderId) throw new Error('the same key made another order');
}

async function remove(walk: Walk, order: WalkedOrder, pick: number): Promise<void> {
  const { token } = pick % 2 === 0 ? walk.buyer : walk.admin;
  const reply = await walk.ask('DELETE /orders/{id}', { target: `/orders/${order.id}`, token });
  const isCharged = order.state === 'charged' || isPaid(order);
  const fitting = order.state === 'deleted' ? 404 : isCharged ? 409 : 200;
  expectOneOf(`deleting a ${order.state} order`, reply, [fitting]);
  if (order.state === 'charged') order.state = 'paid';
  if (reply.status === 200) order.state = 'deleted';
}

async function ship(walk: Walk, order: WalkedOrder): Promise<void> {
  const { token } = walk.admin;
  const reply = await walk.ask<{ modifiedCount: number }>('PUT /manageorders/{id}', {
    target: `/manageorders/${order.id}`,
    token,
  });
  const { state } = order;
  const fitting =
    state === 'deleted' ? [404] : isPaid(order) ? [200] : state === 'charged' ? [200, 409] : [409];
  expectOneOf(`shipping a ${state} order`, reply, fitting);
  if (reply.status !== 200) return;
  const expected = state === 'shipped' ? 0 : 1;
  if (reply.body.modifiedCount !== expected) throw new Error(`a ${state} order was shipped again`);
  order.state = 'shipped';
}

async function shipAsBuyer(walk: Walk, order: WalkedOrder): Promise<void> {
  const { token } = walk.buyer;
  const reply = await walk.ask('PUT /manageorders/{id}', { target: `/manageorders/${order.id}`, token });
  expectOneOf('shipping as the buyer', reply, [403]);
}

async function look(walk: Walk, order: WalkedOrder): Promise<void> {
  const reply = await walk.ask<{ paid: boolean; pendingChange: string | null }>('GET /orders/{id}', {
    target: `/orders/${order.id}`,
    token: walk.buyer.token,
  });
  expectOneOf(`looking at a ${order.state} order`, reply, [order.state === 'deleted' ? 404 : 200]);
  if (reply.status !== 200 || order.state === 'charged') return;
  const { paid, pendingChange } = reply.body;
  const isRight = paid === isPaid(order) && (pendingChange === 'shipped') === (order.state === 'shipped');
  if (!isRight) throw new Error(`a ${order.state} order shows paid ${paid} and ${pendingChange}`);
}

async function meddle(walk: Walk, order: WalkedOrder, pick: number): Promise<void> {
  const { token } = walk.stranger;
  const target = `/orders/${order.id}`;
  const body = { transactionId: order.intent?.paymentIntentId ?? 'pi_made_up' };
  const tries = [
    () => walk.ask('GET /orders/{id}', { target, token }),
    () => walk.ask('DELETE /orders/{id}', { target, token }),
    () => walk.ask('PATCH /orders/{id}', { target, token, body }),
  ];
  const reply = await tries[pick % tries.length]?.();
  if (reply) expectOneOf("meddling with somebody else's order", reply, [404]);
}

async function listOrders(walk: Walk): Promise<void> {
  const target = `/orders?email=${encodeURIComponent(walk.buyer.email)}`;
  const reply = await walk.ask<{ _id: string }[]>('GET /orders', { target, token: walk.buyer.token });
  expectOneOf('listing', reply, [200]);
  const live = walk.orders.filter(({ state }) => state !== 'deleted').map(({ id }) => id);
  const listed = reply.body.map(({ _id }) => _id);
  if (listed.join() !== live.reverse().join()) throw new Error('the list is not what was ordered');
}

async function review(walk: Walk, _order: unknown, pick: number): Promise<void> {
  const body = { rate: pick % 7, reviews: 'Good tools.' };
  const reply = await walk.ask('POST /review', { target: '/review', token: walk.buyer.token, body });
  expectOneOf(`rating ${body.rate}`, reply, [body.rate >= 1 && body.rate <= 5 ? 200 : 400]);
}

async function removeTool(walk: Walk): Promise<void> {
  const { token } = walk.admin;
  const reply = await walk.ask('DELETE /tool/{id}', { target: `/tool/${walk.toolId}`, token });
  expectOneOf('removing the tool', reply, [walk.isToolGone ? 404 : 200]);
  walk.isToolGone = true;
}

const steps = {
  place,
  placeAgain,
  startPayment,
  payWell: (walk: Walk, order: WalkedOrder) => pay(walk, order, GOOD_CARD.number, [200, 'charged']),
  payBadly: (walk: Walk, order: WalkedOrder) => pay(walk, order, '4000000000000002', [402, 'held']),
  payWithBank: (walk: Walk, order: WalkedOrder) =>
    pay(walk, order, AUTHENTICATION_CARD.number, [200, 'waiting']),
  approve: (walk: Walk, order: WalkedOrder) => authenticate(walk, order, true),
  deny: (walk: Walk, order: WalkedOrder) => authenticate(walk, order, false),
  report,
  reportAnothers,
  remove,
  ship,
  shipAsBuyer,
  look,
  meddle,
  webhook,
  listOrders,
  review,
  removeTool,
} satisfies Record<string, (walk: Walk, order: WalkedOrder, pick: number) => Promise<void>>;

/** One step of a walk through the shop; `pick` selects one of the walk's orders, among other things. */
export type Step = { kind: keyof typeof steps; pick: number };

/** The relative frequency of each step. */
const weights: Partial<Record<Step['kind'], number>> = {
  place: 6,
  startPayment: 6,
  payWell: 4,
  report: 3,
  ship: 2,
};

/** Steps of walks; buying is more frequent than the steps that end it. */
export const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    ...Object.keys(steps).map((kind) => ({
      weight: weights[kind as Step['kind']] ?? 1,
      arbitrary: fc.constant(kind as Step['kind']),
    })),
  ),
  pick: fc.nat({ max: 50 }),
});

/** Steps that are possible before any order. */
const needNoOrder: Step['kind'][] = ['place', 'listOrders', 'review'];

/** Takes the steps one after another. @throws at the first answer that the walk so far does not allow */
export async function takeWalk(scene: WalkScene, path: Step[]): Promise<void> {
  const walk: Walk = { ...scene, orders: [], isToolGone: false };
  for (const { kind, pick } of path) {
    const order = walk.orders[pick % walk.orders.length];
    // Steps that need no order ignore their order.
    if (order || needNoOrder.includes(kind)) await steps[kind](walk, order as WalkedOrder, pick);
  }
}
