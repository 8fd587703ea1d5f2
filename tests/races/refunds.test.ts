import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { Refund as OrderRefund } from '#features/refunds/contract.ts';
import { giveRefund } from '#features/refunds/give-refund.ts';
import type { CardPayments, Refund } from '#platform/payments/card-payments.ts';
import { signWebhook } from '#platform/payments/sandbox/sandbox-webhooks.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { buy, expectStatus, queuedMails, readOrder, readStock } from '#tests/support/buying.ts';
import { queueAtOrder } from '#tests/support/queue-at-row.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(6);

const t = setUpRaceShop();

async function setStage(units = 4) {
  const staff = await t.makeUser({ role: 'staff' });
  const buyer = await t.makeUser();
  const toolId = await t.makeCountedTool(units);
  const order = await buy(t, buyer, toolId, units);
  return { staff, buyer, toolId, order, orderId: order._id };
}

const cancel = ({ token }: TestUser, orderId: string) =>
  t.call<Order>('POST', `/orders/${orderId}/cancel`, { token, body: {} });

const ship = ({ token }: TestUser, orderId: string) => t.call('PUT', `/manageorders/${orderId}`, { token });

const refund = ({ token }: TestUser, orderId: string, asked: object) =>
  t.call<OrderRefund>('POST', `/orders/${orderId}/refunds`, { token, body: { reason: 'Bent', ...asked } });

const givenBack = async ({ transactionId }: Order) =>
  (
    await t.asOwner(
      `select refunded_amount::integer as cents from sandbox_cards.intents where id = '${transactionId}'`,
    )
  )[0];

/** Runs `rival` after the provider has made the refund, while its answer is still under way. */
async function beforeAnswer(rival: (given: Refund) => Promise<unknown>, during: () => Promise<unknown>) {
  const working = t.shop.cardPayments;
  const late: CardPayments['refund'] = async (...asked) => {
    const given = await working.refund(...asked);
    t.shop.cardPayments = working;
    await rival(given);
    return given;
  };
  t.shop.cardPayments = { ...working, refund: late };
  try {
    await during();
  } finally {
    t.shop.cardPayments = working;
  }
}

/** Delivers the provider's webhook about a refund. */
function tell(refundId: string, intentId: string): Promise<Response> {
  const body = JSON.stringify({ id: 'evt_refund', type: 'refund.updated', intentId, refundId });
  const signature = signWebhook(t.shop.secrets.key('sandbox-webhook'), body, t.clock.now());
  const headers = { 'content-type': 'application/json', 'sandbox-signature': signature };
  return fetch(`${t.url}/webhooks/payment`, { method: 'POST', headers, body });
}

test('of ten concurrent refunds of 60 % one succeeds', { tags: ['sweep'] }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { staff, buyer, order, orderId } = await setStage();
    const replies = await times(10, () => refund(staff, orderId, { amount: 30 }));
    expect(tally(replies)).toEqual({ 201: 1, 409: 9 });
    expect(await readOrder(t, buyer, orderId)).toMatchObject({ refundDue: 30, refundable: 20 });
    await t.runJobs();
    expect(await givenBack(order)).toEqual({ cents: 3000 });
  }
});

test('many concurrent refunds of units neither refund nor restock more than were sold', async () => {
  const { staff, toolId, order, orderId } = await setStage(5);
  const replies = await times(8, () => refund(staff, orderId, { quantity: 2, restock: true }));
  expect(tally(replies)).toEqual({ 201: 2, 409: 6 });
  expect((await readStock(t, toolId)).onHand).toBe(4);
  await t.runJobs();
  expect(await givenBack(order)).toEqual({ cents: 5000 });
});

