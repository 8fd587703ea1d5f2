import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { Parcel } from '#features/orders/parcel-contract.ts';
import { shuffled, tally, times } from '#tests/support/at-once.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  orderBody,
  placeOrder,
  queuedMails,
  readStock,
  reportPaid,
  startPayment,
} from '#tests/support/buying.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(3);

const t = setUpRaceShop();

test('a double click with one Idempotency-Key makes one order', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await t.makeCountedTool(50);
    const buyer = await t.makeUser();
    const key = randomUUID();
    const replies = await times(8, () =>
      t.call<Order>('POST', '/orders', {
        token: buyer.token,
        body: orderBody(toolId),
        headers: { 'idempotency-key': key },
      }),
    );
    expect(tally(replies)).toEqual({ 201: 8 });
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const list = await t.call<Order[]>('GET', `/orders?email=${buyer.email}`, { token: buyer.token });
    expect(list.body).toHaveLength(1);
    expect(await queuedMails(t, replies[0]?.body._id ?? '')).toEqual([]);
  }
});

test('two different orders with one Idempotency-Key: one is made, the other refused', async () => {
  const toolId = await t.makeCountedTool(50);
  const buyer = await t.makeUser();
  const replies = await times(2, (index) =>
    t.call('POST', '/orders', {
      token: buyer.token,
      body: orderBody(toolId, index + 1),
      headers: { 'idempotency-key': 'same' },
    }),
  );
  expect(tally(replies)).toEqual({ 201: 1, 422: 1 });
});

test('a double click on Pay creates one intent and one hold', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await t.makeCountedTool(5);
    const [rival] = await t.makeRivals(1, toolId);
    if (!rival) throw new Error('no buyer');
    const replies = await times(8, () => startPayment(t, rival.buyer, rival.order));
    expect(tally(replies)).toEqual({ 200: 8 });
    expect(new Set(replies.map(({ body }) => body.clientSecret)).size).toBe(1);
    expect(await readStock(t, toolId)).toEqual({ onHand: 5, held: 1, sold: 0 });
  }
});

test('five webhooks and the buyer’s own report at once count a payment once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await t.makeCountedTool(5);
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, toolId, 2);
    const { paymentIntentId } = await beginPayment(t, buyer, order).then(async (intent) => {
      await confirmCard(t, intent);
      return intent;
    });
    const calls = shuffled([
      ...Array.from({ length: 5 }, (_, n) => () => t.deliver(paymentIntentId, `evt_${n % 3}`)),
      ...Array.from({ length: 3 }, () => () => reportPaid(t, buyer, order._id, paymentIntentId)),
    ]);
    expect(tally(await Promise.all(calls.map((call) => call())))).toEqual({ 200: 8 });
    expect(await readStock(t, toolId)).toEqual({ onHand: 3, held: 0, sold: 2 });
    expect(await queuedMails(t, order._id)).toEqual(['payment-received']);
  }
});

/** The number of queued emails about parcels with an order in them. */
async function countParcelEmails({ token }: TestUser, orderId: string): Promise<number> {
  const { body } = await t.call<Parcel[]>('GET', `/orders/${orderId}/parcels`, { token });
  const about = await Promise.all(body.map(({ _id }) => queuedMails(t, _id)));
  return about.flat().length;
}

test('shipping twice at once ships once', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  for (let round = 0; round < ROUNDS; round++) {
    const buyer = await t.makeUser();
    const order = await buy(t, buyer, await t.makeCountedTool(1));
    const replies = await times(4, () =>
      t.call<{ modifiedCount: number }>('PUT', `/manageorders/${order._id}`, { token: admin.token }),
    );
    expect(replies.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 0, 0, 1]);
    expect(await countParcelEmails(admin, order._id)).toBe(1);
  }
});
