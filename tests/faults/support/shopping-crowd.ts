import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentIntentReply } from '#features/orders/payments/contract.ts';
import type { Refund } from '#features/orders/refunds/contract.ts';
import { GOOD_CARD, orderBody } from '#tests/support/buying.ts';
import type { Reply, TestUser } from '#tests/support/test-shop.ts';
import { createHttpClient, NoReply } from './http-client.ts';

/** How long a client waits before it sends a request again that got no answer, or a 5xx. */
const RETRY_MS = 50;
/** Nobody waits longer: something is wrong that does not pass. */
const GIVE_UP_MS = 120_000;

/** How far an order came, as its buyer was told. */
export type Told = 'placed' | 'charged' | 'paid' | 'cancelled' | 'deleted';

/** What buyers were told, request by request: what the shop must not lose. */
export type CrowdLog = {
  /** By the buyer's user id and the idempotency key. */
  orders: Map<string, { userId: string; orderId: string; told: Told }>;
  reviews: Map<string, { userId: string; reviewId: string }>;
  /** Parts of what was paid that staff have given back, by the idempotency key. */
  refunds: Map<string, { orderId: string; refundId: string; amount: number }>;
  /** Requests that got no answer, or a 5xx, and were sent again. */
  again: string[];
  /** Answers that nobody should get, fault or not. */
  surprises: string[];
};

/** People who shop until they are told that it is over; then each finishes what they began. */
export type ShoppingCrowd = {
  log: CrowdLog;
  /** How many answers other than a 5xx all of them have had. */
  answers(): number;
  /** Resolves once nobody has anything under way. */
  goHome(): Promise<void>;
};

type What =
  | 'pay'
  | 'pay and cancel'
  | 'pay and get a part back'
  | 'pay for two'
  | 'pay and close the tab'
  | 'delete'
  | 'think better of it'
  | 'review';
const habits: What[] = [
  'pay',
  'delete',
  'pay for two',
  'pay and cancel',
  'pay and get a part back',
  'review',
  'pay and close the tab',
  'think better of it',
];

/**
 * Sends people shopping at several origins; staff see to their refunds. Every request that gets no answer, or a 5xx, is sent again with the same
 * key, at the next origin. `isPassedOn`: the origins are a proxy's, which sends requests again itself.
 */
export function sendShopping(
  origins: string[],
  { buyers, staff }: { buyers: TestUser[]; staff: TestUser },
  toolId: string,
  { isPassedOn = false } = {},
): ShoppingCrowd {
  const log: CrowdLog = {
    orders: new Map(),
    reviews: new Map(),
    refunds: new Map(),
    again: [],
    surprises: [],
  };
  const http = createHttpClient();
  let isOver = false;
  let answers = 0;
  let turn = 0;

  async function insist<Body>(
    method: string,
    path: string,
    options: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Reply<Body> & { tries: number }> {
    const giveUpAt = Date.now() + GIVE_UP_MS;
    for (let tries = 1; ; tries++) {
      if (Date.now() > giveUpAt) throw new Error(`nobody answers: ${log.again.at(-1)}`);
      turn += 1;
      try {
        const reply = await http.call<Body>(origins[turn % origins.length] ?? '', method, path, options);
        if (reply.status < 500) {
          answers += 1;
          return { ...reply, tries };
        }
        log.again.push(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
      } catch (error) {
        if (!(error instanceof NoReply)) throw error;
        log.again.push(`${method} ${path}: ${error.message}`);
      }
      await pause(RETRY_MS);
    }
  }

  /** The body of the answer that is due; anything else is noted, and ends this errand. */
  function take<Body>(what: string, reply: Reply<Body>, status: number): Body {
    if (reply.status === status) return reply.body;
    const surprise = `${what}: ${reply.status} ${JSON.stringify(reply.body)}`;
    log.surprises.push(surprise);
    throw new Surprise(surprise);
  }

  async function placeOrder({ userId, token }: Pick<TestUser, 'userId' | 'token'>, key: string) {
    const headers = { 'idempotency-key': key };
    const placed = await insist<Order>('POST', '/orders', { token, body: orderBody(toolId), headers });
    const order = take('order', placed, 201);
    const entry = { userId, orderId: order._id, told: 'placed' as Told };
    log.orders.set(key, entry);
    return { order, entry };
  }

  async function refundPart({ _id, price }: Order): Promise<void> {
    const key = randomUUID();
    const request = {
      token: staff.token,
      body: { amount: Math.round(price * 40) / 100, reason: 'A scratch' },
      headers: { 'idempotency-key': key },
    };
    const given = await insist<Refund>('POST', `/orders/${_id}/refunds`, request);
    const { _id: refundId, amount } = take('refund', given, 201);
    log.refunds.set(key, { orderId: _id, refundId, amount });
  }

  async function runErrand({ userId, token }: TestUser, what: What): Promise<void> {
    const key = randomUUID();
    const headers = { 'idempotency-key': key };
    if (what === 'review') {
      const review = { rating: 5, description: `Sharp. ${key}` };
      const body = { reviews: review.description, rate: review.rating, name: 'Ada' };
      const given = await insist<{ insertedId: string }>('POST', '/review', { token, body, headers });
      log.reviews.set(key, { userId, reviewId: take('review', given, 200).insertedId });
      return;
    }
    const { order, entry } = await placeOrder({ userId, token }, key);
    const entries = [entry];
    if (what !== 'delete') {
      if (what === 'pay for two') entries.push((await placeOrder({ userId, token }, randomUUID())).entry);
      const orderIds = entries.map(({ orderId }) => orderId);
      const body = entries.length > 1 ? { orderIds } : { price: order.price, orderId: order._id };
      const started = await insist<PaymentIntentReply>('POST', '/create-payment-intent', { token, body });
      const intent = take('payment', started, 200);
      if (what !== 'think better of it') {
        const path = `/sandbox-cards/intents/${intent.paymentIntentId}/confirm`;
        const billing = { name: 'Ada Joiner', email: 'ada@example.com' };
        const card = { clientSecret: intent.clientSecret, card: GOOD_CARD, billing };
        take('card', await insist('POST', path, { body: card }), 200);
        for (const each of entries) each.told = 'charged';
        if (what === 'pay and close the tab') return;
        const paid = { order: order._id, transactionId: intent.paymentIntentId };
        take('paid', await insist('PATCH', `/orders/${order._id}`, { token, body: paid }), 200);
        for (const each of entries) each.told = 'paid';
        if (what === 'pay and get a part back') await refundPart(order);
        if (what !== 'pay and cancel') return;
        // As often as it is sent, the order is cancelled once.
        take('cancel', await insist('POST', `/orders/${order._id}/cancel`, { token, body: {} }), 200);
        entry.told = 'cancelled';
        return;
      }
    }
    const deleted = await insist('DELETE', `/orders/${order._id}`, { token });
    // Sent again after an answer was lost, it finds the order gone.
    if (!(deleted.status === 404 && (isPassedOn || deleted.tries > 1))) take('delete', deleted, 200);
    entry.told = 'deleted';
  }

  const everybody = buyers.map(async (buyer, index) => {
    for (let errand = index; !isOver; errand++) {
      const what = habits[errand % habits.length] ?? 'pay';
      await runErrand(buyer, what).catch((error: unknown) => {
        if (!(error instanceof Surprise)) throw error;
      });
    }
  });

  return {
    log,
    answers: () => answers,
    async goHome() {
      isOver = true;
      await Promise.all(everybody);
      http.close();
    },
  };
}

/** An answer that ends an errand; it has been noted. */
class Surprise extends Error {}