test('cancelling while shipping: the first one succeeds, and the other is refused', async () => {
  for (const isShippedFirst of [true, false]) {
    const { staff, buyer, toolId, order, orderId } = await setStage(1);
    const calls = [() => cancel(buyer, orderId), () => ship(staff, orderId)];
    const replies = await queueAtOrder<{ status: number }>(
      t,
      orderId,
      isShippedFirst ? calls.toReversed() : calls,
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 409]);
    const { state, refundDue } = await readOrder(t, buyer, orderId);
    expect([state, refundDue]).toEqual(isShippedFirst ? ['shipped', 0] : ['cancelled', 12.5]);
    expect((await readStock(t, toolId)).onHand).toBe(isShippedFirst ? 0 : 1);
    await t.runJobs();
    expect(await givenBack(order)).toEqual({ cents: isShippedFirst ? 0 : 1250 });
  }
});

test('refunding the last units while shipping them: they are shipped or withdrawn, never both', {
  tags: ['sweep'],
}, async () => {
  for (const isShippedFirst of [true, false]) {
    const { staff, buyer, toolId, order, orderId } = await setStage(5);
    const send = (quantity: number) =>
      t.call('POST', '/parcels', { token: staff.token, body: { orders: [{ orderId, quantity }] } });
    expectStatus(await send(3), 201);
    const calls = [() => refund(staff, orderId, { quantity: 2, restock: true }), () => send(2)];
    const replies = await queueAtOrder<{ status: number }>(
      t,
      orderId,
      isShippedFirst ? calls.toReversed() : calls,
    );
    // The money for shipped units can still be refunded.
    expect(replies.map(({ status }) => status)).toEqual(isShippedFirst ? [201, 201] : [201, 409]);
    const [sentQuantity, withdrawnQuantity] = isShippedFirst ? [5, 0] : [3, 2];
    const after = { state: 'shipped', sentQuantity, withdrawnQuantity, refundedQuantity: 2 };
    expect(await readOrder(t, buyer, orderId)).toMatchObject(after);
    expect((await readStock(t, toolId)).onHand).toBe(2);
    await t.runJobs();
    expect(await givenBack(order)).toEqual({ cents: 2500 });
  }
});

test('many refunds of the last two units while shipping the whole order: what ships was not withdrawn', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { staff, buyer, orderId } = await setStage(2);
    const replies = await times<{ status: number }>(6, (nth) =>
      (nth + round) % 2 === 0 ? ship(staff, orderId) : refund(staff, orderId, { quantity: 2 }),
    );
    for (const { status } of replies) expect([200, 201, 409]).toContain(status);
    const { state, sentQuantity, withdrawnQuantity, refundDue } = await readOrder(t, buyer, orderId);
    expect(refundDue).toBe(25);
    expect([sentQuantity, withdrawnQuantity]).toEqual(state === 'shipped' ? [2, 0] : [0, 2]);
    expect(['shipped', 'cancelled']).toContain(state);
  }
});

test('cancelling, refunding and shipping many at once: no more is refunded than was paid', {
  tags: ['sweep'],
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { staff, buyer, order, orderId } = await setStage();
    const replies = await times<{ status: number }>(9, (nth) => {
      const turn = (nth + round) % 3;
      if (turn === 0) return cancel(buyer, orderId);
      return turn === 1 ? ship(staff, orderId) : refund(staff, orderId, { amount: 20 });
    });
    for (const { status } of replies) expect([200, 201, 409]).toContain(status);
    const { state, refundDue, refundable } = await readOrder(t, buyer, orderId);
    expect(refundDue + refundable).toBe(50);
    if (state === 'cancelled') expect(refundDue).toBe(50);
    await t.runJobs();
    expect(await givenBack(order)).toEqual({ cents: refundDue * 100 });
  }
});

