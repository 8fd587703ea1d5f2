import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  beginPayment,
  confirmCard,
  placeOrder,
  readPayments,
  readStock,
  startPayment,
} from '#tests/support/buying.ts';
import { failCalls } from '#tests/support/failing-cards.ts';
import { startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';

const HOLD_MS = 15 * 60_000;

let t: TestShop;
let ada: TestUser;

beforeAll(async () => {
  t = await startTestShop();
  ada = await t.makeUser({ name: 'Ada Joiner' });
});
afterAll(() => t.stop());

/** A token that is good at the test's time: the clock has been turned since the people were made. */
async function signInAgain() {
  ada = await t.makeUser({ name: 'Ada Joiner' });
}

describe('a hold that runs out', () => {
  test('gives the units back by itself, and the intent cannot be paid any more', async () => {
    const tool = await t.makeTool({ onHand: 2 });
    const order = await placeOrder(t, ada, tool.id, 2);
    const intent = await beginPayment(t, ada, order);
    await t.runJobs();
    expect(await readStock(t, tool.id)).toEqual({ onHand: 2, held: 2, sold: 0 });
    t.clock.advance(HOLD_MS);
    await t.runJobs();
    expect(await readStock(t, tool.id)).toEqual({ onHand: 2, held: 0, sold: 0 });
    expect((await confirmCard(t, intent)).status).toBe(409);
    await signInAgain();
  });

  test('counts a payment that had succeeded unheard', async () => {
    const tool = await t.makeTool({ onHand: 2 });
    const order = await placeOrder(t, ada, tool.id, 2);
    const intent = await beginPayment(t, ada, order);
    await confirmCard(t, intent);
    t.clock.advance(HOLD_MS);
    await t.runJobs();
    expect(await readStock(t, tool.id)).toEqual({ onHand: 0, held: 0, sold: 2 });
    await signInAgain();
  });

  test('also ends a payment whose intent was never heard of', async () => {
    const tool = await t.makeTool({ onHand: 1 });
    const order = await placeOrder(t, ada, tool.id);
    await failCalls(t.shop, ['createIntent'], () => startPayment(t, ada, order), { after: true });
    t.clock.advance(HOLD_MS);
    await t.runJobs();
    expect(await readStock(t, tool.id)).toEqual({ onHand: 1, held: 0, sold: 0 });
    const [payment] = await readPayments(t, order._id);
    expect(payment).toMatchObject({ state: 'cancelled', intent_id: expect.any(String) });
    expect(await t.shop.cardPayments.retrieveIntent(payment?.intent_id ?? '')).toMatchObject({
      status: 'cancelled',
    });
    await signInAgain();
  });

  test('keeps the units while the provider cannot be told', async () => {
    const tool = await t.makeTool({ onHand: 1 });
    const order = await placeOrder(t, ada, tool.id);
    await beginPayment(t, ada, order);
    t.clock.advance(HOLD_MS);
    await failCalls(t.shop, ['cancelIntent'], () => t.runJobs());
    expect(await readStock(t, tool.id)).toEqual({ onHand: 1, held: 1, sold: 0 });
    t.clock.advance(60_000);
    await t.runJobs();
    expect(await readStock(t, tool.id)).toEqual({ onHand: 1, held: 0, sold: 0 });
    await signInAgain();
  });
});
