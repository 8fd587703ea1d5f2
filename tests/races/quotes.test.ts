/** @module-tag sweep */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { releaseHold } from '#features/payments/release-hold.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import { expireQuote } from '#features/quotes/end-quote.ts';
import { findBrokenRules } from '#tests/faults/support/broken-rules.ts';
import { shuffledPair, tally, times } from '#tests/support/at-once.ts';
import { fillBasket } from '#tests/support/baskets.ts';
import {
  beginPayment,
  confirmCard,
  expectStatus,
  placeOrder,
  readOrder,
  readPayments,
  readStock,
  startPayment,
} from '#tests/support/buying.ts';
import { queueAtOrder } from '#tests/support/queue-at-row.ts';
import {
  accept,
  ask,
  decline,
  makeAccepted,
  makeOffered,
  offer,
  readQuote,
  withdraw,
} from '#tests/support/quotes.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(3);
const FIVE_MINUTES = 5 * 60_000;

const t = setUpRaceShop();
let staff: TestUser;
beforeAll(async () => {
  staff = await t.makeUser({ role: 'staff' });
});
afterEach(async () => expect(await findBrokenRules(t.shop.db, { isSettled: true })).toEqual([]));

/** A buyer's order of all three units of a tool, in a quote. */
async function setStage(make: typeof makeAccepted = makeAccepted) {
  staff = await t.makeUser({ role: 'staff' });
  const toolId = await t.makeCountedTool(3);
  const buyer = await t.makeUser();
  const placed = await placeOrder(t, buyer, toolId, 3);
  const quote = await make(t, { buyer, staff }, [placed]);
  return { toolId, buyer, quote, order: await readOrder(t, buyer, placed._id) };
}

const actionsOf = async (orderId: string, action: string) =>
  (await t.asOwner(`select from audit_events where order_id = '${orderId}' and action = '${action}'`)).length;

test('of twelve buyers’ quotes of two tools, three units each, in both orders exactly three reserve', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolIds = await times(2, () => t.makeCountedTool(3));
    const asked = await times(12, async (nth) => {
      const buyer = await t.makeUser();
      const ids = nth % 2 === 0 ? toolIds : toolIds.toReversed();
      const orders = await fillBasket(
        t,
        buyer,
        ids.map((id) => ({ id })),
      );
      return expectStatus(await ask(t, buyer, orders), 201);
    });
    const replies = await Promise.all(asked.map((quote) => offer(t, staff, quote)));
    expect(tally(replies)).toEqual({ 200: 3, 409: 9 });
    for (const id of toolIds) expect(await readStock(t, id)).toEqual({ onHand: 3, held: 3, sold: 0 });
  }
});

test('an offer and a payment at once: one of them gets the last unit', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await t.makeCountedTool(1);
    const [one, other] = await t.makeRivals(2, toolId);
    if (!one || !other) throw new Error('no rivals');
    const asked = expectStatus(await ask(t, one.buyer, [one.order]), 201);
    const replies = await Promise.all(
      shuffledPair<{ status: number }, { status: number }>(
        round,
        () => offer(t, staff, asked),
        () => startPayment(t, other.buyer, other.order),
      ),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 1 });
    expect(await readStock(t, toolId)).toEqual({ onHand: 1, held: 1, sold: 0 });
  }
});

test('ten concurrent accepts accept once, and ten concurrent requests create one quote', async () => {
  const { buyer, quote, order } = await setStage(makeOffered);
  expect(tally(await times(10, () => accept(t, buyer, quote)))).toEqual({ 200: 10 });
  expect(await actionsOf(order._id, 'quote_accepted')).toBe(1);
  const another = await placeOrder(t, buyer, await t.makeCountedTool(1));
  expect(tally(await times(10, () => ask(t, buyer, [another])))).toEqual({ 201: 1, 409: 9 });
});

test('two concurrent offers of one version: one of them succeeds', async () => {
  const { quote, toolId } = await setStage(makeOffered);
  const replies = await Promise.all([
    offer(t, staff, quote, { unitPrice: 8 }),
    offer(t, staff, quote, { unitPrice: 9, holds: false }),
  ]);
  expect(tally(replies)).toEqual({ 200: 1, 409: 1 });
  expect(await readStock(t, toolId)).toMatchObject({ held: replies[0].status === 200 ? 3 : 0 });
});

test('an accept that waits for the order behind a new offer is refused: its price was not seen', async () => {
  const { buyer, quote, order } = await setStage(makeOffered);
  const [offered, accepted] = await queueAtOrder(t, order._id, [
    () => offer(t, staff, quote, { unitPrice: 20 }),
    () => accept(t, buyer, quote),
  ]);
  expect([offered?.status, accepted?.body.error?.code]).toEqual([200, 'version_conflict']);
  expect(await readOrder(t, buyer, order._id)).toMatchObject({ unitPrice: 12.5 });
});

