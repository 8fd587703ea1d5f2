import { randomUUID } from 'node:crypto';
import type { ChargesReply } from '#features/charge-rules/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import type { Parcel } from '#features/orders/parcel-contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import type { Quote } from '#features/quotes/contract.ts';
import type { Refund } from '#features/refunds/contract.ts';
import { GOOD_CARD, orderBody } from '#tests/support/buying.ts';
import type { Reply, TestUser } from '#tests/support/test-shop.ts';
import type { CrowdLog, ToldOrder, ToldPayment, ToldQuote } from './crowd-log.ts';

/** `key`: its idempotency key. */
export type Asked = { by?: TestUser; body?: unknown; key?: string };

/** A person's task at the shop, with the staff at hand. */
export type Errand = {
  buyer: TestUser;
  staff: TestUser;
  toolId: string;
  log: CrowdLog;
  /** Sends a request until it is answered; `mayBeRepeat`: the shop may have received it before. */
  ask<Body>(method: string, path: string, asked?: Asked): Promise<Reply<Body> & { mayBeRepeat: boolean }>;
  /** Returns the body of an answer with the expected status; any other is recorded and ends the errand. */
  take<Body>(what: string, reply: Reply<Body>, status: number): Body;
  /** Charges a card as the buyer's browser does at the provider; by default at the shop's sandbox. */
  confirmCard?(intentId: string): void;
};

/** The errands, in the order in which each person does them. */
export const errands: ((on: Errand) => Promise<unknown>)[] = [
  (on) => buy(on),
  async (on) => drop(on, await place(on)),
  async (on) => pay(on, [await place(on), await place(on)]),
  buyAndCancel,
  async (on) => sendRefund(on, await buy(on), { part: 0.4 }),
  review,
  async (on) => chargeCard(on, [await place(on)]),
  thinkBetter,
  buyForTwoParcels,
  buyByQuote,
  buyWithOneLess,
  async (on) => payByHand(on, [await place(on)], 'cash'),
  buyAndSendBack,
  declineQuote,
  async (on) => payByHand(on, [await place(on), await place(on)], 'transfer'),
];

/** Sends a request and returns the body of the expected answer. */
async function due<Body>(on: Errand, status: number, call: string, asked: Asked = {}): Promise<Body> {
  const [method = '', path = ''] = call.split(' ');
  return on.take(call, await on.ask<Body>(method, path, asked), status);
}

async function place(on: Errand, quantity = 1): Promise<ToldOrder> {
  const asked = { by: on.buyer, body: orderBody(on.toolId, quantity), key: randomUUID() };
  const { _id: id, price } = await due<Order>(on, 201, 'POST /orders', asked);
  const order: ToldOrder = { id, told: 'placed', quantity, price };
  on.log.orders.push(order);
  return order;
}

/** Deletes an order; if its answer was lost, the retry finds the order gone. */
async function drop(on: Errand, order: ToldOrder): Promise<void> {
  const reply = await on.ask('DELETE', `/orders/${order.id}`, { by: on.buyer });
  if (!(reply.status === 404 && reply.mayBeRepeat)) on.take('DELETE /orders', reply, 200);
  order.told = 'deleted';
}

const idsOf = (orders: ToldOrder[]) => orders.map(({ id }) => id);

/** The total for orders, with delivery and tax. */
async function totalOf(on: Errand, orders: ToldOrder[]): Promise<number> {
  const asked = { by: on.buyer, body: { orderIds: idsOf(orders) } };
  return (await due<ChargesReply>(on, 200, 'POST /charges', asked)).total;
}

async function startPayment(on: Errand, orders: ToldOrder[]): Promise<PaymentIntentReply> {
  const price = await totalOf(on, orders);
  const [orderId, another] = idsOf(orders);
  const body = another ? { price, orderIds: idsOf(orders) } : { price, orderId };
  return due(on, 200, 'POST /create-payment-intent', { by: on.buyer, body });
}

/** Charges a card; returns the transaction id. */
async function chargeCard(on: Errand, orders: ToldOrder[]): Promise<string> {
  const { paymentIntentId: id, clientSecret, amount } = await startPayment(on, orders);
  if (on.confirmCard) on.confirmCard(id);
  else await confirmInSandbox(on, id, clientSecret);
  on.log.payments.push({ id, method: 'card', orders, amount });
  for (const order of orders) order.told = 'charged';
  return id;
}

async function confirmInSandbox(on: Errand, id: string, clientSecret: string): Promise<void> {
  const billing = { name: 'Ada Joiner', email: 'ada@example.com' };
  const body = { clientSecret, card: GOOD_CARD, billing };
  await due(on, 200, `POST /sandbox-cards/intents/${id}/confirm`, { body });
}

async function pay(on: Errand, orders: ToldOrder[]): Promise<void> {
  const transactionId = await chargeCard(on, orders);
  const [order] = idsOf(orders);
  await due(on, 200, `PATCH /orders/${order}`, { by: on.buyer, body: { order, transactionId } });
  for (const each of orders) each.told = 'paid';
}

async function buy(on: Errand, quantity = 1): Promise<ToldOrder> {
  const order = await place(on, quantity);
  await pay(on, [order]);
  return order;
}

/** However often it is sent, the order is cancelled once. */
async function buyAndCancel(on: Errand): Promise<void> {
  const order = await buy(on);
  await due(on, 200, `POST /orders/${order.id}/cancel`, { by: on.buyer, body: {} });
  order.told = 'cancelled';
}