test('a refund and the provider’s webhook about it: it is done once, in either order', async () => {
  const { staff, buyer, order, orderId } = await setStage();
  const { _id } = expectStatus(await refund(staff, orderId, { amount: 20 }), 201);
  await beforeAnswer(
    async ({ id }) => {
      const words = await times(4, () => tell(id, order.transactionId ?? ''));
      expect(tally(words)).toEqual({ 200: 4 });
      expect(await readOrder(t, buyer, orderId)).toMatchObject({ refunded: 20, refundDue: 0 });
    },
    () => giveRefund(t.shop, _id),
  );
  await times(4, () => giveRefund(t.shop, _id));
  expect(await readOrder(t, buyer, orderId)).toMatchObject({ refunded: 20, refundDue: 0 });
  expect(await givenBack(order)).toEqual({ cents: 2000 });
  expect((await queuedMails(t, orderId)).filter((mail) => mail === 'order-refunded')).toHaveLength(1);
  const done = await t.asOwner(
    `select id from audit_events where order_id = '${orderId}' and action = 'refund_done'`,
  );
  expect(done).toHaveLength(1);
});

test('an answer that arrives after the refund failed and was retried changes nothing', {
  tags: ['sweep'],
}, async () => {
  const { staff, buyer, order, orderId } = await setStage();
  const { _id } = expectStatus(await refund(staff, orderId, { amount: 20 }), 201);
  await beforeAnswer(
    async ({ id }) => {
      // The bank returns it, and the provider reports this before its own first answer arrives.
      await t.asOwner(`update sandbox_cards.refunds set status = 'failed' where id = '${id}'`);
      await t.asOwner(
        `update sandbox_cards.intents set refunded_amount = 0, refunded = false where id = '${order.transactionId}'`,
      );
      expect((await tell(id, order.transactionId ?? '')).status).toBe(200);
      expectStatus(await t.call('POST', `/refunds/${_id}/retry`, { token: staff.token }), 200);
    },
    () => giveRefund(t.shop, _id),
  );
  expect(await readOrder(t, buyer, orderId)).toMatchObject({ refunded: 0, refundDue: 20 });
  await t.runJobs();
  expect(await readOrder(t, buyer, orderId)).toMatchObject({ refunded: 20, refundDue: 0 });
  expect(await givenBack(order)).toEqual({ cents: 2000 });
});

/** Makes a refund of 20.00 that succeeds and is then returned by the bank; returns its id, and the
 * provider's. */
async function bouncedRefund({ staff, order, orderId }: Awaited<ReturnType<typeof setStage>>) {
  const { _id } = expectStatus(await refund(staff, orderId, { amount: 20 }), 201);
  await giveRefund(t.shop, _id);
  const [given] = await t.asOwner(
    `update sandbox_cards.refunds set status = 'failed' where intent_id = '${order.transactionId}' returning id`,
  );
  const providerId = String(given?.id);
  expect((await tell(providerId, order.transactionId ?? '')).status).toBe(200);
  return { refundId: _id, providerId };
}

const settle = ({ token }: TestUser, refundId: string, how: 'retry' | 'given') =>
  t.call<OrderRefund>('POST', `/refunds/${refundId}/${how}`, { token });

test('a failed refund retried and marked as made at once: one of the two succeeds', {
  tags: ['sweep'],
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const stage = await setStage();
    const { refundId } = await bouncedRefund(stage);
    const replies = await times(6, (nth) =>
      settle(stage.staff, refundId, (nth + round) % 2 === 0 ? 'retry' : 'given'),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 5 });
    expect(await readOrder(t, stage.buyer, stage.orderId)).toMatchObject({ refundable: 30 });
  }
});

test('a late report about the failed try does not change a refund that staff marked as made', {
  tags: ['sweep'],
}, async () => {
  const stage = await setStage();
  const { refundId, providerId } = await bouncedRefund(stage);
  expectStatus(await settle(stage.staff, refundId, 'given'), 200);
  expect((await tell(providerId, stage.order.transactionId ?? '')).status).toBe(200);
  expect(await readOrder(t, stage.buyer, stage.orderId)).toMatchObject({ refunded: 20, refundDue: 0 });
});