test.each([
  ['accept', 'expiry'],
  ['expiry', 'accept'],
] as const)(
  '%s and %s at the minute it expires, in turn: it has expired, and its units are released once',
  async (...turns) => {
    const { buyer, quote, order, toolId } = await setStage(makeOffered);
    t.clock.advance(FIVE_MINUTES);
    const calls = {
      accept: async () => (await accept(t, buyer, quote)).status,
      expiry: async () => (await expireQuote(t.shop, quote._id)) as undefined,
    };
    const answers = await queueAtOrder<number | undefined>(
      t,
      order._id,
      turns.map((turn) => calls[turn]),
    );
    expect(answers).toEqual(turns.map((turn) => (turn === 'accept' ? 409 : undefined)));
    expect(await readQuote(t, buyer, quote)).toMatchObject({ state: 'expired', endedAt: expect.any(String) });
    expect(await readStock(t, toolId)).toEqual({ onHand: 3, held: 0, sold: 0 });
    expect(await actionsOf(order._id, 'quote_expired')).toBe(1);
  },
);

test.each([
  ['the charge', 'the expiry'],
  ['the expiry', 'the charge'],
] as const)('%s is counted before %s, after it expires: it is paid at the quoted price', async (...turns) => {
  const { buyer, quote, order, toolId } = await setStage();
  const intent = await beginPayment(t, buyer, order);
  t.clock.advance(FIVE_MINUTES);
  expectStatus(await confirmCard(t, intent), 200);
  const calls = {
    'the charge': () => settlePayment(t.shop, intent.paymentIntentId),
    'the expiry': () => expireQuote(t.shop, quote._id),
  };
  await queueAtOrder<unknown>(
    t,
    order._id,
    turns.map((turn) => calls[turn]),
  );
  expect(await readOrder(t, buyer, order._id)).toMatchObject({ paid: true, price: 30 });
  expect(await readQuote(t, buyer, quote)).toMatchObject({ state: 'paid' });
  expect(await readStock(t, toolId)).toEqual({ onHand: 0, held: 0, sold: 3 });
});

test('a payment and its quote that expire at once release the units once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { buyer, order, quote, toolId } = await setStage();
    await beginPayment(t, buyer, order);
    const [payment] = await readPayments(t, order._id);
    t.clock.advance(FIVE_MINUTES);
    await Promise.all(
      shuffledPair(
        round,
        () => releaseHold(t.shop, payment?.id ?? ''),
        () => expireQuote(t.shop, quote._id),
      ),
    );
    await expireQuote(t.shop, quote._id);
    expect(await readQuote(t, staff, quote)).toMatchObject({ state: 'expired', endedAt: expect.any(String) });
    expect(await readStock(t, toolId)).toEqual({ onHand: 3, held: 0, sold: 0 });
  }
});

test.each([
  ['declined', (quote: { _id: string }, buyer: TestUser) => decline(t, buyer, quote)],
  ['withdrawn', (quote: { _id: string }) => withdraw(t, staff, quote)],
] as const)('a card charged while its quote is %s pays it, or is never charged', async (state, end) => {
  for (let round = 0; round < ROUNDS * 2; round++) {
    const { buyer, order, quote, toolId } = await setStage();
    const intent = await beginPayment(t, buyer, order);
    const [charged] = await Promise.all(
      shuffledPair<{ status: number }, { status: number }>(
        round,
        () => confirmCard(t, intent),
        () => end(quote, buyer),
      ),
    );
    await settlePayment(t.shop, intent.paymentIntentId);
    const isPaid = charged.status === 200;
    expect(await readQuote(t, buyer, quote)).toMatchObject({ state: isPaid ? 'paid' : state });
    expect(await readStock(t, toolId)).toEqual(
      isPaid ? { onHand: 0, held: 0, sold: 3 } : { onHand: 3, held: 0, sold: 0 },
    );
  }
});

test('starting a payment while its quote is declined leaves no live payment and no held unit', async () => {
  for (let round = 0; round < ROUNDS * 2; round++) {
    const { buyer, order, quote, toolId } = await setStage();
    const [started, declined] = await Promise.all([startPayment(t, buyer, order), decline(t, buyer, quote)]);
    expect(declined.status).toBe(200);
    expect([200, 409]).toContain(started.status);
    expect(await readPayments(t, order._id)).not.toContainEqual(expect.objectContaining({ state: 'live' }));
    expect(await readStock(t, toolId)).toEqual({ onHand: 3, held: 0, sold: 0 });
  }
});
