/** @module-tag sweep */
import { expect, test } from 'vitest';
import {
  beginPayment,
  buy,
  expectStatus,
  placeOrder,
  readPayments,
  readStock,
  startPayment,
} from '#tests/support/buying.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const MINUTE_MS = 60_000;

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });

/** Advances the clock past the holds. */
async function pass(minutes: number): Promise<void> {
  t.clock.advance(minutes * MINUTE_MS);
  await t.runJobs();
}

/** The minutes for which an order's newest payment holds its units. */
async function minutesOf(orderId: string): Promise<number> {
  const payment = (await readPayments(t, orderId)).at(-1);
  return ((payment?.hold_expires_at?.getTime() ?? 0) - (payment?.created_at.getTime() ?? 0)) / MINUTE_MS;
}

test('repeated holds of all units get shorter, until a payment or a day later', async () => {
  const eve = await t.makeUser();
  const { id } = await t.makeTool({ onHand: 40 });
  const order = await placeOrder(t, eve, id, 40);
  for (const minutes of [15, 5, 2, 2]) {
    await beginPayment(t, eve, order);
    expect(await minutesOf(order._id)).toBe(minutes);
    await pass(minutes);
    expect((await readStock(t, id)).held).toBe(0);
  }
  await pass(24 * 60);
  await beginPayment(t, eve, order);
  expect(await minutesOf(order._id)).toBe(15);
});

test('payments started at the same moment all have the shorter hold', async () => {
  const buyer = await t.makeUser();
  const { id } = await t.makeTool({ onHand: 100 });
  const first = await placeOrder(t, buyer, id, 1);
  await beginPayment(t, buyer, first);
  await pass(15);
  const orders = await Promise.all(Array.from({ length: 8 }, () => placeOrder(t, buyer, id, 1)));
  const replies = await Promise.all(orders.map((order) => startPayment(t, buyer, order)));
  for (const reply of replies) expectStatus(reply, 200);
  for (const { _id } of orders) expect(await minutesOf(_id)).toBe(5);
});

test('a successful payment restores the full hold', async () => {
  const buyer = await t.makeUser();
  const { id } = await t.makeTool({ onHand: 100 });
  const order = await placeOrder(t, buyer, id, 1);
  await beginPayment(t, buyer, order);
  t.clock.advance(5 * MINUTE_MS);
  expectStatus(await t.call('DELETE', `/orders/${order._id}`, { token: buyer.token }), 200);
  const again = await placeOrder(t, buyer, id, 1);
  await beginPayment(t, buyer, again);
  expect(await minutesOf(again._id)).toBe(15);
  await buy(t, buyer, id);
  const later = await placeOrder(t, buyer, id, 1);
  await beginPayment(t, buyer, later);
  expect(await minutesOf(later._id)).toBe(15);
});
