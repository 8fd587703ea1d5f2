import { expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Order } from '#features/orders/contract.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { findBrokenRules } from '#tests/faults/support/broken-rules.ts';
import { shuffledPair, tally, times } from '#tests/support/at-once.ts';
import { beginBasket, fillBasket, startBasket, transactionsOf } from '#tests/support/baskets.ts';
import {
  confirmCard,
  expectStatus,
  queuedMails,
  readPayments,
  readStock,
  reportPaid,
} from '#tests/support/buying.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(3);

const t = setUpRaceShop();

type Basket = { buyer: TestUser; orders: Order[] };

/** A basket of one unit of each tool, added in their order or, for an odd `nth`, in reverse. */
async function makeBasket(toolIds: string[], nth = 0): Promise<Basket> {
  const buyer = await t.makeUser();
  const ids = nth % 2 === 0 ? toolIds : toolIds.toReversed();
  return {
    buyer,
    orders: await fillBasket(
      t,
      buyer,
      ids.map((id) => ({ id })),
    ),
  };
}

const firstOf = ({ orders: [order] }: Basket): Order => {
  if (!order) throw new Error('no order');
  return order;
};

const remove = ({ buyer }: Basket, { _id }: Order) =>
  t.call('DELETE', `/orders/${_id}`, { token: buyer.token });

const stockOf = (toolIds: string[]) => Promise.all(toolIds.map((id) => readStock(t, id)));

const makeTools = (count: number, units: number) => times(count, () => t.makeCountedTool(units));

test('of twelve baskets of two tools, three units each, in both orders exactly three reserve theirs', {
  tags: ['sweep'],
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolIds = await makeTools(2, 3);
    const baskets = await times(12, (nth) => makeBasket(toolIds, nth));
    const replies = await Promise.all(baskets.map(({ buyer, orders }) => startBasket(t, buyer, orders)));
    expect(tally(replies)).toEqual({ 200: 3, 409: 9 });
    expect(await stockOf(toolIds)).toEqual(toolIds.map(() => ({ onHand: 3, held: 3, sold: 0 })));
    for (const { status, body } of replies) {
      if (status === 409) expect(body).toMatchObject({ error: { code: 'out_of_stock', field: 'orderIds' } });
      else expectStatus(await confirmCard(t, body), 200);
    }
    await t.runJobs();
    expect(await stockOf(toolIds)).toEqual(toolIds.map(() => ({ onHand: 0, held: 0, sold: 3 })));
  }
  expect(await findBrokenRules(t.shop.db, { isSettled: true })).toEqual([]);
});

test('paying for a basket while one of its orders is deleted: all of it is paid, or nothing', async () => {
  for (let round = 0; round < ROUNDS * 2; round++) {
    const toolIds = await makeTools(2, 1);
    const basket = await makeBasket(toolIds, round);
    const { buyer, orders } = basket;
    const intent = await beginBasket(t, buyer, orders);
    const [confirmed, removed] = await Promise.all(
      shuffledPair(
        round,
        () => confirmCard(t, intent),
        () => remove(basket, firstOf(basket)),
      ),
    );
    await t.runJobs();
    const isPaid = confirmed.status === 200;
    expect([confirmed.status, removed.status]).toEqual(isPaid ? [200, 409] : [409, 200]);
    expect(await transactionsOf(t, buyer, orders.slice(1))).toEqual([isPaid ? intent.paymentIntentId : null]);
    const stock = isPaid ? { onHand: 0, held: 0, sold: 1 } : { onHand: 1, held: 0, sold: 0 };
    expect(await stockOf(toolIds)).toEqual([stock, stock]);
  }
});

test('starting a payment while one of its orders is deleted leaves no unit held', async () => {
  for (let round = 0; round < ROUNDS * 2; round++) {
    const toolIds = await makeTools(2, 1);
    const basket = await makeBasket(toolIds, round);
    const [started, removed] = await Promise.all(
      shuffledPair(
        round,
        () => startBasket(t, basket.buyer, basket.orders),
        () => remove(basket, firstOf(basket)),
      ),
    );
    expect(removed.status).toBe(200);
    expect([200, 404]).toContain(started.status);
    expect(await stockOf(toolIds)).toEqual(toolIds.map(() => ({ onHand: 1, held: 0, sold: 0 })));
  }
});

test('a basket’s time expires while its card is charged: all of it is paid, or nothing', {
  tags: ['sweep'],
}, async () => {
  for (let round = 0; round < ROUNDS * 2; round++) {
    const toolIds = await makeTools(2, 1);
    const basket = await makeBasket(toolIds, round);
    const { buyer, orders } = basket;
    const intent = await beginBasket(t, buyer, orders);
    const [payment] = await readPayments(t, firstOf(basket)._id);
    const [confirmed] = await Promise.all(
      shuffledPair(
        round,
        () => confirmCard(t, intent),
        () => releaseHold(t.shop, payment?.id ?? ''),
      ),
    );
    const reports = await Promise.all(
      orders.map(({ _id }) => reportPaid(t, buyer, _id, intent.paymentIntentId)),
    );
    expect(reports.map(({ status }) => status)).toEqual([confirmed.status, confirmed.status]);
    const isPaid = confirmed.status === 200;
    const stock = isPaid ? { onHand: 0, held: 0, sold: 1 } : { onHand: 1, held: 0, sold: 0 };
    expect(await stockOf(toolIds)).toEqual([stock, stock]);
  }
});

