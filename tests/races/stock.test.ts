/** @module-tag sweep */
import { expect, test } from 'vitest';
import { setAvailable } from '#features/catalogue/stock-store.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import type { StockMovement } from '#features/stock/contract.ts';
import { shuffled, tally, times } from '#tests/support/at-once.ts';
import {
  beginPayment,
  confirmCard,
  placeOrder,
  readPayments,
  readStock,
  reportPaid,
} from '#tests/support/buying.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(4);
const EACH = 6;

const t = setUpRaceShop();

/** Asserts that a tool's movements are consecutive, and add up to what is available. */
async function expectSoundLedger(admin: TestUser, toolId: string) {
  const { onHand, held, sold } = await readStock(t, toolId);
  const { body } = await t.call<StockMovement[]>('GET', `/tool/${toolId}/stock`, { token: admin.token });
  const oldestFirst = body.toReversed();
  let available = 0;
  for (const row of oldestFirst) {
    available += row.quantity;
    expect(row.available).toBe(available);
  }
  expect(available).toBe(onHand - held);
  const sumOf = (...kinds: string[]) =>
    oldestFirst.reduce((sum, { kind, quantity }) => sum + (kinds.includes(kind) ? quantity : 0), 0);
  expect(sumOf('sold') + sold).toBe(0);
  expect(sumOf('received', 'adjusted') - sold).toBe(onHand);
  return { sumOf };
}

test('concurrent payments, expiries, deliveries and corrections: the ledger matches the stock', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const post = (path: string, body: unknown) => t.call('POST', path, { token: admin.token, body });
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = [await t.makeTool({ onHand: 20 }), await t.makeTool({ onHand: 20 })];
    const both = [one.id, other.id];
    const begun = await times(2 * EACH, async (nth) => {
      const buyer = await t.makeUser();
      const order = await placeOrder(t, buyer, both[nth % 2] ?? '');
      const intent = await beginPayment(t, buyer, order);
      return { buyer, order, intent };
    });
    const actions = begun.map(({ buyer, order, intent }, nth) => async () => {
      if (nth < EACH) {
        await confirmCard(t, intent);
        return reportPaid(t, buyer, order._id, intent.paymentIntentId);
      }
      const [payment] = await readPayments(t, order._id);
      await releaseHold(t.shop, payment?.id ?? '');
      return { status: 200 };
    });
    // Each delivery names the tools in another order: none may deadlock with another.
    const deliveries = Array.from({ length: EACH }, (_, nth) => () => {
      const lines = both.map((toolId) => ({ toolId, quantity: 2 }));
      return post('/deliveries', { lines: nth % 2 === 0 ? lines : lines.toReversed() });
    });
    const corrections = both.flatMap((id) =>
      Array.from(
        { length: EACH },
        () => () => post(`/tool/${id}/stock`, { kind: 'adjusted', quantity: -3, reason: 'Counted' }),
      ),
    );
    const replies = await Promise.all(
      shuffled([...actions, ...deliveries, ...corrections]).map((action) => action()),
    );
    const { 200: done = 0, 201: delivered, 409: refused = 0, ...others } = tally(replies);
    expect({ delivered, others }).toEqual({ delivered: EACH, others: {} });
    let corrected = 0;
    for (const id of both) {
      const { sumOf } = await expectSoundLedger(admin, id);
      expect(sumOf('reserved') + sumOf('released')).toBe(0);
      expect(-sumOf('sold')).toBe(EACH / 2);
      expect(sumOf('received')).toBe(20 + 2 * EACH);
      corrected -= sumOf('adjusted') / 3;
    }
    expect([done, refused]).toEqual([2 * EACH + corrected, 2 * EACH - corrected]);
  }
});

test('concurrent corrections remove what is in stock, and not one unit more', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const tool = await t.makeTool({ onHand: 10 });
  const body = { kind: 'adjusted', quantity: -3, reason: 'Counted' };
  const replies = await times(12, () =>
    t.call('POST', `/tool/${tool.id}/stock`, { token: admin.token, body }),
  );
  expect(tally(replies)).toEqual({ 200: 3, 409: 9 });
  await expectSoundLedger(admin, tool.id);
  expect(await readStock(t, tool.id)).toEqual({ onHand: 1, held: 0, sold: 0 });
});

test('setting the available count at once while units come in: it is that count plus later units', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const tool = await t.makeTool({ onHand: 10 });
  const set = (available: number) =>
    t.shop.db
      .transaction()
      .execute((tx) => setAvailable(t.shop, tx, { toolId: tool.id, available, reason: 'Edited' }));
  const receive = () =>
    t.call('POST', `/tool/${tool.id}/stock`, { token: admin.token, body: { kind: 'received', quantity: 1 } });
  // A stale read may be right by chance once.
  for (const available of [40, 7, 250, 90]) {
    await times(12, () => set(available));
    expect(await readStock(t, tool.id)).toEqual({ onHand: available, held: 0, sold: 0 });
  }
  await times(16, async (nth) => {
    await (nth % 2 === 0 ? set(100) : receive());
  });
  await expectSoundLedger(admin, tool.id);
  const { onHand } = await readStock(t, tool.id);
  expect(onHand).toBeGreaterThanOrEqual(100);
  expect(onHand).toBeLessThanOrEqual(108);
});

test('one delivery sent many times at once under one key is received once', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const tool = await t.makeTool({ onHand: 1 });
  const replies = await times(8, () =>
    t.call<{ insertedId: string }>('POST', '/deliveries', {
      token: admin.token,
      headers: { 'idempotency-key': 'one delivery' },
      body: { lines: [{ toolId: tool.id, quantity: 5 }] },
    }),
  );
  expect(tally(replies)).toEqual({ 201: 8 });
  expect(new Set(replies.map(({ body }) => body.insertedId)).size).toBe(1);
  expect(await readStock(t, tool.id)).toEqual({ onHand: 6, held: 0, sold: 0 });
  await expectSoundLedger(admin, tool.id);
});
