import { describe, expect, test } from 'vitest';
import {
  beginPayment,
  confirmCard,
  placeOrder,
  readPayments,
  readStock,
  startPayment,
} from '#tests/support/buying.ts';
import { failCalls } from '#tests/support/failing-cards.ts';
import { setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const HOLD_MS = 15 * 60_000;

const t = setUpShop();
const ada = setUpForEach(() => t.makeUser({ name: 'Ada Joiner' }));

describe('a hold that expires', () => {
  test('releases the units by itself, and the intent cannot be paid any more', async () => {
    const tool = await t.makeTool({ onHand: 2 });
    const order = await placeOrder(t, ada, tool.id, 2);
    const intent = await beginPayment(t, ada, order);
    await t.runJobs();
    expect(await readStock(t, tool.id)).toEqual({ onHand: 2, held: 2, sold: 0 });
    t.clock.advance(HOLD_MS);
    await t.runJobs();
    expect(await readStock(t, tool.id)).toEqual({ onHand: 2, held: 0, sold: 0 });
    expect((await confirmCard(t, intent)).status).toBe(409);
  });

  test('counts a payment that had succeeded unreported', async () => {
    const tool = await t.makeTool({ onHand: 2 });
    const order = await placeOrder(t, ada, tool.id, 2);
    const intent = await beginPayment(t, ada, order);
    await confirmCard(t, intent);
    t.clock.advance(HOLD_MS);
    await t.runJobs();
    expect(await readStock(t, tool.id)).toEqual({ onHand: 0, held: 0, sold: 2 });
  });

  test('also ends a payment whose intent the shop never learned of', async () => {
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
  });

  test('keeps the units while the provider cannot be reached', async () => {
    const tool = await t.makeTool({ onHand: 1 });
    const order = await placeOrder(t, ada, tool.id);
    await beginPayment(t, ada, order);
    t.clock.advance(HOLD_MS);
    await failCalls(t.shop, ['cancelIntent'], () => t.runJobs());
    expect(await readStock(t, tool.id)).toEqual({ onHand: 1, held: 1, sold: 0 });
    t.clock.advance(60_000);
    await t.runJobs();
    expect(await readStock(t, tool.id)).toEqual({ onHand: 1, held: 0, sold: 0 });
  });
});