test('concurrent webhooks and reports of every order count a basket once', async () => {
  const toolIds = await makeTools(3, 2);
  const basket = await makeBasket(toolIds);
  const { buyer, orders } = basket;
  const intent = await beginBasket(t, buyer, orders);
  await confirmCard(t, intent);
  const replies = await Promise.all([
    ...orders.map(({ _id }) => reportPaid(t, buyer, _id, intent.paymentIntentId)),
    ...(await times(4, async (n) => t.deliver(intent.paymentIntentId, `evt_${n}`))),
    ...orders.map(({ _id }) => reportPaid(t, buyer, _id, intent.paymentIntentId)),
  ]);
  expect(tally(replies)).toEqual({ 200: 10 });
  expect(await stockOf(toolIds)).toEqual(toolIds.map(() => ({ onHand: 1, held: 0, sold: 1 })));
  expect(await queuedMails(t, firstOf(basket)._id)).toEqual(['payment-received']);
});

test('baskets that share an order, started in several tabs: each order has one payment under way', {
  tags: ['sweep'],
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolIds = await makeTools(3, 9);
    const { buyer, orders } = await makeBasket(toolIds, round);
    const [saw, vice, plane] = orders;
    if (!saw || !vice || !plane) throw new Error('no orders');
    const baskets = [[saw, vice], [vice, plane], [plane, saw], [vice]];
    const replies = await Promise.all(
      [...baskets, ...baskets].map((basket) => startBasket(t, buyer, basket)),
    );
    for (const { status, body } of replies) {
      // Among this many tabs one may lose its orders to the others and must retry.
      if (status !== 200) expect([status, (body as ErrorReply).error.code]).toEqual([409, 'conflict']);
    }
    const intents = replies.flatMap(({ status, body }) => (status === 200 ? [body] : []));
    const charged = await Promise.all(intents.map((intent) => confirmCard(t, intent)));
    await t.runJobs();
    const paid = new Set(
      intents.filter((_, nth) => charged[nth]?.status === 200).flatMap((one) => one.orderIds),
    );
    const transactions = await transactionsOf(t, buyer, orders);
    expect(
      orders
        .filter((_, nth) => transactions[nth])
        .map(({ _id }) => _id)
        .sort(),
    ).toEqual([...paid].sort());
    expect(await findBrokenRules(t.shop.db, { isSettled: true })).toEqual([]);
  }
});

test('an intent that the provider creates late meets a basket with a deleted order', {
  tags: ['sweep'],
}, async () => {
  const toolIds = await makeTools(2, 1);
  const basket = await makeBasket(toolIds);
  const working = t.shop.cardPayments;
  let isFirst = true;
  t.shop.cardPayments = {
    ...working,
    async createIntent(request) {
      const first = isFirst;
      isFirst = false;
      if (first) expectStatus(await remove(basket, firstOf(basket)), 200);
      return working.createIntent(request);
    },
  };
  const started = await startBasket(t, basket.buyer, basket.orders);
  t.shop.cardPayments = working;
  expect(started.status).toBe(404);
  expect(await stockOf(toolIds)).toEqual(toolIds.map(() => ({ onHand: 1, held: 0, sold: 0 })));
});

test('a success reported late is counted once, though an order was about to be deleted', {
  tags: ['sweep'],
}, async () => {
  const toolIds = await makeTools(2, 1);
  const basket = await makeBasket(toolIds);
  const { buyer, orders } = basket;
  const intent = await beginBasket(t, buyer, orders);
  await confirmCard(t, intent);
  const working = t.shop.cardPayments;
  let isFirst = true;
  t.shop.cardPayments = {
    ...working,
    async retrieveIntent(intentId) {
      const first = isFirst;
      isFirst = false;
      const told = await working.retrieveIntent(intentId);
      if (first) expect((await remove(basket, firstOf(basket))).status).toBe(409);
      return told;
    },
  };
  const report = await reportPaid(t, buyer, firstOf(basket)._id, intent.paymentIntentId);
  t.shop.cardPayments = working;
  expect(report.status).toBe(200);
  expect(await transactionsOf(t, buyer, orders)).toEqual([intent.paymentIntentId, intent.paymentIntentId]);
  expect(await stockOf(toolIds)).toEqual(toolIds.map(() => ({ onHand: 0, held: 0, sold: 1 })));
});
