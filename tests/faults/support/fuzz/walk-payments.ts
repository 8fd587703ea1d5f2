import { randomBytes } from 'node:crypto';
import { signWebhook } from '#platform/payments/sandbox/sandbox-webhooks.ts';
import { GOOD_CARD } from '#tests/support/buying.ts';
import { expectOneOf, isPaid, unitsLeft, type Walk, type WalkedOrder } from './walk-state.ts';

/** Pays an order's intent with a card. `fresh` is the answer of an open intent, and its next state. */
export async function pay(
  walk: Walk,
  order: WalkedOrder,
  number: string,
  fresh: [number, WalkedOrder['state']],
) {
  const { intent, state } = order;
  if (!intent) return;
  const reply = await walk.ask('POST /sandbox-cards/intents/{intentId}/confirm', {
    target: `/sandbox-cards/intents/${intent.paymentIntentId}/confirm`,
    body: {
      clientSecret: intent.clientSecret,
      card: { ...GOOD_CARD, number },
      billing: { name: 'Ada', email: walk.buyer.email },
    },
  });
  const isOpen = state === 'held' || state === 'waiting';
  // A deleted tool's payments end too, at different times.
  const allowed = isOpen ? [fresh[0], ...(walk.isToolGone ? [409] : [])] : [state === 'deleted' ? 409 : 200];
  if (state === 'unpaid') allowed.push(409);
  expectOneOf(`paying a ${state} order`, reply, allowed);
  if (isOpen && reply.status === fresh[0]) order.state = fresh[1];
}

/** Sends the buyer's answer to the bank, requested or not. */
export async function authenticate(walk: Walk, order: WalkedOrder, approve: boolean) {
  const { intent, state } = order;
  if (!intent) return;
  const reply = await walk.ask('POST /sandbox-cards/intents/{intentId}/authenticate', {
    target: `/sandbox-cards/intents/${intent.paymentIntentId}/authenticate`,
    body: { clientSecret: intent.clientSecret, approve },
  });
  const answer = approve ? 200 : 402;
  const isCharged = state === 'charged' || isPaid(order);
  const allowed = state === 'waiting' ? [answer, ...(walk.isToolGone ? [409] : [])] : [isCharged ? 200 : 409];
  expectOneOf(`authenticating a ${state} order`, reply, allowed);
  if (state === 'waiting' && reply.status === answer) order.state = approve ? 'charged' : 'held';
}

/** Requests an order's intent: a new one, or the one under way. */
export async function startPayment(walk: Walk, order: WalkedOrder): Promise<void> {
  const isUnderWay = order.state === 'held' || order.state === 'waiting';
  const isEnough = unitsLeft(walk) >= order.quantity;
  const reply = await walk.ask<WalkedOrder['intent'] & object>('POST /create-payment-intent', {
    target: '/create-payment-intent',
    token: walk.buyer.token,
    body: { orderId: order.id, price: order.price },
  });
  const isOpen = isUnderWay || (order.state === 'unpaid' && isEnough);
  const fitting = order.state === 'deleted' ? 404 : isOpen && !walk.isToolGone ? 200 : 409;
  expectOneOf(`starting to pay a ${order.state} order`, reply, [fitting]);
  if (reply.status !== 200) return;
  if (isUnderWay && reply.body.paymentIntentId !== order.intent?.paymentIntentId) {
    throw new Error('a second intent for one order');
  }
  order.intent = reply.body;
  if (!isUnderWay) order.state = 'held';
}

/** Reports an order as paid to the shop, whether it is or not. */
export async function report(walk: Walk, order: WalkedOrder): Promise<void> {
  const { state, intent } = order;
  const reply = await walk.ask('PATCH /orders/{id}', {
    target: `/orders/${order.id}`,
    token: walk.buyer.token,
    body: { order: order.id, transactionId: intent?.paymentIntentId ?? 'pi_made_up' },
  });
  const isCharged = state === 'charged' || isPaid(order);
  expectOneOf(`reporting a ${state} order paid`, reply, [state === 'deleted' ? 404 : isCharged ? 200 : 409]);
  if (state === 'charged') order.state = 'paid';
}

/** Reports an order as paid with another order's payment. */
export async function reportAnothers(walk: Walk, order: WalkedOrder): Promise<void> {
  const other = walk.orders.find(({ id, intent }) => intent && id !== order.id);
  if (!other?.intent) return;
  const reply = await walk.ask('PATCH /orders/{id}', {
    target: `/orders/${order.id}`,
    token: walk.buyer.token,
    body: { transactionId: other.intent.paymentIntentId },
  });
  expectOneOf("reporting another order's payment", reply, [order.state === 'deleted' ? 404 : 409]);
}

/** Sends the provider's webhook, in time or late, any number of times. */
export async function webhook(walk: Walk, order: WalkedOrder, pick: number): Promise<void> {
  const intentId = order.intent?.paymentIntentId ?? 'pi_made_up';
  const body = { id: `evt_${pick}`, type: 'payment_intent.succeeded', intentId };
  const isForged = pick % 5 === 0;
  const key = isForged ? randomBytes(32) : walk.webhookKey;
  const signature = signWebhook(key, JSON.stringify(body), new Date());
  const headers = { 'sandbox-signature': signature };
  const reply = await walk.ask('POST /webhooks/payment', { target: '/webhooks/payment', body, headers });
  expectOneOf('a webhook', reply, [isForged ? 400 : 200]);
  if (!isForged && order.state === 'charged') order.state = 'paid';
}
