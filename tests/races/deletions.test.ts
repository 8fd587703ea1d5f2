/** @module-tag sweep */
import { expect, test } from 'vitest';
import { shuffledPair } from '#tests/support/at-once.ts';
import {
  beginPayment,
  confirmCard,
  placeOrder,
  readOrder,
  readPayments,
  readStock,
  reportPaid,
  startPayment,
} from '#tests/support/buying.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(3);

const t = setUpRaceShop();

test('paying for and deleting an order at once: it is paid or gone, never both', async () => {
  for (let round = 0; round < ROUNDS * 4; round++) {
    const toolId = await t.makeCountedTool(1);
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, toolId);
    const intent = await beginPayment(t, buyer, order);
    const [, removed] = await Promise.all(
      shuffledPair(
        round,
        () => confirmCard(t, intent),
        () => t.call('DELETE', `/orders/${order._id}`, { token: buyer.token }),
      ),
    );
    const report = await reportPaid(t, buyer, order._id, intent.paymentIntentId);
    await t.runJobs();
    if (removed.status === 200) {
      expect(report.status).toBe(404);
      expect(await readStock(t, toolId)).toEqual({ onHand: 1, held: 0, sold: 0 });
      expect(await t.shop.cardPayments.retrieveIntent(intent.paymentIntentId)).toMatchObject({
        status: 'cancelled',
      });
    } else {
      expect(removed.status).toBe(409);
      expect(report.status).toBe(200);
      expect(await readStock(t, toolId)).toEqual({ onHand: 0, held: 0, sold: 1 });
    }
  }
});

test('starting a payment and deleting the order at once leaves no unit held', async () => {
  for (let round = 0; round < ROUNDS * 4; round++) {
    const toolId = await t.makeCountedTool(1);
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, toolId);
    const [started, removed] = await Promise.all(
      shuffledPair(
        round,
        () => startPayment(t, buyer, order),
        () => t.call('DELETE', `/orders/${order._id}`, { token: buyer.token }),
      ),
    );
    expect(removed.status).toBe(200);
    expect([200, 404, 409]).toContain(started.status);
    expect(await readStock(t, toolId)).toEqual({ onHand: 1, held: 0, sold: 0 });
  }
});

test('deleting a tool while it is paid for: every success is served, every hold is released', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await t.makeCountedTool(6);
    const all = await t.makeRivals(6, toolId);
    const buying = all.map(async ({ buyer, order }) => {
      const started = await startPayment(t, buyer, order);
      if (started.status !== 200) return { buyer, order, confirmed: false };
      return { buyer, order, confirmed: (await confirmCard(t, started.body)).status === 200 };
    });
    const deleting = t.call('DELETE', `/tool/${toolId}`, { token: admin.token });
    const outcomes = await Promise.all(buying);
    expect((await deleting).status).toBe(200);
    await t.runJobs();
    for (const { buyer, order, confirmed } of outcomes) {
      expect(await readOrder(t, buyer, order._id)).toMatchObject({ paid: confirmed });
      expect((await readPayments(t, order._id)).filter(({ state }) => state === 'live')).toEqual([]);
    }
    expect((await readStock(t, toolId)).held).toBe(0);
  }
});