async function thinkBetter(on: Errand): Promise<void> {
  const order = await place(on);
  await startPayment(on, [order]);
  await drop(on, order);
}

async function review(on: Errand): Promise<void> {
  const key = randomUUID();
  const body = { reviews: `Sharp. ${key}`, rate: 5, name: 'Ada' };
  const given = await due<{ insertedId: string }>(on, 200, 'POST /review', { by: on.buyer, body, key });
  on.log.reviews.push({ id: given.insertedId });
}

/** Refunds a part of an order's price, or some of its units. */
async function sendRefund(
  on: Errand,
  { id: orderId, price }: ToldOrder,
  what: { part: number } | { quantity: number; restock: boolean },
): Promise<void> {
  const asked = 'part' in what ? { amount: Math.round(price * what.part * 100) / 100 } : what;
  const body = { ...asked, reason: 'A scratch' };
  const call = `POST /orders/${orderId}/refunds`;
  const refund = await due<Refund>(on, 201, call, { by: on.staff, body, key: randomUUID() });
  const { _id: id, amount, quantity, restocked } = refund;
  on.log.refunds.push({ id, orderId, amount, quantity, restocked });
}

async function send(on: Errand, { id: orderId }: ToldOrder, quantity: number): Promise<void> {
  const asked = { by: on.staff, body: { orders: [{ orderId, quantity }] }, key: randomUUID() };
  const { _id: id } = await due<Parcel>(on, 201, 'POST /parcels', asked);
  on.log.parcels.push({ id, orderId, quantity });
}

async function buyForTwoParcels(on: Errand): Promise<void> {
  const order = await buy(on, 3);
  await send(on, order, 1);
  await send(on, order, 2);
}

/** One of three units is refunded before it is shipped, the others are shipped. */
async function buyWithOneLess(on: Errand): Promise<void> {
  const order = await buy(on, 3);
  await sendRefund(on, order, { quantity: 1, restock: true });
  await send(on, order, 2);
}

/** Both units are returned, one of them broken; a third return is refused. */
async function buyAndSendBack(on: Errand): Promise<void> {
  const order = await buy(on, 2);
  await send(on, order, 2);
  await sendRefund(on, order, { quantity: 1, restock: true });
  await sendRefund(on, order, { quantity: 1, restock: false });
  const asked = { by: on.staff, body: { quantity: 1, reason: 'Once more' }, key: randomUUID() };
  await due(on, 409, `POST /orders/${order.id}/refunds`, asked);
}

/** If its answer was lost, the retry finds the orders paid: the payment is then read from them. */
async function payByHand(on: Errand, orders: ToldOrder[], method: 'cash' | 'transfer'): Promise<void> {
  const amount = await totalOf(on, orders);
  const body = { orderIds: idsOf(orders), method, price: amount };
  const path = `/customers/${on.buyer.email}/mark-paid`;
  const marked = await on.ask<Order[]>('POST', path, { by: on.staff, body });
  const [order] =
    marked.status === 409 && marked.mayBeRepeat
      ? [await due<Order>(on, 200, `GET /orders/${orders[0]?.id}`, { by: on.buyer })]
      : on.take('POST mark-paid', marked, 200);
  const payment: ToldPayment = { id: order?.transactionId ?? 'none', method, orders, amount };
  on.log.payments.push(payment);
  for (const each of orders) each.told = 'paid';
}

/** Requests a quote, and gets an offer: 20 % off, with the units reserved. */
async function getOffer(on: Errand, order: ToldOrder): Promise<{ quote: ToldQuote; offered: Quote }> {
  const request = { by: on.buyer, body: { orderIds: [order.id] }, key: randomUUID() };
  const { _id: id, version } = await due<Quote>(on, 201, 'POST /quotes', request);
  const quote: ToldQuote = { id, orderId: order.id, told: 'asked' };
  on.log.quotes.push(quote);
  const body = {
    version,
    lines: [{ orderId: order.id, unitPrice: Math.round((order.price / order.quantity) * 80) / 100 }],
    holds: true,
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const reply = await on.ask<Quote>('POST', `/quotes/${id}/offer`, { by: on.staff, body });
  // If its answer was lost, the retry finds a version other than the expected one: its own.
  const offered =
    reply.status === 409 && reply.mayBeRepeat
      ? await due<Quote>(on, 200, `GET /quotes/${id}`, { by: on.staff })
      : on.take('POST /quotes/offer', reply, 200);
  quote.told = 'offered';
  return { quote, offered };
}

async function buyByQuote(on: Errand): Promise<void> {
  const order = await place(on, 2);
  const { quote, offered } = await getOffer(on, order);
  const body = { version: offered.version, price: offered.price };
  await due(on, 200, `POST /quotes/${quote.id}/accept`, { by: on.buyer, body });
  quote.told = 'accepted';
  order.price = offered.price ?? 0;
  await pay(on, [order]);
  quote.told = 'paid';
}

/** The order stays in the cart, at the shop's regular price. */
async function declineQuote(on: Errand): Promise<void> {
  const { quote } = await getOffer(on, await place(on, 2));
  await due(on, 200, `POST /quotes/${quote.id}/decline`, { by: on.buyer });
  quote.told = 'declined';
}
