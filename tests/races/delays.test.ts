import { expect, test } from 'vitest';
import type { DelayResults } from '#features/delays/contract.ts';
import { endSilentDelays } from '#features/delays/end-silent-delays.ts';
import type { Order } from '#features/orders/contract.ts';
import { shuffledPair, tally, times } from '#tests/support/at-once.ts';
import { buy, expectStatus, readOrder } from '#tests/support/buying.ts';
import { refundsOf } from '#tests/support/refunding.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(6);

const t = setUpRaceShop();

/** A paid order of four units, and a function that sends a notice about it. */
async function setStage() {
  const staff = await t.makeUser({ role: 'staff' });
  const buyer = await t.makeUser();
  const order: Order = await buy(t, buyer, await t.makeCountedTool(4), 4);
  const send = async () => {
    const body = { orderIds: [order._id], newDate: null, reason: 'Late' };
    const reply = await t.call<DelayResults>('POST', '/delay-notices', { token: staff.token, body });
    return expectStatus(reply, 200)[0];
  };
  const answer = (id: string, words: string) =>
    t.call('POST', `/delay-notices/${id}/answer`, { token: buyer.token, body: { answer: words } });
  const ship = () => t.call('PUT', `/manageorders/${order._id}`, { token: staff.token });
  const refunds = async () => (await refundsOf(t, buyer, order._id)).length;
  const state = async () => (await readOrder(t, buyer, order._id)).state;
  return { order, send, answer, ship, refunds, state };
}

/** Lets the time for an answer pass. */
const letPass = (noticeId: string) =>
  t.asOwner(
    `update delay_notices set was_due_on = '2020-01-01', answer_by = '2020-01-02' where id = '${noticeId}'`,
  );

test('of ten concurrent notices about one order one is sent', async () => {
  const { order, send } = await setStage();
  const results = await times(10, send);
  expect(results.filter((result) => result?.insertedId)).toHaveLength(1);
  const found = await t.asOwner(`select from delay_notices where order_id = '${order._id}'`);
  expect(found).toHaveLength(1);
});

test('consent and cancel at once leave one answer, and at most one refund', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { send, answer, refunds, state } = await setStage();
    const id = (await send())?.insertedId ?? '';
    const replies = await Promise.all([
      ...shuffledPair(
        round,
        () => answer(id, 'consent'),
        () => answer(id, 'cancel'),
      ),
      answer(id, 'cancel'),
    ]);
    // A buyer who consents first can still cancel; one who cancels first can't consent any more.
    expect(tally(replies.slice(1))).toEqual({ 200: 2 });
    expect([200, 409]).toContain(replies[0]?.status);
    expect([await state(), await refunds()]).toEqual(['cancelled', 1]);
  }
});

test('an answer, a shipment, and the end of the time at once: it ships or is canceled, once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { send, answer, ship, refunds, state } = await setStage();
    const id = (await send())?.insertedId ?? '';
    await letPass(id);
    await Promise.all([
      ...shuffledPair(
        round,
        () => ship(),
        () => endSilentDelays(t.shop),
      ),
      answer(id, 'cancel'),
      endSilentDelays(t.shop),
    ]);
    const ended = await state();
    expect(['shipped', 'cancelled']).toContain(ended);
    expect(await refunds()).toBe(ended === 'cancelled' ? 1 : 0);
  }
});
