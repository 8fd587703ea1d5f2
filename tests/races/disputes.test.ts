/** @module-tag sweep */
import { expect, test } from 'vitest';
import { settleProviderDispute } from '#features/refunds/disputes/settle-dispute.ts';
import { times } from '#tests/support/at-once.ts';
import { buy, readOrder } from '#tests/support/buying.ts';
import { queueAtOrder } from '#tests/support/queue-at-row.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(6);

const t = setUpRaceShop();

/** A paid order of 50.00 with a dispute that the shop does not know of yet. */
async function setStage() {
  const staff = await t.makeUser({ role: 'staff' });
  const buyer = await t.makeUser();
  const order = await buy(t, buyer, await t.makeCountedTool(4), 4);
  const cards = t.shop.sandboxCards;
  const dispute = await cards?.openDispute(order.transactionId ?? '');
  if (!cards || !dispute) throw new Error('nothing disputed');
  const hear = () => settleProviderDispute(t.shop, dispute.id);
  return { cards, staff, buyer, order, dispute, hear };
}

const rowOf = async (id: string) =>
  (
    await t.asOwner(`select state, uncounted_cents::integer as uncounted from disputes where id = '${id}'`)
  )[0];

test('ten concurrent reports of a lost dispute count once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { cards, buyer, order, dispute, hear } = await setStage();
    await cards.closeDispute(dispute.id, 'lost');
    await times(10, hear);
    expect(await readOrder(t, buyer, order._id)).toMatchObject({ refunded: 50, refundable: 0 });
    const [told] = await t.asOwner(
      `select count(*)::integer as notes from invoices where kind = 'credit_note'
        and payment_id = (select payment_id from disputes where id = '${dispute.id}')`,
    );
    expect(told).toEqual({ notes: 1 });
  }
});

test('a refund during a lost dispute: in either order no more is refunded than was paid', async () => {
  for (const isRefundFirst of [true, false]) {
    const { cards, staff, buyer, order, dispute, hear } = await setStage();
    await cards.closeDispute(dispute.id, 'lost');
    const refund = async () => {
      const body = { amount: 20, reason: 'Bent' };
      return (await t.call('POST', `/orders/${order._id}/refunds`, { token: staff.token, body })).status;
    };
    const calls: (() => Promise<unknown>)[] = isRefundFirst ? [refund, hear] : [hear, refund];
    const answers = await queueAtOrder(t, order._id, calls);
    expect(answers).toEqual(isRefundFirst ? [201, 'dispute'] : ['dispute', 409]);
    // What the bank has taken counts towards the refund, of which nothing is due any more.
    expect(await rowOf(dispute.id)).toEqual({ state: 'lost', uncounted: 0 });
    await t.runJobs();
    expect(await readOrder(t, buyer, order._id)).toMatchObject({ refunded: 50, refundDue: 0, refundable: 0 });
    expect(await rowOf(dispute.id)).toEqual({ state: 'lost', uncounted: 0 });
  }
});

test('shipping during a dispute: it ships if the dispute is unknown, else it needs a confirmation', async () => {
  for (const isShippedFirst of [true, false]) {
    const { staff, buyer, order, hear } = await setStage();
    const ship = async () =>
      (await t.call('PUT', `/manageorders/${order._id}`, { token: staff.token })).status;
    const calls: (() => Promise<unknown>)[] = isShippedFirst ? [ship, hear] : [hear, ship];
    const answers = await queueAtOrder(t, order._id, calls);
    expect(answers).toEqual(isShippedFirst ? [200, 'dispute'] : ['dispute', 409]);
    const { state } = await readOrder(t, buyer, order._id);
    expect(state).toBe(isShippedFirst ? 'shipped' : 'paid');
  }
});

test('an answer that was outdated while under way is requested again', async () => {
  const { cards, buyer, order, dispute, hear } = await setStage();
  const working = t.shop.cardPayments;
  let asked = 0;
  t.shop.cardPayments = {
    ...working,
    retrieveDispute: async (id) => {
      const answer = await working.retrieveDispute(id);
      asked += 1;
      if (asked > 1) return answer;
      await cards.closeDispute(id, 'lost');
      await settleProviderDispute({ ...t.shop, cardPayments: working }, id);
      return answer;
    },
  };
  await hear();
  t.shop.cardPayments = working;
  expect(asked).toBe(2);
  expect(await rowOf(dispute.id)).toEqual({ state: 'lost', uncounted: 0 });
  expect(await readOrder(t, buyer, order._id)).toMatchObject({ refunded: 50 });
});
