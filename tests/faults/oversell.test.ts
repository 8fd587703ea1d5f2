/** @module-tag sweep */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { fillBasket, startBasket } from '#tests/support/baskets.ts';
import {
  confirmCard,
  expectStatus,
  placeOrder,
  readStock,
  reportPaid,
  startPayment,
} from '#tests/support/buying.ts';
import type { Reply, TestUser } from '#tests/support/test-shop.ts';
import { findBrokenRules } from './support/broken-rules.ts';
import { reportFigure } from './support/report-figure.ts';
import { scaled } from './support/scale.ts';
import { type FleetProcess, type ShopFleet, startShopFleet } from './support/shop-fleet.ts';

/** Rounds with the same buyers, well within the lifetime of their access tokens. */
const ROUNDS_PER_CROWD = 20;

type Rival = { buyer: TestUser; order: Order; at: FleetProcess };

let fleet: ShopFleet;
beforeAll(async () => {
  fleet = await startShopFleet(2);
});
afterAll(() => fleet?.stop());

function processOf(index: number): FleetProcess {
  return fleet.processes[index % fleet.processes.length] ?? fleet.processes[0];
}

/** Places an order for one unit for each buyer before the race; neighbours buy from different processes. */
function lineUp(crowd: TestUser[], toolId: string): Promise<Rival[]> {
  return Promise.all(
    crowd.map(async (buyer, index) => {
      const at = processOf(index);
      return { buyer, at, order: await placeOrder(at, buyer, toolId) };
    }),
  );
}

function saying({ status, body }: Reply<unknown>): string {
  const refusal = body as { error?: { code: string } };
  return status === 200 ? 'held' : `${status} ${refusal.error?.code}`;
}

/** Runs one round; returns all buyers' results, sorted. */
async function race(crowd: TestUser[], units: number, round: number): Promise<string[]> {
  const { id: toolId } = await fleet.makeTool({ onHand: units });
  const rivals = await lineUp(crowd, toolId);
  const replies = await Promise.all(rivals.map(({ at, buyer, order }) => startPayment(at, buyer, order)));
  expect(await readStock(fleet, toolId)).toEqual({ onHand: units, held: units, sold: 0 });

  const winners = rivals.flatMap((rival, index) => {
    const reply = replies[index];
    return reply?.status === 200 ? [{ ...rival, intent: reply.body }] : [];
  });
  // In every other round the winners pay; in the rest they cancel.
  const isPaying = round % 2 === 0;
  await Promise.all(
    winners.map(async ({ at, buyer, order, intent }, index) => {
      const other = processOf(index + 1);
      if (!isPaying) {
        expectStatus(await other.call('DELETE', `/orders/${order._id}`, { token: buyer.token }), 200);
        return;
      }
      expectStatus(await confirmCard(other, intent), 200);
      expectStatus(await reportPaid(at, buyer, order._id, intent.paymentIntentId), 200);
    }),
  );
  const sold = isPaying ? units : 0;
  expect(await readStock(fleet, toolId)).toEqual({ onHand: units - sold, held: 0, sold });
  return replies.map(saying).sort();
}

test.each([
  { buyers: 64, units: 1, rounds: scaled(500, 6) },
  { buyers: 24, units: 3, rounds: scaled(200, 4) },
])(
  '$buyers buyers on two processes, $units units: exactly that many reserve one',
  async ({ buyers, units, rounds }) => {
    const expected = Array.from({ length: buyers }, (_, index) =>
      index < units ? 'held' : '409 out_of_stock',
    ).sort();
    let crowd: TestUser[] = [];
    for (let round = 0; round < rounds; round++) {
      if (round % ROUNDS_PER_CROWD === 0) crowd = await times(buyers, () => fleet.makeUser());
      expect(await race(crowd, units, round)).toEqual(expected);
    }
    expect(await findBrokenRules(fleet.shop.db, { isSettled: true })).toEqual([]);
    reportFigure(
      'no oversell',
      `${rounds} rounds of ${buyers} buyers for ${units}: ${units} held one in each, the other ${buyers - units} got 409`,
    );
  },
);

test('baskets of two tools over two processes, in both orders: as many hold theirs as there are units', async () => {
  const rounds = scaled(500, 3);
  let crowd: TestUser[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % ROUNDS_PER_CROWD === 0) crowd = await times(12, () => fleet.makeUser());
    const tools = await times(2, () => fleet.makeTool({ onHand: 3 }));
    const baskets = await Promise.all(
      crowd.map(async (buyer, index) => {
        const at = processOf(index);
        return { at, buyer, orders: await fillBasket(at, buyer, index % 4 < 2 ? tools : tools.toReversed()) };
      }),
    );
    const replies = await Promise.all(baskets.map(({ at, buyer, orders }) => startBasket(at, buyer, orders)));
    expect(tally(replies)).toEqual({ 200: 3, 409: 9 });
    for (const { id } of tools) expect(await readStock(fleet, id)).toEqual({ onHand: 3, held: 3, sold: 0 });
    await Promise.all(
      replies.map(async ({ status, body }) => {
        if (status === 200) expectStatus(await confirmCard(processOf(round), body), 200);
      }),
    );
    await Promise.all(
      baskets.map(async ({ at, buyer, orders: [order] }, index) => {
        const { status, body } = replies[index] ?? {};
        if (status !== 200 || !order || !body) return;
        expectStatus(await reportPaid(at, buyer, order._id, body.paymentIntentId), 200);
      }),
    );
    for (const { id } of tools) expect(await readStock(fleet, id)).toEqual({ onHand: 0, held: 0, sold: 3 });
  }
  expect(await findBrokenRules(fleet.shop.db, { isSettled: true })).toEqual([]);
  reportFigure('no oversell', `${rounds} rounds of 12 baskets for 3 units of two tools: 3 held both in each`);
});
