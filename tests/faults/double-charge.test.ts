/** @module-tag sweep */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { CardPaymentsError } from '#platform/payments/card-payments.ts';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import { GOOD_CARD, orderBody, readPayments, readStock } from '#tests/support/buying.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import type { Reply, TestShop, TestUser } from '#tests/support/test-shop.ts';
import { findBrokenRules } from './support/broken-rules.ts';
import { type CuttingProxy, startCuttingProxy } from './support/cutting-proxy.ts';
import { breakProvider } from './support/faulty-provider.ts';
import { createHttpClient, type HttpClient, NoReply } from './support/http-client.ts';
import { inParallel } from './support/in-parallel.ts';
import { reportFigure } from './support/report-figure.ts';
import { scaled } from './support/scale.ts';

const PAYMENTS = scaled(2_000, 60);
const WIDTH = 12;
/** The first try and three retries. */
const TRIES = 4;
const HOLD_MS = 16 * 60_000;

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
let proxy: CuttingProxy;
let http: HttpClient;
beforeAll(async () => {
  proxy = await startCuttingProxy(t.url);
  http = createHttpClient();
});
afterAll(async () => {
  http?.close();
  await proxy?.stop();
});

/** Sends a request through the faulty network, with up to three retries; returns the last answer, if any. */
async function tryHard<Body>(
  ...[method, path, options]: Parameters<TestShop['call']>
): Promise<Reply<Body> | undefined> {
  let reply: Reply<Body> | undefined;
  for (let tries = 0; tries < TRIES && (reply === undefined || reply.status >= 500); tries++) {
    reply = await http.call<Body>(proxy.origin, method, path, options).catch((error: unknown) => {
      if (!(error instanceof NoReply)) throw error;
      return undefined;
    });
  }
  return reply;
}

/** One tab of a buyer who tries to pay there, and once more after a failure. */
async function payInTab(buyer: TestUser, order: Order): Promise<void> {
  const isPaid = await tryToPay(buyer, order);
  if (!isPaid) await tryToPay(buyer, order);
}

async function tryToPay({ token }: TestUser, order: Order): Promise<boolean> {
  const body = { price: order.price, orderId: order._id };
  const started = await tryHard<PaymentIntentReply>('POST', '/create-payment-intent', { token, body });
  if (started?.status !== 200) return false;
  const { paymentIntentId, clientSecret } = started.body;
  const billing = { name: 'Ada Joiner', email: 'ada@example.com' };
  const card = { clientSecret, card: GOOD_CARD, billing };
  await tryHard('POST', `/sandbox-cards/intents/${paymentIntentId}/confirm`, { body: card });
  // Reports the payment even if the card's answer was lost: the buyer may have been charged.
  const paid = { order: order._id, transactionId: paymentIntentId };
  return (await tryHard('PATCH', `/orders/${order._id}`, { token, body: paid }))?.status === 200;
}

/** What else happens meanwhile: nothing, a change of mind, or a timeout, once or repeatedly. */
const meanwhile: ((buyer: TestUser, order: Order) => Promise<unknown>)[] = [
  async () => undefined,
  async ({ token }, order) => {
    await livePayment(order);
    return tryHard('DELETE', `/orders/${order._id}`, { token });
  },
  async (_buyer, order) => runOut(await livePayment(order)),
  async (_buyer, order) => {
    for (let times = 0; times < 5; times++) await runOut(await livePayment(order));
  },
];

/** Waits briefly for a payment to be under way. */
async function livePayment(order: Order): Promise<string | undefined> {
  for (let looks = 0; looks < 50; looks++) {
    const live = (await readPayments(t, order._id)).find(({ state }) => state === 'live');
    if (live) return live.id;
  }
  return undefined;
}

async function runOut(paymentId: string | undefined): Promise<void> {
  if (paymentId === undefined) return;
  await releaseHold(t.shop, paymentId).catch((error: unknown) => {
    if (!(error instanceof CardPaymentsError)) throw error;
  });
}

async function buyInTwoTabs(toolId: string, number: number): Promise<void> {
  const buyer = await t.makeUser();
  const headers = { 'idempotency-key': randomUUID() };
  const options = { token: buyer.token, body: orderBody(toolId), headers };
  const placed = await tryHard<Order>('POST', '/orders', options);
  if (placed?.status !== 201) return;
  const order = placed.body;
  const other = meanwhile[number % meanwhile.length];
  await Promise.all([payInTab(buyer, order), payInTab(buyer, order), other?.(buyer, order)]);
}

test(`${PAYMENTS} payments in two tabs each, with faults before and after the charge: nobody pays twice`, async () => {
  const { db } = t.shop;
  const { id: toolId } = await t.makeTool({ onHand: 2 * PAYMENTS });
  const provider = breakProvider(t.shop);
  await inParallel(Array.from({ length: PAYMENTS }), WIDTH, async (_, number) => {
    await buyInTwoTabs(toolId, number);
    // The outbox is processed meanwhile: webhooks, releases and refunds meet the same faults.
    if (number % 10 === 0) await t.runJobs();
  });
  await proxy.settle();
  await provider.mend();
  expect(await findBrokenRules(db, { isSettled: false })).toEqual([]);

  // Unfinished payments end when the holds expire.
  t.clock.advance(HOLD_MS);
  await t.runJobs();
  await reconcilePayments(t.shop);
  await t.runJobs();
  expect(await findBrokenRules(db, { isSettled: true })).toEqual([]);

  const orders = await db.selectFrom('orders').selectAll().execute();
  const charges = await db.selectFrom('sandbox_cards.intents').selectAll().execute();
  const kept = charges.filter(({ status, refunded }) => status === 'succeeded' && !refunded);
  expect(kept.map((charge) => [charge.order_ids.join(), charge.amount]).sort()).toEqual(
    orders
      .filter((order) => order.paid_at !== null)
      .map((order) => [order.id, order.total_cents])
      .sort(),
  );
  // No order is charged twice, even for a moment before a refund: an intent is ended at the provider before
  // another replaces it.
  const charged = charges
    .filter(({ status }) => status === 'succeeded')
    .flatMap((charge) => charge.order_ids);
  expect(charged.filter((id, index) => charged.indexOf(id) !== index)).toEqual([]);
  const sold = kept.length;
  expect(await readStock(t, toolId)).toEqual({ onHand: 2 * PAYMENTS - sold, held: 0, sold });

  // Checks the test itself: every fault occurred, and enough buyers succeeded.
  expect(Math.min(...Object.values(proxy.met), ...Object.values(provider.met))).toBeGreaterThan(
    PAYMENTS / 10,
  );
  expect(sold).toBeGreaterThan(PAYMENTS / 4);
  const cancelled = charges.filter(({ status }) => status === 'canceled').length;
  expect(cancelled).toBeGreaterThan(PAYMENTS / 20);
  const refunded = charges.filter((charge) => charge.refunded).length;
  reportFigure(
    'no double charge',
    `${orders.length} orders paid for in two tabs each, ${TRIES - 1} retries; provider faults ${JSON.stringify(provider.met)}, network ${JSON.stringify(proxy.met)}: ${sold} charged once and paid, ${refunded} charged and refunded, ${orders.length - sold} unpaid with no charge kept, ${cancelled} intents cancelled; 0 charged twice, all amounts equal`,
  );
});
