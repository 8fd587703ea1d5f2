import { expect, test } from 'vitest';
import { releaseHold } from '#features/payments/release-hold.ts';
import { shuffledPair, tally } from '#tests/support/at-once.ts';
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

test.each([
  [64, 1],
  [24, 3],
])('%i buyers, %i units: that many get one', async (buyers, units) => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await t.makeCountedTool(units);
    const all = await t.makeRivals(buyers, toolId);
    const replies = await Promise.all(all.map(({ buyer, order }) => startPayment(t, buyer, order)));
    expect(tally(replies)).toEqual({ 200: units, 409: buyers - units });
    expect(await readStock(t, toolId)).toEqual({ onHand: units, held: units, sold: 0 });

    const paid = await Promise.all(
      all.map(async ({ buyer, order }, index) => {
        const reply = replies[index];
        if (reply?.status !== 200) return undefined;
        await confirmCard(t, reply.body);
        return reportPaid(t, buyer, order._id, reply.body.paymentIntentId);
      }),
    );
    expect(tally(paid.filter((reply) => reply !== undefined))).toEqual({ 200: units });
    expect(await readStock(t, toolId)).toEqual({ onHand: 0, held: 0, sold: units });
  }
});

test('a card confirmed while its hold is released is served or refused, and no unit is lost', {
  tags: ['sweep'],
}, async () => {
  for (let round = 0; round < ROUNDS * 4; round++) {
    const toolId = await t.makeCountedTool(1);
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, toolId);
    const intent = await beginPayment(t, buyer, order);
    const [payment] = await readPayments(t, order._id);
    const [confirmed] = await Promise.all(
      shuffledPair(
        round,
        () => confirmCard(t, intent),
        () => releaseHold(t.shop, payment?.id ?? ''),
      ),
    );
    const report = await reportPaid(t, buyer, order._id, intent.paymentIntentId);
    expect(report.status).toBe(confirmed.status);
    const isPaid = confirmed.status === 200;
    expect(await readStock(t, toolId)).toEqual(
      isPaid ? { onHand: 0, held: 0, sold: 1 } : { onHand: 1, held: 0, sold: 0 },
    );
  }
});

test('a late success and a new buyer at once: one gets the unit, the other the money back', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await t.makeCountedTool(1);
    const [late, punctual] = await t.makeRivals(2, toolId);
    if (!late || !punctual) throw new Error('no buyers');
    const intent = await beginPayment(t, late.buyer, late.order);
    const [payment] = await readPayments(t, late.order._id);
    await releaseHold(t.shop, payment?.id ?? '');
    await t.shop.db
      .updateTable('sandbox_cards.intents')
      .set({ status: 'succeeded' })
      .where('id', '=', intent.paymentIntentId)
      .execute();
    const [started, ...told] = await Promise.all([
      startPayment(t, punctual.buyer, punctual.order),
      ...Array.from({ length: 5 }, (_, n) => t.deliver(intent.paymentIntentId, `evt_${n}`)),
    ]);
    expect(tally(told)).toEqual({ 200: 5 });
    await t.runJobs();
    const isServed = (await readOrder(t, late.buyer, late.order._id)).paid;
    expect(started.status).toBe(isServed ? 409 : 200);
    expect(await readPayments(t, late.order._id)).toMatchObject([
      { state: isServed ? 'succeeded' : 'refunded' },
    ]);
    const refunds = t.shop.db
      .selectFrom('sandbox_cards.refunds')
      .select('intent_id')
      .where('intent_id', '=', intent.paymentIntentId);
    expect(await refunds.execute()).toHaveLength(isServed ? 0 : 1);
  }
});
